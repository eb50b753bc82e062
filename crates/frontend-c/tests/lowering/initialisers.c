// Initialisers of locals: zero first, then the values in the order of members.
struct in { short x; int bits : 3; }; struct out { struct in a; int b[3]; char c[4]; union { int i; float f; } u; };
struct in make(void);
int next(void);
void f(int n) { struct out o = { .b = { [1] = n, 2 }, .c = "hi", .a = { 1, .bits = 2 }, .u.f = 1.5f }; int a[3] = { 1, next(), n++ }; int s = { 4 }; struct in copy = o.a, made = make(); char text[] = "hey"; struct out z = {}; static int once = 3; int list[2][2] = { { 1 }, { 2 } }; }
int main(void) { return 0; }
