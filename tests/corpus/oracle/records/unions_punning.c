// Unions: reading another member reinterprets the bytes (little endian)
#include <stdint.h>
#include <stdio.h>

union word {
    uint32_t u;
    int32_t i;
    uint16_t h[2];
    uint8_t b[4];
    float f;
};

union mixed { char c; short s; int i; long long ll; double d; void *p; };

int main(void)
{
    union word w = {0x11223344};
    printf("%x %x %x\n", w.b[0], w.b[3], w.h[1]);
    w.b[3] = 0xff;
    printf("%x %d\n", w.u, w.i);
    w.f = -1.5f;
    printf("%x\n", w.u);
    w.u = 0x3f800000;
    printf("%.1f\n", w.f);
    w.h[0]++;
    printf("%.9g\n", w.f);
    printf("%zu %zu\n", sizeof w, sizeof(union mixed));
    union mixed m = {.ll = 0x4142434445464748ll};
    printf("%c %x %x\n", m.c, m.s, m.i);
    m.d = 1.0;
    printf("%llx\n", (unsigned long long)m.ll);
    union word copy = w, *p = &copy;
    p->b[0] ^= 0xff;
    printf("%x %x\n", w.u, copy.u);
    printf("%d\n", (void *)&m.c == (void *)&m.d);
    return 0;
}
