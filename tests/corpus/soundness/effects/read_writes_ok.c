//@ property: unreach
//@ truth: true
//@ soundness
// read fills a buffer.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    char block[4] = {0, 0, 0, 0};
    long n = read(0, block, 2);
    if (n == 2 && block[3] == 'a')
        reach_error();
    return 0;
}
