// A door that must never be opened while it is locked.
#include <assert.h>

extern int next_event(void); // any value: the environment decides

enum { LOCK = 1, UNLOCK = 2, OPEN = 3, CLOSE = 4 };

int main(void) {
    int locked = 0;
    int open = 0;
    for (int i = 0; i < 3; i++) {
        int event = next_event();
        if (event == LOCK) {
            locked = !open;
        } else if (event == UNLOCK) {
            locked = 0;
        } else if (event == OPEN && !locked) {
            open = 1;
        } else if (event == CLOSE) {
            open = 0;
        }
        assert(!(open && locked));
    }
    return 0;
}
