// Conversion to a narrower integer type keeps the low bits
#include <stdio.h>

int main(void)
{
    int values[] = {0, 127, 128, 255, 256, -1, -128, -129, 32767, 32768, 65535, 65536, -32769, 0x12345678};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        int v = values[i];
        printf("%d: %d %d %d %d\n", v, (signed char)v, (unsigned char)v, (short)v, (unsigned short)v);
    }
    long long big = 0x123456789abcdef0ll;
    printf("%d %u\n", (int)big, (unsigned)big);
    printf("%ld\n", (long)big);
    big = -big;
    printf("%d %u %hd\n", (int)big, (unsigned)big, (short)big);
    return 0;
}
