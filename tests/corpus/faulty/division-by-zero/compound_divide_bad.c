// Dividing in place by a difference that can vanish
#include <stdio.h>

struct line { int x1, y1, x2, y2; };

int main(void)
{
    struct line lines[] = {{0, 0, 2, 8}, {3, 1, 3, 9}};
    for (int i = 0; i < 2; i++) {
        int slope = lines[i].y2 - lines[i].y1;
        slope /= lines[i].x2 - lines[i].x1; //@ error: division-by-zero
        printf("%d\n", slope);
    }
    return 0;
}
