// Assembling a word from bytes in int moves a bit into and past the sign
#include <stdio.h>

int main(void)
{
    unsigned char bytes[4] = {0x12, 0x34, 0x56, 0xfe};
    int top = bytes[3] << 24; //@ error: signed-overflow
    unsigned word = (unsigned)top | bytes[2] << 16 | bytes[1] << 8 | bytes[0];
    printf("%x\n", word);
    return 0;
}
