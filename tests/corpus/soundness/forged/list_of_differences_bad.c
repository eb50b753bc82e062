//@ property: unreach
//@ truth: false
//@ soundness
// A list whose links are the exclusive or of both neighbours.
extern void reach_error(void);

struct N {
    int v;
    unsigned long l;
};
int main(void) {
    struct N a = {1, 0}, b = {2, 0}, c = {3, 0};
    a.l = (unsigned long)&b;
    b.l = (unsigned long)&a ^ (unsigned long)&c;
    c.l = (unsigned long)&b;
    unsigned long prev = 0, cur = (unsigned long)&a;
    for (int i = 0; i < 2; i++) {
        struct N *n = (struct N *)cur;
        unsigned long nx = n->l ^ prev;
        prev = cur;
        cur = nx;
    }
    ((struct N *)cur)->v = 9;
    if (c.v == 9)
        reach_error();
    return 0;
}
