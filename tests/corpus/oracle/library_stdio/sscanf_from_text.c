// sscanf on texts: numbers of every size and base, words, sets, widths, suppressed and counted conversions, ends and mismatches.
#include <stdio.h>

int main(void) {
    int a = -1, b = -1, n = -1;
    unsigned u = 0;
    long l = 0;
    short h = 0;
    signed char hh = 0;
    long long ll = 0;
    char word[16] = "", rest[16] = "", c = 0;
    int r = sscanf("17", "%d", &a);
    printf("%d %d\n", r, a);
    r = sscanf(" 12, -34 tail", "%d ,%d %s%n", &a, &b, word, &n);
    printf("%d %d %d %s %d\n", r, a, b, word, n);
    r = sscanf("0x1fz 077 1f", "%i%c%i %x", &a, &c, &b, &u);
    printf("%d %d %c %d %u\n", r, a, c, b, u);
    r = sscanf("123456", "%2d%*2d%hd", &a, &h);
    printf("%d %d %d\n", r, a, h);
    r = sscanf("300 -5 99999999999999999999", "%hhd %ld %lld", &hh, &l, &ll);
    printf("%d %d %ld %lld\n", r, hh, l, ll);
    r = sscanf("key=value;x", "%[a-z]=%[^;]", word, rest);
    printf("%d %s %s\n", r, word, rest);
    r = sscanf("", "%d", &a);
    printf("%d\n", r);
    r = sscanf("abc", "%d", &a);
    printf("%d\n", r);
    r = sscanf("50%", "%d%%%n", &a, &n);
    printf("%d %d %d\n", r, a, n);
    r = sscanf("7 x", "%d y%d", &a, &b);
    printf("%d %d\n", r, a);
    r = sscanf("4294967295 -1", "%u %u", &u, (unsigned *)&b);
    printf("%d %u %d\n", r, u, b);
    return 0;
}
