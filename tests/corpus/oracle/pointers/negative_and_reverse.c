// Negative subscripts and backwards walks inside an object
#include <stdio.h>

static void reverse(char *s)
{
    char *e = s;
    while (*e)
        e++;
    while (s < e) {
        char t = *s;
        *s++ = *--e;
        *e = t;
    }
}

int main(void)
{
    int a[] = {0, 10, 20, 30, 40};
    int *mid = a + 2;
    printf("%d %d %d %d\n", mid[-2], mid[-1], mid[0], (-1)[mid + 3]);
    for (int i = -2; i <= 2; i++)
        mid[i] += i;
    for (int *p = a + 5; p > a;)
        printf("%d ", *--p);
    printf("\n");
    char s[] = "pointer";
    reverse(s);
    printf("%s\n", s);
    char one[] = "x";
    reverse(one);
    printf("%s\n", one);
    unsigned u = 1;
    printf("%d\n", *(mid - u));
    short m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    short (*row)[3] = &m[2];
    printf("%d %d\n", row[-1][1], (*(row - 2))[2]);
    return 0;
}
