// The left side of a compound assignment or ++ is evaluated exactly once
#include <stdio.h>

static int calls;
static int array[4] = {1, 2, 3, 4};
static int *slot(int i)
{
    calls++;
    return &array[i];
}
static int index_of(void) { return calls++ % 4; }

int main(void)
{
    *slot(0) += 10;
    (*slot(1))++;
    --*slot(2);
    *slot(3) <<= 2;
    printf("%d %d %d %d, %d\n", array[0], array[1], array[2], array[3], calls);
    array[index_of()] *= 3;
    array[index_of()]--;
    printf("%d %d %d %d, %d\n", array[0], array[1], array[2], array[3], calls);
    int *p = array;
    *p++ += 100;
    *p++ = 50;
    *++p -= 1;
    printf("%d %d %d %d, %d\n", array[0], array[1], array[2], array[3], (int)(p - array));
    int i = 0;
    array[i++] = 9;
    array[i++] += 9;
    printf("%d %d %d\n", i, array[0], array[1]);
    return 0;
}
