//@ property: unreach
//@ truth: true
//@ soundness
// getrandom fills a buffer.
#include <sys/random.h>
extern void reach_error(void);

int main(void) {
    unsigned char b[8] = {0}, sum = 0, rest = 0;
    getrandom(b, 8, 0);
    for (int i = 0; i < 8; i++)
        sum |= b[i];
    if (rest != 0)
        reach_error();
    return 0;
}
