// A default value is a literal and must not be freed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config { char *name; int owned; };

static void release(struct config *c)
{
    if (c->owned)
        free(c->name);
}

int main(void)
{
    struct config a = {strdup("given"), 1}, b = {"default", 0};
    if (!a.name)
        return 1;
    printf("%s %s\n", a.name, b.name);
    release(&a);
    release(&b);
    return 0;
}
