//@ property: unreach
//@ truth: true
//@ soundness
// Numbers get the bytes of pointers to two objects that are there.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
    long *p = malloc(sizeof *p);
    if (!p)
        return 0;
    unsigned long first, second;
    memcpy(&first, &p, sizeof first);
    
    long *q = malloc(sizeof *q);
    if (!q)
        return 0;
    memcpy(&second, &q, sizeof second);
    if (first == second)
        reach_error();
    return 0;
}
