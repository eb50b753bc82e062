// printf: %s and %c with widths and precisions, %% and return value
#include <stdio.h>

int main(void)
{
    const char *s = "string";
    printf("[%s] [%10s] [%-10s] [%.3s] [%10.3s] [%-10.3s]\n", s, s, s, s, s, s);
    printf("[%.0s] [%.10s] [%.*s] [%*.*s] [%.*s]\n", s, s, 2, s, 5, 1, s, -1, s);
    char unterminated[3] = {'a', 'b', 'c'};
    printf("[%.3s] [%.2s]\n", unterminated, unterminated);
    int n = printf("%s\n", "counted");
    printf("%d\n", n);
    n = printf("%d%%\n", 100);
    printf("%d\n", n);
    n = printf("");
    printf("%d\n", n);
    printf("%s%s%s\n", "a", "", "b");
    printf("[%3c|%-3c|%c]\n", 'l', 'r', 'z');
    n = printf("%c%c%c", 'a', 0, 'b');
    printf("\n%d\n", n);
    printf("%s\n", "tail" + 2);
    return 0;
}
