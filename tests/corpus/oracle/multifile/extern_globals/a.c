// Globals defined in one file and used in another, in both directions
#include <stdio.h>

extern int table[];
extern const char *const labels[3];
extern double ratio;
extern struct point { int x, y; } origin;
int limit = 3;
void scale(int by);

int main(void)
{
    for (int i = 0; i < limit; i++)
        printf("%s %d\n", labels[i], table[i]);
    scale(4);
    printf("%d %d %.2f\n", table[0], table[2], ratio);
    origin.x += 10;
    limit--;
    scale(2);
    printf("%d %d %d %.2f\n", table[0], table[2], origin.y, ratio);
    return 0;
}
