//@ property: unreach
//@ truth: false
//@ soundness
// What alloca made in one call lies where it made something in the call before.
extern void reach_error(void);

void *make(void) { return __builtin_alloca(16); }

int main(void) {
    void *a = make(), *b = make();
    if (a == b)
        reach_error();
    return 0;
}
