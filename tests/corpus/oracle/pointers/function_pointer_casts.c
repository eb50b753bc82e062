// Function pointers cast to another type and back, stored as void pointers
#include <stdio.h>

typedef void (*generic)(void);

static int twice(int n) { return n * 2; }
static double half(double d) { return d / 2; }
static const char *name(void) { return "named"; }

struct entry { const char *signature; generic f; };

int main(void)
{
    struct entry table[] = {{"i(i)", (generic)twice}, {"d(d)", (generic)half}, {"s()", (generic)name}};
    for (int i = 0; i < 3; i++) {
        switch (table[i].signature[0]) {
        case 'i': printf("%d\n", ((int (*)(int))table[i].f)(21)); break;
        case 'd': printf("%.2f\n", ((double (*)(double))table[i].f)(2.5)); break;
        case 's': printf("%s\n", ((const char *(*)(void))table[i].f)()); break;
        }
    }
    void *raw = (void *)twice;
    int (*back)(int) = (int (*)(int))raw;
    printf("%d %d\n", back(5), back == twice);
    generic none = 0;
    printf("%d\n", none == 0);
    return 0;
}
