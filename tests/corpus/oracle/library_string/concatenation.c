// strcat and strncat
#include <stdio.h>
#include <string.h>

int main(void)
{
    char a[32] = "one";
    printf("%d %s\n", strcat(a, " two") == a, a);
    strcat(a, "");
    strcat(strcat(a, "-"), "three");
    printf("%s %zu\n", a, strlen(a));
    char b[12] = "";
    strncat(b, "abcdef", 3);
    printf("%s\n", b);
    strncat(b, "xy", 10);
    printf("%s\n", b);
    strncat(b, "zzz", 0);
    printf("%s %zu\n", b, strlen(b));
    char c[16] = "a\0hidden";
    strcat(c, "b");
    printf("%s %c\n", c, c[3]);
    return 0;
}
