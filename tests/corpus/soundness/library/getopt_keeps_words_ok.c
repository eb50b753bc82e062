//@ property: unreach
//@ truth: true
//@ soundness
// Words are moved, not made.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    static char a0[] = "p", a1[] = "f", a2[] = "-x";
    static char *av[] = {a0, a1, a2, 0};
    getopt(3, av, "x");
    if (av[0] != a0 || (av[1] != a1 && av[1] != a2)) reach_error();
    return 0;
}
