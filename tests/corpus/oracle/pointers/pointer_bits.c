// Pointers stored and copied byte by byte still point to their object
#include <stdio.h>
#include <string.h>

struct slot { char tag; int *target; };

int main(void)
{
    int a = 1, b = 2, *p = &a, *q = NULL;
    unsigned char bytes[sizeof p];
    for (size_t i = 0; i < sizeof p; i++)
        bytes[i] = ((unsigned char *)&p)[i];
    memcpy(&q, bytes, sizeof q);
    *q = 10;
    printf("%d %d\n", a, p == q);
    struct slot s[2] = {{'a', &a}, {'b', &b}}, t[2];
    memcpy(t, s, sizeof s);
    *t[1].target += 5;
    printf("%d %c\n", b, t[1].tag);
    union { int *p; unsigned char raw[sizeof(int *)]; } u = {&a}, w;
    for (int i = (int)sizeof(int *) - 1; i >= 0; i--)
        w.raw[i] = u.raw[i];
    ++*w.p;
    printf("%d\n", a);
    memset(&p, 0, sizeof p);
    printf("%d %d\n", p == NULL, memcmp(&q, &u.p, sizeof q));
    int *swap[2] = {&a, &b};
    memcpy(&q, &swap[0], sizeof q);
    memmove(&swap[0], &swap[1], sizeof q);
    memcpy(&swap[1], &q, sizeof q);
    printf("%d %d\n", *swap[0], *swap[1]);
    return 0;
}
