//@ property: unreach
//@ truth: true
//@ expect(base): true
// A call returns to where it came from, not to where others of the same function come from.
extern void reach_error(void);

static int depth;

static void step(void) {
    depth = depth + 1;
}

int main(void) {
    step();
    return depth;
    step();
    reach_error();
}
