//@ property: memsafety
//@ truth: false
//@ unseen: the sanitizers do not know memory of alloca after the return of its function
//@ expect(memsafety): false
// A function returns memory of alloca, which ends with the function.
#include <alloca.h>
#include <stdlib.h>

static int *squares(int count) {
    int *numbers = alloca(count * sizeof(int));
    for (int i = 0; i < count; i++) numbers[i] = i * i;
    return numbers;
}

int main(void) {
    int *numbers = squares(5);
    int last = numbers[4]; //@ error: valid-deref
    return last != 16;
}
