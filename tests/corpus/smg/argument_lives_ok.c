//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// While the second argument is computed only a temporary holds the first one: it is not lost.
#include <stdlib.h>

static int count;

static int next(void) {
    return ++count;
}

static void consume(int *number, int value) {
    *number = value;
    free(number);
}

static int *make(void) {
    int *number = malloc(sizeof *number);
    if (!number) exit(2);
    return number;
}

int main(void) {
    consume(make(), next());
    return 0;
}
