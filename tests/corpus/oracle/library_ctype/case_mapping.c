// toupper and tolower leave other characters alone
#include <ctype.h>
#include <stdio.h>

static void capitalise(char *s)
{
    int start = 1;
    for (; *s; s++) {
        *s = start ? toupper((unsigned char)*s) : tolower((unsigned char)*s);
        start = !isalpha((unsigned char)*s);
    }
}

int main(void)
{
    for (int c = ' '; c < 127; c++)
        putchar(toupper(c));
    putchar('\n');
    for (int c = ' '; c < 127; c++)
        putchar(tolower(c));
    putchar('\n');
    char s[] = "hELLO wORLD, it's 5pm";
    capitalise(s);
    puts(s);
    printf("%d %d\n", toupper(0), tolower('['));
    return 0;
}
