// Arrays of structs and structs of arrays: addressing and copies of elements
#include <stdio.h>

struct reading { int sensor; float values[3]; char unit; };
struct bank { struct reading slots[4]; int used; };

static float average(const struct reading *r)
{
    return (r->values[0] + r->values[1] + r->values[2]) / 3;
}

int main(void)
{
    struct bank b = {.used = 2, .slots = {{1, {1, 2, 3}, 'C'}, {2, {4.5f, 5.5f, 8}, 'F'}}};
    b.slots[2] = b.slots[0];
    b.slots[2].sensor = 3;
    b.slots[2].values[1] = 20;
    b.used++;
    for (struct reading *r = b.slots; r < b.slots + b.used; r++)
        printf("%d %.2f %c\n", r->sensor, average(r), r->unit);
    printf("%zu %zu\n", sizeof b, sizeof b.slots / sizeof *b.slots);
    struct bank banks[2] = {[1] = b};
    printf("%d %.1f\n", banks[1].slots[1].sensor, banks[1].slots[1].values[2]);
    banks[0] = banks[1];
    banks[1].slots[0].unit = 'K';
    printf("%c %c\n", banks[0].slots[0].unit, banks[1].slots[0].unit);
    printf("%d\n", (int)(&b.slots[3] - &b.slots[1]));
    return 0;
}
