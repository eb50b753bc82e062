//@ property: unreach
//@ truth: false
//@ soundness
// Output may fail.
#include <stdio.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    close(1);
    setvbuf(stdout, 0, _IONBF, 0);
    if (printf("hello\n") < 0) reach_error();
    return 0;
}
