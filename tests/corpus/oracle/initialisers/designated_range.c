// GNU range designators `[a ... b]`
#include <stdio.h>

static int global[10] = {[2 ... 5] = 7, [8 ... 9] = 3};
struct cell { int v; char tag; };
static struct cell cells[4] = {[0 ... 3] = {1, 'x'}, [2] = {2, 'y'}};

int main(void)
{
    for (int i = 0; i < 10; i++)
        printf("%d", global[i]);
    printf("\n");
    for (int i = 0; i < 4; i++)
        printf("%d%c ", cells[i].v, cells[i].tag);
    printf("\n");
    int local[] = {[0 ... 3] = 1, 2, [6 ... 7] = 5};
    printf("%zu:", sizeof local / sizeof *local);
    for (unsigned i = 0; i < sizeof local / sizeof *local; i++)
        printf(" %d", local[i]);
    printf("\n");
    unsigned char map[256] = {['a' ... 'z'] = 1, ['A' ... 'Z'] = 2, ['0' ... '9'] = 4};
    int sum = 0;
    for (const char *s = "Hello 2 Worlds"; *s; s++)
        sum = sum * 3 + map[(unsigned char)*s];
    printf("%d\n", sum % 10007);
    int matrix[2][4] = {[0 ... 1] = {[1 ... 2] = 8}};
    printf("%d%d%d%d %d\n", matrix[1][0], matrix[1][1], matrix[1][2], matrix[1][3], matrix[0][2]);
    return 0;
}
