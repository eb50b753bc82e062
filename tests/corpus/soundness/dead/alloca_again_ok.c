//@ property: unreach
//@ truth: true
//@ soundness
// What alloca made in one call lies apart as long as the function has not returned.
extern void reach_error(void);

int same(void) {
    char *a = __builtin_alloca(16), *b = __builtin_alloca(16);
    return a == b;
}

int main(void) {
    if (same() || same())
        reach_error();
    return 0;
}
