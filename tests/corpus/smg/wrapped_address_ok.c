//@ property: unreach
//@ truth: true
//@ expect(smg-reach): true
// Numbers of addresses go around the address space: adding the largest number is subtracting one.
#include <stdint.h>

extern void reach_error(void);

int main(void) {
    char text[4] = "abc";
    uintptr_t here = (uintptr_t)(text + 2);
    if (here + (uintptr_t)-1 != (uintptr_t)(text + 1)) reach_error();
    if (here - (uintptr_t)-1 != (uintptr_t)(text + 3)) reach_error();
    if (*(char *)(here + (uintptr_t)-2) != 'a') reach_error();
    return 0;
}
