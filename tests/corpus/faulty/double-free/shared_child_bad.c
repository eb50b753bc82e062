// Two parents share a child and both release it
#include <stdio.h>
#include <stdlib.h>

struct child { int users; };
struct parent { struct child *child; };

static struct parent *make(struct child *c)
{
    struct parent *p = malloc(sizeof *p);
    if (!p)
        exit(1);
    p->child = c;
    c->users++;
    return p;
}

static void drop(struct parent *p)
{
    free(p->child); //@ error: double-free
    free(p);
}

int main(void)
{
    struct child *c = calloc(1, sizeof *c);
    if (!c)
        return 1;
    struct parent *a = make(c), *b = make(c);
    printf("%d\n", c->users);
    drop(a);
    drop(b);
    return 0;
}
