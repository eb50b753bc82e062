// The formatted number is longer than the buffer
#include <stdio.h>

static void label(char *out, int id)
{
    sprintf(out, "id-%d", id); //@ error: out-of-bounds
}

int main(void)
{
    char text[8];
    label(text, 42);
    printf("%s\n", text);
    label(text, 123456);
    printf("%s\n", text);
    return 0;
}
