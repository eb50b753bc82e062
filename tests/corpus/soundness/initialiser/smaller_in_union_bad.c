//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// A later and smaller member of a union replaces an earlier one: nothing of that is left with gcc.
extern void reach_error(void);

int main(void) {
    union { unsigned a; unsigned char b; } q = {.a = 0xffffffff, .b = 4};
    if (q.a == 4)
        reach_error();
    return 0;
}
