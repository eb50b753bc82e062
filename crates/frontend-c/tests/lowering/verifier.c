// Assumptions are single edges, inputs are extern calls, assertions are branches.
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void abort(void); extern void reach_error(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int f(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0 && y < 3); __VERIFIER_assume(x == 1 || y == 2); __VERIFIER_assume(!(x && y)); if (!(x > y)) { reach_error(); abort(); } ((x != 3) ? (void)0 : __assert_fail("x != 3", "f.c", 1, "f")); return x; }
int main(void) { return 0; }
