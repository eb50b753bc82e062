// A compound literal ends with the block it appears in
#include <stdio.h>

struct options { int verbose, depth; };

static int run(const struct options *o)
{
    struct options *active;
    if (!o) {
        active = &(struct options){1, 8};
    } else {
        active = &(struct options){o->verbose, o->depth};
    }
    return active->depth; //@ error: use-after-scope
}

int main(void)
{
    printf("%d\n", run(NULL) == 8);
    return 0;
}
