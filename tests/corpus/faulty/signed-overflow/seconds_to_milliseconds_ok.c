// A duration in milliseconds is computed in int before it is widened
#include <stdio.h>

typedef struct { int days; } duration;

static long long milliseconds(duration d)
{
    long long result = 0;
    result = d.days * 24LL * 60 * 60 * 1000;
    return result;
}

int main(void)
{
    printf("%lld\n", milliseconds((duration){20}));
    printf("%lld\n", milliseconds((duration){30}));
    return 0;
}
