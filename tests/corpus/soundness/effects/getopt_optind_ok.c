//@ property: unreach
//@ truth: true
//@ soundness
// getopt moves optind.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    char *words[] = {"program", "-a", "x", 0};
    optind = 1;
    int c = getopt(3, words, "a");
    if (c == 'a' && optind == 1)
        reach_error();
    return 0;
}
