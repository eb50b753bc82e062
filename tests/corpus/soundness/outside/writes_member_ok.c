//@ property: unreach
//@ truth: true
//@ soundness
//@ outside: void fill(int *p) { p[1] = 5; }
// A pointer to a struct lets all its members be written.
extern void reach_error(void);

struct pair { int a, b; };
extern void fill(struct pair *);

int main(void) {
    struct pair p = {1, 1}, q = {1, 1};
    fill(&p);
    if (q.b == 5)
        reach_error();
    return 0;
}
