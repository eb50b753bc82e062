// Outputs of assembly get any value, barriers do nothing.
int f(int x, int *p) { int y; __asm__("bsf %1, %0" : "=r"(y) : "r"(x)); __asm__ volatile("" ::: "memory"); __asm__("" : "+r"(x)); __asm__("" : "=r"(x) : "0"(y)); __asm__ volatile("mfence" ::: "memory"); __asm__("incl %0" : "+m"(*p)); __asm__ volatile("rep stosb" : : "D"(p), "c"(4), "a"(0) : "memory"); return y; }
int main(void) { return 0; }
