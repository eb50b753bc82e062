// Assignments as values, compound assignments in their own type, increments of every kind of object.
struct pair { int a; unsigned b : 5; };
int chain(int *p) { int x, y; x = y = *p = 3; return x; }
int narrow(char c) { int i = c = 300; c += 2.5; c <<= 1; return i; }
int steps(char c, int *p, _Bool b, double d) { int old = c++; int new = --*p; b++; d--; p += 2; return *p++ + old + new; }
int fields(struct pair *p) { int v = p->b = 40; p->b += 3; return v + p->b++; }
void records(struct pair *p, struct pair q) { *p = q; struct pair r = *p; q = r; }
int main(void) { return 0; }
