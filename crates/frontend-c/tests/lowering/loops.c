// One head for each loop; constants in conditions take no branch.
int while_loop(int n) { int s = 0; while (n > 0) { s += n; n--; } return s; }
int do_loop(int n) { do n--; while (n > 5); return n; }
int for_loop(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; if (i == 7) break; s += i; } return s; }
int forever(int n) { while (1) { if (n++ > 9) break; } for (;;) if (n--) return n; }
int once(int n) { do { if (n) break; n = 2; } while (0); return n; }
void empty(int n) { while (n) ; for (;;) ; }
int heads(int n) { do { do n--; while (n > 3); } while (n > 1); return n; }
int main(void) { return 0; }
