// UTF-8 encoding and decoding with error detection
#include <stdint.h>
#include <stdio.h>

static int encode(unsigned char *out, uint32_t c)
{
    if (c < 0x80)
        return out[0] = c, 1;
    if (c < 0x800)
        return out[0] = 0xc0 | c >> 6, out[1] = 0x80 | (c & 63), 2;
    if (c < 0x10000)
        return out[0] = 0xe0 | c >> 12, out[1] = 0x80 | (c >> 6 & 63), out[2] = 0x80 | (c & 63), 3;
    out[0] = 0xf0 | c >> 18;
    out[1] = 0x80 | (c >> 12 & 63);
    out[2] = 0x80 | (c >> 6 & 63);
    out[3] = 0x80 | (c & 63);
    return 4;
}

static int decode(const unsigned char *s, int n, uint32_t *c)
{
    int length = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    if (!length || length > n)
        return 0;
    *c = length == 1 ? s[0] : s[0] & (0x7f >> length);
    for (int i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        *c = *c << 6 | (s[i] & 0x3f);
    }
    return length;
}

int main(void)
{
    uint32_t points[] = {0x24, 0x7f, 0x80, 0xa2, 0x7ff, 0x20ac, 0xffff, 0x10348};
    for (int i = 0; i < 8; i++) {
        unsigned char b[4];
        int n = encode(b, points[i]);
        printf("%05x:", points[i]);
        for (int k = 0; k < n; k++)
            printf(" %02x", b[k]);
        uint32_t back = 0;
        int m = decode(b, n, &back);
        printf(" %d %d\n", m == n, back == points[i]);
    }
    uint32_t c = 0;
    printf("%d %d %d\n", decode((const unsigned char *)"\xff", 1, &c), decode((const unsigned char *)"\xe2\x82", 2, &c),
           decode((const unsigned char *)"\xc3(", 2, &c));
    return 0;
}
