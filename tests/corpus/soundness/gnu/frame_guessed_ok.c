//@ property: unreach
//@ truth: true
//@ soundness
// Where the frame of a function lies only the machine knows: not in the first page.
extern void reach_error(void);

int main(void) {
    if ((unsigned long)__builtin_frame_address(0) == 5)
        reach_error();
    return 0;
}
