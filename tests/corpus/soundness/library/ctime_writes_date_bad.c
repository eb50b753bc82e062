//@ property: unreach
//@ truth: false
//@ soundness
// ctime works out a local date where localtime does.
#include <time.h>
extern void reach_error(void);

int main(void) {
    time_t t = 864000, u = 0;
    struct tm *p = gmtime(&t);
    int day = p->tm_mday;
    ctime(&u);
    if (p->tm_mday != day) reach_error();
    return 0;
}
