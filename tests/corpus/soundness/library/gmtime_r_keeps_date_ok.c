//@ property: unreach
//@ truth: true
//@ soundness
// gmtime_r writes what it gets alone.
#include <time.h>
extern void reach_error(void);

int main(void) {
    time_t t = 864000, u = 0;
    struct tm *p = gmtime(&t), own;
    if (!p) return 0;
    int day = p->tm_mday;
    gmtime_r(&u, &own);
    if (p->tm_mday != day) reach_error();
    return 0;
}
