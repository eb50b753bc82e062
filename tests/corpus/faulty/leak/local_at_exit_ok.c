// A local pointer of main goes away with main
#include <stdio.h>
#include <stdlib.h>

struct cache { int hits; int *slots; };

int main(void)
{
    struct cache c = {0, NULL};
    c.slots = calloc(8, sizeof *c.slots);
    if (!c.slots)
        return 1;
    for (int i = 0; i < 20; i++)
        c.hits += c.slots[i % 8]++ > 0;
    printf("%d\n", c.hits);
    free(c.slots);
    return 0;
}
