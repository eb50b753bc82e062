//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
//@ unseen: gcc gives each of the variables memory of its own
// Two lives in one place: a pointer out of a statement expression may write what lies there next.
extern void reach_error(void);

int main(void) {
    int *p = ({ int t = 1; &t; });
    int w = ({ int u = 2; *p = 3; u; });
    if (w == 3)
        reach_error();
    return 0;
}
