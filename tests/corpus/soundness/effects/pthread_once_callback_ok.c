//@ property: unreach
//@ truth: true
//@ soundness
// pthread_once calls its function once.
#include <pthread.h>
extern void reach_error(void);

static int runs;
static void begin(void) { runs++; }

int main(void) {
    pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin);
    pthread_once(&once, begin);
    if (runs == 2)
        reach_error();
    return 0;
}
