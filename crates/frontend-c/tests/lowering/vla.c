// Lengths are evaluated once, where the declaration is reached; sizes use what was found then.
unsigned long f(int n) { int v[n++][n]; v[1][2] = 3; int (*p)[n] = v; p++; n = 9; return sizeof v + sizeof v[0] + sizeof *p; }
int g(int n, int m[n][n + 1]) { return m[1][2]; }
int scope(int n) { int s = 0; while (n-- > 0) { char v[n + 1]; s += sizeof v; } return s; }
void *h(unsigned n) { return __builtin_alloca(n); }
int main(void) { return 0; }
