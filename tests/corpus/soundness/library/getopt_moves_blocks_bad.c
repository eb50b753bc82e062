//@ property: unreach
//@ truth: false
//@ soundness
// Words that are no options are moved all at once.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    static char a0[] = "p", a1[] = "f1", a2[] = "f2", a3[] = "f3", a4[] = "-x";
    static char *av[] = {a0, a1, a2, a3, a4, 0};
    getopt(5, av, "x");
    getopt(5, av, "x");
    if (av[1] == a4 && av[2] == a1 && av[3] == a2 && av[4] == a3) reach_error();
    return 0;
}
