//@ property: unreach
//@ truth: false
//@ soundness
// localtime and gmtime share a date.
#include <time.h>
extern void reach_error(void);

int main(void) {
    time_t t = 864000, u = 0;
    struct tm *p = gmtime(&t);
    int day = p->tm_mday;
    localtime(&u);
    if (p->tm_mday != day) reach_error();
    return 0;
}
