// goto into the body of a loop skips the initialisation and condition
#include <stdio.h>

int main(void)
{
    int i = 3, turns = 0;
    goto middle;
    for (i = 0; i < 5; i++) {
        turns += 100;
    middle:
        turns++;
    }
    printf("%d %d\n", i, turns);
    int k = 2;
    goto body;
    while (k > 0) {
        printf("top ");
    body:
        printf("body%d ", k--);
    }
    printf("\n");
    int state = 0;
    do {
        if (state)
            goto second;
        printf("first ");
        state = 1;
        continue;
    second:
        printf("second\n");
        state = 0;
    } while (state);
    return 0;
}
