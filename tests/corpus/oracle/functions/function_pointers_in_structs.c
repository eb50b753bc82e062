// Function pointers in structs: a hand-written virtual table
#include <stdio.h>

struct shape;
struct ops { double (*area)(const struct shape *); const char *(*name)(void); };
struct shape { const struct ops *ops; double a, b; };

static double rect_area(const struct shape *s) { return s->a * s->b; }
static const char *rect_name(void) { return "rect"; }
static double tri_area(const struct shape *s) { return s->a * s->b / 2; }
static const char *tri_name(void) { return "tri"; }

static const struct ops rect = {rect_area, rect_name};
static const struct ops tri = {.name = tri_name, .area = tri_area};

struct button { int clicks; void (*on_click)(struct button *); };
static void count(struct button *b) { b->clicks++; }
static void jump(struct button *b)
{
    b->clicks += 10;
    b->on_click = count;
}

int main(void)
{
    struct shape shapes[] = {{&rect, 2, 3}, {&tri, 4, 5}, {&rect, 1, 1}};
    double total = 0;
    for (int i = 0; i < 3; i++) {
        struct shape *s = &shapes[i];
        printf("%s %.1f\n", s->ops->name(), s->ops->area(s));
        total += (*s->ops->area)(s);
    }
    printf("%.1f\n", total);
    struct button b = {0, jump};
    for (int i = 0; i < 3; i++)
        b.on_click(&b);
    printf("%d\n", b.clicks);
    return 0;
}
