// An optional callback is called without a check
#include <stdio.h>

struct button { const char *label; void (*pressed)(const char *); };

static void say(const char *label) { puts(label); }

int main(void)
{
    struct button buttons[2] = {{"ok", say}, {.label = "cancel"}};
    for (int i = 0; i < 2; i++) {
        struct button *b = &buttons[i];
        if (b->pressed)
            b->pressed(b->label);
    }
    return 0;
}
