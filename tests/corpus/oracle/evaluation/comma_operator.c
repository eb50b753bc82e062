// The comma operator: left first, value and type of the right
#include <stdio.h>

int main(void)
{
    int a = 1, b;
    b = (a++, a * 10);
    printf("%d %d\n", a, b);
    b = a++, a += 5;
    printf("%d %d\n", a, b);
    int c = (a = 3, b = a + 1, a * b);
    printf("%d %d %d\n", a, b, c);
    char ch = 'x';
    printf("%zu\n", sizeof(1, ch));
    for (int i = 0, j = 10; i < j; i += 2, j--)
        printf("%d,%d ", i, j);
    printf("\n");
    if (a = 0, b > 0)
        printf("%d\n", a);
    int n = 0;
    while (n++, n < 5)
        ;
    printf("%d\n", n);
    int array[3] = {1, (2, 3), 4};
    printf("%d %d\n", array[1], array[(0, 2)]);
    return (a, b, 7);
}
