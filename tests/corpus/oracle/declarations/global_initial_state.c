// Globals of every kind start out zero or with their constant value
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

char gc;
short gs = -1;
unsigned gu = -1;
long long gll = 1ll << 50;
float gf = 0.5;
double gd;
long double gld = 3;
bool gb = 5;
int *gp;
int (*gfp)(void);
int ga[3] = {1};
struct { int a; char b[3]; double c; } gst = {.b = "x"};
union { int i; float f; } gun;
enum { P, Q, R } ge = R;
static const int derived = sizeof ga / sizeof *ga * 10;
int signed_from_double = (int)-2.75;
double from_int = 7 / 2;
char from_wide = 0x1ff;
ptrdiff_t difference = &ga[2] - &ga[0];

int main(void)
{
    printf("%d %d %u %lld\n", gc, gs, gu, gll);
    printf("%.1f %.1f %.1Lf %d\n", gf, gd, gld, gb);
    printf("%d %d %d %d\n", gp == NULL, gfp == NULL, ga[0], ga[2]);
    printf("%d %s %.1f %d %d\n", gst.a, gst.b, gst.c, gun.i, ge);
    printf("%d %d %.1f %d %td\n", derived, signed_from_double, from_int, from_wide, difference);
    return 0;
}
