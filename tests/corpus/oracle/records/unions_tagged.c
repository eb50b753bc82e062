// Tagged unions passed around by value
#include <stdio.h>

struct value {
    enum { INT, REAL, TEXT, LIST } tag;
    union {
        int i;
        double r;
        const char *s;
        struct { const struct value *items; int n; } list;
    } u;
};

static struct value integer(int i) { return (struct value){INT, {.i = i}}; }
static struct value real(double r) { return (struct value){.tag = REAL, .u.r = r}; }

static double number(struct value v)
{
    double sum = 0;
    switch (v.tag) {
    case INT: return v.u.i;
    case REAL: return v.u.r;
    case TEXT:
        while (*v.u.s)
            sum += *v.u.s++;
        return sum;
    case LIST:
        for (int i = 0; i < v.u.list.n; i++)
            sum += number(v.u.list.items[i]);
        return sum;
    }
    return -1;
}

int main(void)
{
    struct value items[3] = {integer(4), real(2.5), {TEXT, {.s = "AB"}}};
    struct value list = {LIST, {.list = {items, 3}}};
    struct value nested[2] = {list, integer(1)};
    struct value outer = {.tag = LIST, .u.list = {.n = 2, .items = nested}};
    for (int i = 0; i < 3; i++)
        printf("%.2f ", number(items[i]));
    printf("%.2f %.2f\n", number(list), number(outer));
    struct value v = items[2];
    v.tag = INT;
    v.u.i = -8;
    printf("%.0f %zu\n", number(v), sizeof v);
    return 0;
}
