// Duff's device: a switch into the middle of a loop
#include <stdio.h>

static void copy(char *to, const char *from, int count)
{
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

int main(void)
{
    const char *text = "the quick brown fox jumps over the lazy dog";
    for (int length = 1; length <= 43; length += 7) {
        char buffer[64] = {0};
        copy(buffer, text, length);
        printf("[%s]\n", buffer);
    }
    return 0;
}
