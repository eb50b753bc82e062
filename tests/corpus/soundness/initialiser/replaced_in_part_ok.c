//@ property: unreach
//@ truth: true
//@ soundness
//@ assumption
// A member of a record that a call gave as a whole is replaced: gcc drops the call.
extern void reach_error(void);

struct s { int a, b; };
static int g = 1;
static struct s f(void) {
    g = 9;
    return (struct s){4, 5};
}

int main(void) {
    struct { struct s x; } q = {f(), .x.b = 7};
    if (q.x.b != 7)
        reach_error();
    return 0;
}
