// One member is forgotten; the copy is harmless, the decision is not
#include <stdio.h>

struct request { int id; int urgent; int size; };

static struct request make(int id, int size)
{
    struct request r;
    r.id = id;
    r.size = size;
    r.urgent = 0;
    return r;
}

static int cost(struct request r)
{
    return r.urgent ? r.size * 2 : r.size;
}

int main(void)
{
    struct request r = make(1, 7);
    struct request copy = r;
    printf("%d\n", cost(copy) > 0);
    return 0;
}
