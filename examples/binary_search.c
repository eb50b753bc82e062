// Which release broke the build? Tests as few releases as possible, by bisection.
#include <assert.h>
#include <stdio.h>

extern int passes(int release); // builds and tests a release

// The first release in [low, high] that does not pass; high is known not to.
static int first_broken(int low, int high) {
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (passes(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int main(void) {
    int newest;
    if (scanf("%d", &newest) != 1 || newest < 1)
        return 1;
    int release = first_broken(1, newest);
    assert(1 <= release && release <= newest);
    printf("release %d is the first broken one\n", release);
    return 0;
}
