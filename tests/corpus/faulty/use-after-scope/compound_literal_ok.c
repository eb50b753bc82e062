// A compound literal ends with the block it appears in
#include <stdio.h>

struct options { int verbose, depth; };

static int run(const struct options *o)
{
    struct options *active;
    struct options own = {1, 8};
    if (o)
        own = *o;
    active = &own;
    return active->depth;
}

int main(void)
{
    printf("%d\n", run(NULL) == 8);
    return 0;
}
