// Comparing signed with unsigned operands converts the signed one
#include <stdio.h>

int main(void)
{
    int minus = -1;
    unsigned one = 1;
    unsigned char small = 255;
    long lminus = -1;
    unsigned long lone = 1;
    long long llminus = -1;

    printf("%d %d\n", minus < one, minus > one);
    printf("%d %d\n", minus < small, (unsigned char)minus == small);
    printf("%d %d\n", lminus < lone, lminus > lone);
    printf("%d\n", lminus < one);
    printf("%d\n", llminus < one);
    printf("%d\n", llminus < lone);
    printf("%d\n", minus == 0xffffffffu);
    printf("%d\n", llminus == 0xffffffffu);
    printf("%d\n", (short)-1 < (unsigned short)1);
    printf("%d\n", sizeof(int) > -1);
    printf("%d\n", -1 < 0u ? 1 : 2);
    return 0;
}
