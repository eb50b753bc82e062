// switch on long long, char, unsigned, enum and _Bool; labels convert to the promoted type
#include <stdbool.h>
#include <stdio.h>

enum mode { OFF, ON, AUTO = 10 };

static int wide(long long v)
{
    switch (v) {
    case 0x100000000ll: return 1;
    case -0x100000000ll: return 2;
    case 0: return 3;
    default: return 4;
    }
}

static int byte(unsigned char c)
{
    switch (c) {
    case 255: return 1;
    case -1: return 2;
    default: return 3;
    }
}

static int unsign(unsigned u)
{
    switch (u) {
    case -1: return 1;
    case 1: return 2;
    default: return 3;
    }
}

static int mode(enum mode m)
{
    switch (m) {
    case OFF: return 1;
    case AUTO: return 2;
    case ON: return 3;
    }
    return 4;
}

static int truth(bool b)
{
    switch (b) {
    case 1: return 1;
    case 0: return 2;
    }
    return 3;
}

int main(void)
{
    printf("%d %d %d %d\n", wide(1ll << 32), wide(-(1ll << 32)), wide(0), wide(1));
    printf("%d %d\n", byte(255), byte(-2));
    printf("%d %d %d\n", unsign(0xffffffffu), unsign(1), unsign(2));
    printf("%d %d %d\n", mode(ON), mode(AUTO), mode(7));
    printf("%d %d\n", truth(9), truth(0));
    return 0;
}
