// Looking at objects through unsigned char pointers
#include <stdio.h>
#include <string.h>

static void dump(const void *p, size_t n)
{
    const unsigned char *b = p;
    while (n--)
        printf("%02x", *b++);
    printf(" ");
}

struct s { short a; char b; char c; int d; };

int main(void)
{
    int i = 0x12345678;
    short s = -2;
    long long ll = 1;
    double d = 1.5;
    float f = -0.0f;
    dump(&i, sizeof i);
    dump(&s, sizeof s);
    dump(&ll, sizeof ll);
    dump(&d, sizeof d);
    dump(&f, sizeof f);
    struct s v = {0x0102, 'b', 'c', -1};
    dump(&v, sizeof v);
    int array[2] = {1, 256};
    dump(array, sizeof array);
    printf("\n");
    unsigned char *bytes = (unsigned char *)&i;
    bytes[1] = 0xff;
    printf("%x\n", i);
    for (size_t k = 0; k < sizeof v; k++)
        ((char *)&v)[k] = (char)k;
    printf("%x %x %x %x\n", v.a, v.b, v.c, v.d);
    int back;
    char copy[sizeof back];
    memcpy(copy, &i, sizeof i);
    memcpy(&back, copy, sizeof back);
    printf("%d\n", back == i);
    return 0;
}
