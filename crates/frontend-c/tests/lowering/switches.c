// Cases in any order, ranges, fall through, declarations that are jumped over, Duff's device.
int ranges(int n) { int r = 0; switch (n) { case 1 ... 5: r = 1; case 7: r += 2; break; default: r = 9; } return r; }
int no_default(unsigned char c) { switch (c) { case 200: return 1; } return 0; }
int skipped(int n) { switch (n) { int x; case 1: x = 2; return x; } return 0; }
int constant(void) { switch (3) { case 1: return 1; case 3: return 3; default: return 4; } }
void duff(char *to, char *from, int n) { switch (n % 4) { case 0: do { *to = *from++; case 3: *to = *from++; case 1: *to = *from++; } while (--n > 0); } }
int nested(int a, int b) { switch (a) { case 1: switch (b) { case 1: return 1; default: break; } break; case 2: return 2; } return 0; }
int complex(int *p) { switch (p[0] + 1) { case 1: return 1; case 2: return 2; } return 3; }
int main(void) { return 0; }
