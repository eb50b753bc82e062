// goto in every direction: lives end and begin on the way.
int forward(int n) { if (n) goto out; n = 2; out: return n; }
int backward(int n) { again: n--; if (n > 0) goto again; return n; }
int into(int n) { if (n) goto in; { int x = 1; in: x = 2; n = x; } return n; }
int out_of(int n) { { int x = n; { int y = x; if (y) goto end; } x = 2; } end: return n; }
int past(int n) { start: ; int x = n; if (x > 3) { n--; goto start; } return x; }
int dead(int n) { return n; unused: n = 2; goto unused; }
int computed(int n) { void *to[] = { &&one, &&two }; goto *to[n]; one: return 1; two: return 2; }
int main(void) { return 0; }
