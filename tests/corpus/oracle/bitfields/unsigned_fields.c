// Unsigned bit-fields: range, wrap-around, neighbours untouched
#include <stdio.h>

struct date { unsigned day : 5, month : 4, year : 12; };

int main(void)
{
    struct date d = {31, 12, 2024};
    printf("%u %u %u %zu\n", d.day, d.month, d.year, sizeof d);
    d.day++;
    printf("%u %u %u\n", d.day, d.month, d.year);
    d.month += 5;
    printf("%u %u %u\n", d.day, d.month, d.year);
    d.year = 5000;
    printf("%u\n", d.year);
    d.day = -1;
    printf("%u %u\n", d.day, d.month);
    d.day <<= 2;
    d.month |= 8;
    d.year /= 3;
    printf("%u %u %u\n", d.day, d.month, d.year);
    unsigned v = (d.day = 100);
    printf("%u\n", v);
    d.month--;
    d.month--;
    unsigned old = d.month--;
    printf("%u %u\n", old, d.month);
    return 0;
}
