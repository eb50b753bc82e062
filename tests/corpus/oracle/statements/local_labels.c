// GNU local labels (__label__) let a macro with a label be used several times
#include <stdio.h>

#define FIND(array, n, wanted)                                                                                         \
    ({                                                                                                                 \
        __label__ found;                                                                                               \
        int at_;                                                                                                       \
        for (at_ = 0; at_ < (n); at_++)                                                                                \
            if ((array)[at_] == (wanted))                                                                              \
                goto found;                                                                                            \
        at_ = -1;                                                                                                      \
    found:                                                                                                             \
        at_;                                                                                                           \
    })

int main(void)
{
    int v[] = {4, 8, 15, 16, 23, 42};
    int a = FIND(v, 6, 15), b = FIND(v, 6, 99), c = FIND(v, 6, 42);
    printf("%d %d %d\n", a, b, c);
    int turns = 0;
    {
        __label__ again;
    again:
        if (++turns < 3)
            goto again;
    }
    {
        __label__ again;
        goto again;
        turns = 100;
    again:
        turns++;
    }
    printf("%d\n", turns);
    return 0;
}
