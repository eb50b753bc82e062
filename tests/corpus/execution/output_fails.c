//@ property: unreach
//@ truth: true
//@ expect(execution): unknown
// Whether output fails is up to the machine.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int failed = printf("hello\n") < 0;
    if (failed > 1)
        reach_error();
    return 0;
}
