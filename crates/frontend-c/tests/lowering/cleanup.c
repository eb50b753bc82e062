// The attribute cleanup calls a function on every way out of the block.
extern void drop(int *p);
int f(int n) { __attribute__((cleanup(drop))) int a = n; { __attribute__((cleanup(drop))) int b = 2; if (n) return b; if (n > 2) goto out; } out: return a; }
int main(void) { return 0; }
