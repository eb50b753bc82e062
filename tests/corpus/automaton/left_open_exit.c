//@ property: spec left_open.spc
//@ truth: false
//@ expect(value): false
// The same where `exit` ends the program.
#include <stdlib.h>
void acquire(int which) {}
int main(void) {
    acquire(1);
    exit(0);
}
