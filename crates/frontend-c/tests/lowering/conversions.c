// Every conversion is written down.
struct w { long long wide : 40; unsigned u : 3; };
double mix(char c, unsigned u, float f, long double l) { return c + u + f + l; }
_Bool truth(int *p, double d, int x) { _Bool a = p, b = d, c = x > 2; return a + b + c; }
long bits(struct w *p) { return p->wide + p->u; }
void *pointers(long n, int *p) { char *c = (char *)p; return n ? (void *)n : c; }
int compare(int a, unsigned b, char *p, void *q) { return (a < b) + (p == q) + (a == 1.5); }
enum e { A, B = 5 }; enum e enums(enum e x) { return x == B ? A : x + 1; }
int main(void) { return 0; }
