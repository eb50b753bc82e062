// Changing a string literal through a char pointer
#include <stdio.h>

int main(void)
{
    char *word = "stone";
    word[2] = 'a'; //@ error: read-only-write
    printf("%s\n", word);
    return 0;
}
