//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// Example program 1 of the SMG value-analysis thesis (Figure 1): the pointer has left the array when it is read.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *array = malloc(sizeof(int) * 10);
    for (int i = 0; i < 10; i++) {
        *array = i;
        array++;
    }
    assert(*array == 9);
}
