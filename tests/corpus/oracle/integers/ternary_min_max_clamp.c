// Small integer helpers on every width: clamp, average, saturating and modular arithmetic
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
static uint8_t saturating_add(uint8_t a, uint8_t b)
{
    unsigned s = a + b;
    return s > 255 ? 255 : s;
}
static int16_t saturating_sub(int16_t a, int16_t b) { return (int16_t)clamp(a - b, INT16_MIN, INT16_MAX); }
static unsigned average(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
static int modulo(int a, int b) { return (a % b + b) % b; }
static int floor_div(int a, int b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

int main(void)
{
    printf("%d %d %d\n", clamp(5, 0, 3), clamp(-5, 0, 3), clamp(2, 0, 3));
    printf("%d %d\n", saturating_add(200, 100), saturating_add(20, 10));
    printf("%d %d\n", saturating_sub(-32000, 1000), saturating_sub(32000, -1000));
    printf("%u %u\n", average(UINT_MAX, UINT_MAX - 2), average(3, 8));
    for (int a = -4; a <= 4; a += 2)
        printf("%d/%d ", modulo(a, 3), floor_div(a, 3));
    printf("\n");
    return 0;
}
