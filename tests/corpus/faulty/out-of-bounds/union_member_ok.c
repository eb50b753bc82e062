// Writing the larger member of a union allocated for its smaller one
#include <stdio.h>
#include <stdlib.h>

struct small { int kind; int value; };
struct large { int kind; int values[10]; };
union shape { struct small small; struct large large; };

int main(void)
{
    union shape *s = malloc(sizeof(union shape));
    if (!s)
        return 1;
    s->small.kind = 1;
    s->small.value = 5;
    s->large.values[9] = 3;
    printf("%d\n", s->small.value);
    free(s);
    return 0;
}
