// A function that edits in place is given a literal
#include <stdio.h>

static void upper(char *s)
{
    for (; *s; s++)
        if (*s >= 'a' && *s <= 'z')
            *s -= 32;
}

int main(void)
{
    char own[] = "mine";
    upper(own);
    puts(own);
    char text[] = "theirs";
    upper(text);
    puts(text);
    return 0;
}
