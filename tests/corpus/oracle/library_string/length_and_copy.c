// strlen, strnlen, strcpy and strncpy with padding and truncation
#include <stdio.h>
#include <string.h>

int main(void)
{
    printf("%zu %zu %zu\n", strlen(""), strlen("a"), strlen("twelve chars"));
    printf("%zu %zu\n", strnlen("abc", 10), strnlen("abcdef", 3));
    char a[10];
    printf("%d %s\n", strcpy(a, "copied") == a, a);
    strcpy(a + 3, "y");
    printf("%s %c\n", a, a[5]);
    char b[8];
    memset(b, '#', sizeof b);
    strncpy(b, "ab", 5);
    printf("%s %d %d %c\n", b, b[3], b[4], b[5]);
    memset(b, '#', sizeof b);
    b[7] = 0;
    strncpy(b, "abcdef", 3);
    printf("%s\n", b);
    strncpy(b, "", 2);
    printf("[%s] %c\n", b, b[2]);
    char c[] = "self";
    printf("%zu\n", strlen(c + 1));
    c[2] = 0;
    printf("%zu %zu\n", strlen(c), sizeof c);
    return 0;
}
