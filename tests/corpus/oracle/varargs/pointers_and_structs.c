// Pointers, strings and structs as variable arguments
#include <stdarg.h>
#include <stdio.h>

struct small { int a; };
struct pair { double x; int n; };
struct large { int v[10]; };

static void show(const char *kinds, ...)
{
    va_list ap;
    va_start(ap, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 's')
            printf("%s ", va_arg(ap, const char *));
        else if (*kinds == 'p')
            printf("%d ", *va_arg(ap, int *));
        else if (*kinds == '1')
            printf("%d ", va_arg(ap, struct small).a);
        else if (*kinds == '2') {
            struct pair p = va_arg(ap, struct pair);
            printf("%.1f/%d ", p.x, p.n);
        } else if (*kinds == '3') {
            struct large l = va_arg(ap, struct large);
            printf("%d/%d ", l.v[0], l.v[9]);
        } else if (*kinds == 'f')
            printf("%d ", va_arg(ap, int (*)(int))(20));
    }
    va_end(ap);
    printf("\n");
}

static int add1(int v) { return v + 1; }

int main(void)
{
    int n = 33;
    struct large l = {{1, [9] = 10}};
    show("sps", "text", &n, "more");
    show("1213", (struct small){7}, (struct pair){2.5, 8}, (struct small){9}, l);
    show("3f1", l, add1, (struct small){-1});
    return 0;
}
