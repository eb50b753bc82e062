#include <stddef.h>
#include <string.h>

typedef int (*operation)(int, int);
struct named { const char *name; operation run; };
int own(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }

const struct named operations[] = {{"add", add}, {"sub", sub}, {"own", own}, {NULL, NULL}};

operation find(const char *name)
{
    for (const struct named *n = operations; n->name; n++)
        if (!strcmp(n->name, name))
            return n->run;
    return NULL;
}

int apply_all(int a, int b, void (*report)(const char *, int))
{
    int n = 0;
    for (; operations[n].run; n++)
        report(operations[n].name, operations[n].run(a, b));
    return n;
}
