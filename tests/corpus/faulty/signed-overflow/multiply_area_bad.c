// The product of two plausible sides does not fit into int
#include <stdio.h>

struct room { int width, height; };

static long long area(const struct room *r)
{
    return r->width * r->height; //@ error: signed-overflow
}

int main(void)
{
    struct room small = {30, 40}, large = {70000, 50000};
    printf("%lld\n", area(&small));
    printf("%lld\n", area(&large));
    return 0;
}
