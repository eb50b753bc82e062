//@ property: unreach
//@ truth: true
//@ soundness
// No slash is put into a name.
#include <stdlib.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    char t[] = "/tmp/aXXXXXX";
    if (mkstemp(t) < 0) return 0;
    unlink(t);
    if (t[6] == '/') reach_error();
    return 0;
}
