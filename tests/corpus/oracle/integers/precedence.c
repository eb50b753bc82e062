// Operator precedence and associativity
#include <stdio.h>

int main(void)
{
    int a = 6, b = 4, c = 2;
    printf("%d %d\n", a - b - c, a / b * c);
    printf("%d %d\n", a - (b - c), a << 1 + c);
    printf("%d\n", a | b & c);
    printf("%d\n", a ^ b | c & 3);
    printf("%d\n", a & b == 4);
    printf("%d\n", a == 6 && b == 5 || c == 2);
    printf("%d\n", a > b ? b > c ? 1 : 2 : 3);
    printf("%d\n", -a * b + c % 3);
    int arr[] = {1, 2, 3};
    int *p = arr;
    printf("%d ", *p++);
    printf("%d ", ++*p);
    printf("%d ", *++p);
    printf("%d\n", -*p);
    int x, y, z;
    x = y = z = 9;
    x += y -= z *= 2;
    printf("%d %d %d\n", x, y, z);
    printf("%d\n", sizeof(char) + 1 == 2);
    printf("%d\n", !a + b);
    printf("%d\n", (int)2.9 * 2);
    return 0;
}
