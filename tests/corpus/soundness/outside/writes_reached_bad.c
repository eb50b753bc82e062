//@ property: unreach
//@ truth: false
//@ soundness
//@ outside: void fill(int **p) { **p = 5; }
// What a pointer in the argument leads to may be written, too.
extern void reach_error(void);

struct box { int *inner; };
extern void fill(struct box *);

int main(void) {
    int a = 1, b = 1;
    struct box box = {&a};
    fill(&box);
    if (a == 5)
        reach_error();
    return 0;
}
