// The block has the size of a pointer instead of the struct
#include <stdio.h>
#include <stdlib.h>

struct record { double weight[4]; int id; };

int main(void)
{
    struct record *r = malloc(sizeof(*r));
    if (!r)
        return 1;
    r->id = 12;
    printf("%d\n", r->id);
    free(r);
    return 0;
}
