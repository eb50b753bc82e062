// Objects live from their declaration to the end of their block, however it is left.
int blocks(int n) { int s = 0; { int a = n; s += a; } { int b = 2; s += b; } return s; }
int leaving(int n) { while (n > 0) { int a = n; if (a == 3) break; if (a == 2) { n -= 2; continue; } n--; } return n; }
int literal(void) { struct p { int x, y; }; int s = 0; for (int i = 0; i < 3; i++) { struct p *q = &(struct p){ i, 2 }; s += q->x; } return s; }
int value(int n) { return ({ int z = n; z + 1; }); }
int main(void) { return 0; }
