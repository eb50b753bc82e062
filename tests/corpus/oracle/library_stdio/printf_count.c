// printf: %n stores the number of characters written so far
#include <stdio.h>

int main(void)
{
    int a = -1, b = -1;
    printf("12345%n67890%n\n", &a, &b);
    printf("%d %d\n", a, b);
    signed char c;
    short s;
    long l;
    long long ll;
    printf("ab%hhncd%hnef%lngh%lln\n", &c, &s, &l, &ll);
    printf("%d %d %ld %lld\n", c, s, l, ll);
    char buffer[4];
    int n = snprintf(buffer, sizeof buffer, "%d%n", 123456, &a);
    printf("%s %d %d\n", buffer, n, a);
    sprintf(buffer, "%n", &b);
    printf("%d [%s]\n", b, buffer);
    return 0;
}
