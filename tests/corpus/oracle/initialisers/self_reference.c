// An initialiser may use the address or the size of the object it initialises
#include <stdio.h>

struct link { struct link *self; int size; int *number; int n; };

static struct link fixed = {&fixed, sizeof fixed > 0, &fixed.n, 12};

int main(void)
{
    struct link l = {&l, sizeof l == sizeof(struct link), &l.n, 34};
    printf("%d %d %d\n", l.self == &l, l.size, *l.number);
    printf("%d %d %d\n", fixed.self == &fixed, fixed.size, *fixed.number);
    void *p = &p;
    printf("%d\n", *(void **)p == p);
    int bytes = sizeof bytes;
    printf("%d\n", bytes);
    int a[3] = {sizeof a / sizeof a[0], sizeof a};
    printf("%d %d\n", a[0], a[1]);
    l.self->self->self->n++;
    printf("%d\n", l.n);
    return 0;
}
