//@ property: unreach
//@ truth: true
//@ expect(execution): unknown
// Memory that was freed may be used again, or not.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *first = malloc(4);
    free(first);
    int *second = malloc(4);
    int same = first == second;
    if (same > 1)
        reach_error();
    free(second);
    return 0;
}
