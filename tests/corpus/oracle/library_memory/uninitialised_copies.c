// Copying partly initialised structs and buffers is fine as long as only initialised parts are used
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packet { int length; char padding; int payload[8]; };

static struct packet make(int n)
{
    struct packet p;
    p.length = n;
    for (int i = 0; i < n; i++)
        p.payload[i] = i * 3;
    return p;
}

int main(void)
{
    struct packet a = make(3), b;
    b = a;
    printf("%d %d\n", b.length, b.payload[2]);
    char buffer[32], other[32];
    strcpy(buffer, "short");
    memcpy(other, buffer, sizeof buffer);
    printf("%s\n", other);
    struct packet *h = malloc(sizeof *h), *k = malloc(sizeof *k);
    if (!h || !k)
        return 1;
    h->length = 1;
    h->payload[0] = 9;
    *k = *h;
    memcpy(h, k, sizeof *h);
    printf("%d\n", h->payload[0] + k->length);
    free(h);
    free(k);
    int x;
    int *p = &x;
    *p = 4;
    printf("%d\n", x);
    return 0;
}
