//@ property: memsafety
//@ truth: false
//@ expect(execution): unknown
// An element is lost. Violations of memory must be predicted by an analysis.
#include <stdlib.h>

int main(void) {
    int *lost = malloc(4);
    *lost = 1;
    lost = 0;
    return 0;
}
