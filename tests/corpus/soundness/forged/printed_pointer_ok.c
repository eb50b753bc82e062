//@ property: unreach
//@ truth: true
//@ soundness
// A pointer is printed, read again and written through.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int a = 1;
    char text[32];
    void *v = 0;
    sprintf(text, "%p", (void *)&a);
    if (sscanf(text, "%p", &v) != 1)
        return 0;
    *(int *)v = 7;
    if (a == 8)
        reach_error();
    return 0;
}
