//@ property: unreach
//@ truth: false
//@ expect(symbolic-slicing): false
//@ expect(symbolic-slicing-cegar): false
//@ expect(value-slicing): false
//@ expect(target_location.toml): false
// Fig. 21 of the thesis on slicing and refinement: the violation does not depend on x, but the first path to it does. A
// slice for the end of that path believes it, and it is FALSE only because a run on another way reaches the end, too; a slice
// for all of its conditions finds the way that a run can take.
extern void reach_error(void);

int main(void) {
    int x = 0;
    if (x < 0) {
        x = 2;
    } else {
        x = 1;
    }
    reach_error();
    return 0;
}
