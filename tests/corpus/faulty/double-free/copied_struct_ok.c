// A struct copy shares the buffer of the original
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { char *s; size_t n; };

static struct text copy(struct text t)
{
    struct text c = {strdup(t.s), t.n};
    return c;
}

static void release(struct text *t)
{
    free(t->s);
    t->s = NULL;
}

int main(void)
{
    struct text a = {strdup("shared"), 6};
    if (!a.s)
        return 1;
    struct text b = copy(a);
    printf("%zu\n", a.n + b.n);
    release(&a);
    release(&b);
    return 0;
}
