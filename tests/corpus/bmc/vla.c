//@ property: unreach
//@ truth: true
//@ expect(bmc): true
//@ expect(k-induction): true
// An array whose length is known at run time only.
void reach_error(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int n = __VERIFIER_nondet_uchar() % 4 + 1;
    int squares[n], others[n];
    for (int i = 0; i < n; i++) {
        squares[i] = i * i;
        others[i] = -1;
    }
    for (int i = 0; i < n; i++)
        if (squares[i] != i * i || others[i] != -1) reach_error();
    return 0;
}
