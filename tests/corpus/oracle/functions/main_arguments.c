// main with parameters: one argument, terminated by a null pointer
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    printf("%d\n", argc);
    printf("%d\n", argv[0] != 0 && strlen(argv[0]) > 0);
    printf("%d\n", argv[argc] == 0);
    int n = 0;
    for (char **a = argv; *a; a++)
        n++;
    printf("%d\n", n == argc);
    return argc + 2;
}
