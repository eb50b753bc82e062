// Structs with bit-fields: assignment, arrays, parameters and comparison of fields
#include <stdio.h>

struct cell { unsigned kind : 3; int delta : 6; unsigned mark : 1; };

static struct cell flip(struct cell c)
{
    c.mark = !c.mark;
    c.delta = -c.delta;
    return c;
}

static int cost(const struct cell *c) { return c->kind * 10 + c->delta; }

int main(void)
{
    struct cell row[5];
    for (int i = 0; i < 5; i++)
        row[i] = (struct cell){.kind = i, .delta = i * 8 - 16, .mark = i & 1};
    struct cell f = flip(row[3]);
    printf("%u %d %u\n", f.kind, f.delta, f.mark);
    printf("%u %d %u\n", row[3].kind, row[3].delta, row[3].mark);
    row[0] = f;
    int total = 0;
    for (struct cell *c = row; c < row + 5; c++)
        total += cost(c);
    printf("%d\n", total);
    struct cell *p = &row[1];
    p++->kind = 7;
    (*p).kind ^= 5;
    printf("%u %u\n", row[1].kind, row[2].kind);
    printf("%d\n", row[0].delta == f.delta && row[0].mark == f.mark);
    static struct cell fixed = {7, -32, 1};
    fixed.kind = fixed.mark = fixed.delta = 9;
    printf("%u %d %u\n", fixed.kind, fixed.delta, fixed.mark);
    return 0;
}
