// mode attributes select integer types by width
#include <stdio.h>

typedef int byte_t __attribute__((mode(QI)));
typedef unsigned int ushort_t __attribute__((mode(HI)));
typedef int int_t __attribute__((mode(SI)));
typedef int wide_t __attribute__((mode(DI)));
typedef unsigned int word_t __attribute__((mode(word)));
typedef int pointer_t __attribute__((mode(pointer)));

int main(void)
{
    byte_t b = 127;
    ushort_t s = 65535;
    wide_t w = 1;
    b++;
    s++;
    w <<= 40;
    printf("%d %d %lld\n", b, s, (long long)w);
    printf("%zu %zu %zu %zu\n", sizeof(byte_t), sizeof(ushort_t), sizeof(int_t), sizeof(wide_t));
    printf("%d %d\n", sizeof(word_t) == sizeof(long), sizeof(pointer_t) == sizeof(void *));
    return 0;
}
