// A month number is used as an index without subtracting one
#include <stdio.h>

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int length(int month)
{
    return days[month - 1];
}

int main(void)
{
    int total = 0;
    for (int month = 1; month <= 12; month++)
        total += length(month);
    printf("%d\n", total);
    return 0;
}
