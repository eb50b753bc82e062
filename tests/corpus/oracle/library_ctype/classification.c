// The classification functions of ctype.h over all ASCII characters
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int counts[11] = {0};
    unsigned sum = 0;
    for (int c = 0; c < 128; c++) {
        int bits[] = {isalpha(c), isdigit(c), isalnum(c), isspace(c), isupper(c), islower(c),
                      isxdigit(c), ispunct(c), isprint(c), isgraph(c), iscntrl(c)};
        for (int i = 0; i < 11; i++) {
            counts[i] += bits[i] != 0;
            sum = sum * 31 + (bits[i] != 0);
        }
    }
    for (int i = 0; i < 11; i++)
        printf("%d ", counts[i]);
    printf("%u\n", sum);
    printf("%d %d\n", isblank('\t') != 0, isblank('\n') != 0);
    printf("%d %d %d\n", isalpha('_') != 0, isspace('\v') != 0, isdigit('9') != 0);
    return 0;
}
