//@ property: unreach
//@ truth: false
//@ soundness
// At the end optind goes back to the first word that is no option.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    static char *av[] = {"p", "f", "-x", 0};
    int first = getopt(3, av, "x"), at = optind;
    int second = getopt(3, av, "x");
    if (first == 'x' && second == -1 && optind < at) reach_error();
    return 0;
}
