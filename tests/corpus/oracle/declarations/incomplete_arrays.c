// Arrays whose size comes from the initialiser or a later declaration
#include <stdio.h>

extern int later[];
static int first(void) { return later[0]; }
int later[] = {9, 8, 7};
static const char text[] = "sized by text";
static int designated[] = {[5] = 1};
static int pairs[][2] = {{1, 2}, {3, 4}, {5}};
static struct { int n; const char *s; } list[] = {{1, "one"}, {2, "two"}};

int main(void)
{
    printf("%d %zu\n", first(), sizeof later / sizeof *later);
    printf("%zu %zu %zu %zu\n", sizeof text, sizeof designated / sizeof(int), sizeof pairs / sizeof *pairs,
           sizeof list / sizeof *list);
    int local[] = {1, 2, 3, 4, 5}, sum = 0;
    for (unsigned i = 0; i < sizeof local / sizeof local[0]; i++)
        sum += local[i];
    printf("%d %s\n", sum, list[1].s);
    static int kept[] = {sizeof local, sizeof sum};
    printf("%d %d\n", kept[0], kept[1]);
    printf("%zu\n", sizeof((short[]){1, 2, 3}));
    return 0;
}
