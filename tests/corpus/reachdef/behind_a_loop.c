//@ property: unreach
//@ truth: true
//@ expect(reachdef.toml): true
// Nothing leads out of the loop. The states of one location are joined, so that the graph is finite.
extern void reach_error(void);

int main(void) {
    int x = 0;
    for (;;) {
        x = x > 5 ? 0 : x + 1;
    }
    reach_error();
    return x;
}
