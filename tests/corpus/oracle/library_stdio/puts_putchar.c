// puts adds a newline; putchar, fputs, fputc and fwrite to stdout do not
#include <stdio.h>

int main(void)
{
    puts("line");
    puts("");
    putchar('a');
    putchar('b' + 256);
    int c = putchar('\n');
    printf("%d\n", c);
    fputs("no newline", stdout);
    fputc('!', stdout);
    putc('\n', stdout);
    fprintf(stdout, "%d %s\n", 5, "five");
    fwrite("abcdef", 2, 2, stdout);
    printf("\n");
    const char *p = "loop";
    while (*p)
        putchar(*p++);
    puts("");
    fflush(stdout);
    printf("%d\n", puts("x") >= 0);
    return 0;
}
