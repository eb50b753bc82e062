// Pointers survive a round trip through intptr_t, and null converts to zero
#include <stdint.h>
#include <stdio.h>

struct pair { int a, b; };

int main(void)
{
    int array[4] = {10, 20, 30, 40};
    struct pair p = {1, 2};
    intptr_t raw = (intptr_t)&array[2];
    printf("%d\n", *(int *)raw);
    uintptr_t first = (uintptr_t)&array[0], last = (uintptr_t)&array[3];
    printf("%d\n", (int)(last - first));
    printf("%d\n", *(int *)(first + sizeof(int)));
    printf("%d\n", (uintptr_t)(void *)0 == 0);
    printf("%d\n", (int)((uintptr_t)&p.b - (uintptr_t)&p));
    printf("%zu %d\n", sizeof(uintptr_t), sizeof(intptr_t) == sizeof(void *));
    printf("%d\n", (int)(first % sizeof(int)));
    void *tag = (void *)42;
    printf("%d\n", (int)(intptr_t)tag);
    return 0;
}
