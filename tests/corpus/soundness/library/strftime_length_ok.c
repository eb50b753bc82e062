//@ property: unreach
//@ truth: true
//@ soundness
// A year has four digits.
#include <time.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    struct tm tm = {.tm_year = 100, .tm_mday = 1};
    char text[8] = "";
    if (strftime(text, sizeof text, "%Y", &tm) == 4 && text[0] != '2' && __VERIFIER_nondet_uchar())
        reach_error();
    return 0;
}
