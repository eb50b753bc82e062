// Designated array initialisers: gaps, continuation, override and computed bounds
#include <stdio.h>

enum { LOW = 2, HIGH = 6 };
static int table[] = {[HIGH] = 60, [LOW] = 20, 21, 22, [0] = 1};
static const char *names[] = {[LOW] = "low", [HIGH] = "high"};

int main(void)
{
    printf("%zu %zu:", sizeof table / sizeof *table, sizeof names / sizeof *names);
    for (int i = 0; i <= HIGH; i++)
        printf(" %d/%s", table[i], names[i] ? names[i] : "-");
    printf("\n");
    int twice[5] = {1, 2, 3, [1] = 20, 30, [0] = 10};
    for (int i = 0; i < 5; i++)
        printf("%d ", twice[i]);
    printf("\n");
    char letters[] = {['c' - 'a'] = 'C', ['e' - 'a'] = 'E'};
    printf("%zu %d %c %c\n", sizeof letters, letters[0], letters[2], letters[4]);
    int grid[3][3] = {[1] = {4, 5}, [2][2] = 9, [0][1] = 2, 3};
    for (int i = 0; i < 9; i++)
        printf("%d", grid[i / 3][i % 3]);
    printf("\n");
    return 0;
}
