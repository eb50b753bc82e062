//@ property: unreach
//@ truth: true
//@ soundness
// A child that is gone already is an error of pclose.
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    FILE *f = popen("true", "r");
    if (!f) return 0;
    wait(0);
    errno = 0;
    if (pclose(f) != -1) return 0;
    if (errno < 0) reach_error();
    return 0;
}
