// A global pointer is used before anyone has set it
#include <stdio.h>

static int *current;
static int slots[4];

static void select(int i)
{
    if (i >= 0 && i < 4)
        current = &slots[i];
}

int main(void)
{
    select(4);
    *current = 5; //@ error: null-deref
    printf("%d\n", slots[3]);
    return 0;
}
