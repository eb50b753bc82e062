// The lights of a crossing. Cars and pedestrians must never have green at the same time.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

enum phase { CARS_GREEN, CARS_YELLOW, ALL_RED, WALK };

struct crossing {
    enum phase phase;
    bool cars_green;
    bool walk_green;
    bool requested;
};

static void tick(struct crossing *x) {
    switch (x->phase) {
    case CARS_GREEN:
        if (x->requested) {
            x->cars_green = false;
            x->phase = CARS_YELLOW;
        }
        break;
    case CARS_YELLOW:
        x->phase = ALL_RED;
        break;
    case ALL_RED:
        if (x->requested) {
            x->walk_green = true;
            x->requested = false;
            x->phase = WALK;
        } else {
            x->cars_green = true;
            x->phase = CARS_GREEN;
        }
        break;
    case WALK: // forgets to switch the light off
        x->phase = ALL_RED;
        break;
    }
}

int main(void) {
    struct crossing x = {CARS_GREEN, true, false, false};
    int c;
    while ((c = getchar()) != EOF) {
        if (c == 'b')
            x.requested = true; // somebody pushes the button
        else
            tick(&x);
        assert(!(x.cars_green && x.walk_green));
    }
    puts("off");
    return 0;
}
