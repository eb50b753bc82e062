// A resumable generator: switch on a saved line enters loops in the middle
#include <stdio.h>

struct gen { int state, i, j; };

static int step(struct gen *g)
{
    switch (g->state) {
    case 0:
        for (g->i = 1; g->i <= 3; g->i++) {
            for (g->j = 0; g->j < g->i; g->j++) {
                g->state = 1;
                return g->i * 10 + g->j;
    case 1:;
            }
        }
        g->state = 2;
        return 99;
    case 2:
        break;
    }
    return -1;
}

int main(void)
{
    struct gen a = {0}, b = {0};
    int v;
    while ((v = step(&a)) >= 0) {
        printf("%d", v);
        if (v % 2)
            printf("/%d", step(&b));
        printf(" ");
    }
    printf("\n%d %d\n", step(&a), step(&b));
    return 0;
}
