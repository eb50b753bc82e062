// A ring buffer over a power-of-two array with wrapping indices
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define SIZE 8u

struct ring {
    uint8_t data[SIZE];
    uint8_t head, tail;
    unsigned dropped;
};

static bool put(struct ring *r, uint8_t b)
{
    if ((uint8_t)(r->head - r->tail) == SIZE) {
        r->dropped++;
        return false;
    }
    r->data[r->head++ % SIZE] = b;
    return true;
}

static int get(struct ring *r)
{
    if (r->head == r->tail)
        return -1;
    return r->data[r->tail++ % SIZE];
}

int main(void)
{
    static struct ring r;
    r.head = r.tail = 250;
    int sum = 0;
    for (int i = 0; i < 40; i++) {
        put(&r, (uint8_t)(i * 7));
        if (i % 3 != 0)
            sum = (sum * 5 + get(&r)) % 10007;
    }
    printf("%d %u\n", sum, r.dropped);
    int c, n = 0;
    while ((c = get(&r)) >= 0)
        printf("%d:%d ", n++, c);
    printf("\n%d %d\n", r.head, r.tail);
    return 0;
}
