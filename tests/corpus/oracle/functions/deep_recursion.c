// A few thousand nested calls with locals
#include <stdio.h>

static unsigned down(unsigned n, unsigned *checksum)
{
    unsigned local[4] = {n, n * 2, n * 3, 0};
    if (n == 0)
        return 1;
    local[3] = down(n - 1, checksum);
    *checksum = *checksum * 31 + local[n % 4];
    return local[3] + 1;
}

int main(void)
{
    unsigned checksum = 7;
    printf("%u\n", down(3000, &checksum));
    printf("%u\n", checksum);
    return 0;
}
