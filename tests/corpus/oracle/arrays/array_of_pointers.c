// Arrays of pointers versus pointers to arrays; jagged rows
#include <stdio.h>

int main(void)
{
    int a[] = {1}, b[] = {2, 3}, c[] = {4, 5, 6};
    int *rows[3] = {a, b, c};
    int lengths[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < lengths[i]; j++)
            printf("%d ", rows[i][j]);
    printf("\n");
    int *tmp = rows[0];
    rows[0] = rows[2];
    rows[2] = tmp;
    printf("%d %d\n", rows[0][2], *rows[2]);
    int (*pa)[3] = &c;
    printf("%d %zu\n", (*pa)[1], sizeof *pa);
    int **pp = rows;
    printf("%d %d\n", **pp, *(*(pp + 1) + 1));
    pp++;
    (*pp)[0] = 77;
    printf("%d\n", b[0]);
    const char *words[] = {"alpha", "beta", "gamma", 0};
    for (const char **w = words; *w; w++)
        printf("%c%s ", (*w)[0] - 32, *w + 1);
    printf("\n");
    int *(*prow)[3] = &rows;
    printf("%d\n", (*prow)[1][1]);
    return 0;
}
