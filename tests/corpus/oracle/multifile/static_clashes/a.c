// Static functions and variables of the same name in two files stay apart
#include <stdio.h>

static int counter = 1;
static int step(void) { return counter += 1; }
static const char *name = "a";

int b_step(void);
const char *b_name(void);
int shared = 5;

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int mine = step();
        int other = b_step();
        printf("%d %d\n", mine, other);
    }
    printf("%s %s %d %d\n", name, b_name(), counter, shared);
    return 0;
}
