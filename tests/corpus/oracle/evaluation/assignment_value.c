// An assignment is an expression whose value has the type of its left side
#include <stdio.h>

int main(void)
{
    int a, b, c;
    a = b = c = 7;
    printf("%d %d %d\n", a, b, c);
    unsigned char narrow;
    int wide = narrow = 300;
    printf("%d %d\n", wide, narrow);
    int truncated;
    double d = truncated = 3.9;
    printf("%g %d\n", d, truncated);
    printf("%d\n", (a = 5) + (b = 6));
    if ((c = a - 5))
        printf("unreached\n");
    else
        printf("%d\n", c);
    int n = 0, sum = 0;
    while ((n = n + 3) < 20)
        sum += n;
    printf("%d %d\n", n, sum);
    int x = 1;
    int y = (x += 4) * 2;
    printf("%d %d\n", x, y);
    const char *text = "hello";
    char copy[8], *to = copy;
    while ((*to++ = *text++))
        ;
    printf("%s\n", copy);
    printf("%zu\n", sizeof(narrow = 1));
    signed char s;
    printf("%d\n", (s = 128) == 128);
    return 0;
}
