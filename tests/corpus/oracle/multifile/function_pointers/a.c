// Function pointers across files: tables, callbacks into the caller, static functions handed out
#include <stdio.h>

typedef int (*operation)(int, int);
struct named { const char *name; operation run; };
extern const struct named operations[];
operation find(const char *name);
int apply_all(int a, int b, void (*report)(const char *, int));

static int total;
static void report(const char *name, int value)
{
    printf("%s %d\n", name, value);
    total += value;
}
int own(int a, int b) { return a * 100 + b; }

int main(void)
{
    printf("%d\n", apply_all(7, 3, report));
    printf("%d\n", total);
    operation f = find("sub");
    printf("%d %d\n", f ? f(1, 2) : 99, find("nothing") == NULL);
    printf("%d\n", find("own") == own);
    printf("%s\n", operations[1].name);
    return 0;
}
