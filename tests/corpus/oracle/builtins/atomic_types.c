// _Atomic variables: operators on them act like on plain ones
#include <stdio.h>

static _Atomic int counter = 3;
static _Atomic(unsigned char) small = 255;
struct shared { int id; _Atomic long hits; };

static void hit(struct shared *s, int n)
{
    while (n--)
        s->hits++;
}

int main(void)
{
    counter++;
    counter += 10;
    int old = counter--;
    small++;
    small -= 2;
    printf("%d %d %d\n", old, counter, small);
    _Atomic unsigned a = 5;
    a <<= 3;
    a |= 3;
    a ^= 1;
    printf("%u\n", a);
    struct shared s = {1, 0};
    hit(&s, 12);
    printf("%ld\n", s.hits);
    _Atomic int *p = &counter;
    *p = *p * 2;
    int v = (*p %= 7);
    printf("%d %d\n", v, counter);
    _Atomic _Bool done = 0;
    done = 4;
    printf("%d %zu\n", done, sizeof done);
    return 0;
}
