//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A function returns memory that outlives it.
#include <alloca.h>
#include <stdlib.h>

static int *squares(int count) {
    int *numbers = malloc(count * sizeof(int));
    if (!numbers) abort();
    for (int i = 0; i < count; i++) numbers[i] = i * i;
    return numbers;
}

int main(void) {
    int *numbers = squares(5);
    int last = numbers[4];
    free(numbers);
    return last != 16;
}
