// Base64 encoding and decoding
#include <stdio.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(char *out, const unsigned char *in, size_t n)
{
    char *start = out;
    for (size_t i = 0; i < n; i += 3) {
        unsigned v = in[i] << 16 | (i + 1 < n ? in[i + 1] << 8 : 0) | (i + 2 < n ? in[i + 2] : 0);
        *out++ = alphabet[v >> 18];
        *out++ = alphabet[v >> 12 & 63];
        *out++ = i + 1 < n ? alphabet[v >> 6 & 63] : '=';
        *out++ = i + 2 < n ? alphabet[v & 63] : '=';
    }
    *out = 0;
    return out - start;
}

static size_t decode(unsigned char *out, const char *in)
{
    unsigned v = 0;
    int bits = 0;
    size_t n = 0;
    for (; *in && *in != '='; in++) {
        v = v << 6 | (unsigned)(strchr(alphabet, *in) - alphabet);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[n++] = v >> bits & 0xff;
        }
    }
    return n;
}

int main(void)
{
    const char *texts[] = {"", "f", "fo", "foo", "foobar", "light \xff\x80\x01 work"};
    for (int i = 0; i < 6; i++) {
        char coded[64];
        unsigned char back[64];
        size_t n = encode(coded, (const unsigned char *)texts[i], strlen(texts[i]));
        size_t m = decode(back, coded);
        printf("%s %zu %d\n", coded, n, m == strlen(texts[i]) && memcmp(back, texts[i], m) == 0);
    }
    return 0;
}
