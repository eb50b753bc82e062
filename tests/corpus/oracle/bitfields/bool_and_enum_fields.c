// _Bool and enum bit-fields
#include <stdbool.h>
#include <stdio.h>

enum state { IDLE, RUN, WAIT, DONE };
struct flags { bool a : 1, b : 1; enum state s : 2; unsigned n : 3; bool c; };

int main(void)
{
    struct flags f = {2, 0, DONE, 5, 7};
    printf("%d %d %d %d %d\n", f.a, f.b, f.s, f.n, f.c);
    f.b = 0.25;
    f.a = !f.a;
    f.s = RUN;
    printf("%d %d %d %d\n", f.a, f.b, f.s, f.n);
    f.a |= 4;
    f.b &= f.n;
    f.s++;
    printf("%d %d %d\n", f.a, f.b, f.s == WAIT);
    f.a = &f != 0;
    f.n = f.a + f.b + f.s;
    printf("%d\n", f.n);
    switch (f.s) {
    case WAIT: puts("wait"); break;
    default: puts("other");
    }
    if (f.a && f.n > 1)
        puts("set");
    printf("%zu\n", sizeof f);
    return 0;
}
