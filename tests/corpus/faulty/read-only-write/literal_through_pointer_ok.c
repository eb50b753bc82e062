// Changing a string literal through a char pointer
#include <stdio.h>

int main(void)
{
    char word[] = "stone";
    word[2] = 'a';
    printf("%s\n", word);
    return 0;
}
