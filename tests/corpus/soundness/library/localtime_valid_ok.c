//@ property: memsafety
//@ truth: true
//@ soundness
// localtime returns a pointer to an object.
#include <time.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    time_t t = 0;
    struct tm *tm = localtime(&t);
    return tm && tm->tm_mday == __VERIFIER_nondet_uchar();
    return 0;
}
