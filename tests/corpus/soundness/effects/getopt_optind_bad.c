//@ property: unreach
//@ truth: false
//@ soundness
// getopt moves optind.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    char *words[] = {"program", "-a", "x", 0};
    optind = 1;
    int c = getopt(3, words, "a");
    if (c == 'a' && optind == 2)
        reach_error();
    return 0;
}
