//@ property: unreach
//@ truth: false
//@ soundness
// A number gets the bits of a pointer by a switch, and is written through.
extern void reach_error(void);

int main(void) {
    int a = 1;
    unsigned long n = (unsigned long)&a, v = 0;
    for (int i = 60; i >= 0; i -= 4) {
        v <<= 4;
        switch (n >> i & 15) {
        case 1: v += 1; break;
        case 2: v += 2; break;
        case 3: v += 3; break;
        case 4: v += 4; break;
        case 5: v += 5; break;
        case 6: v += 6; break;
        case 7: v += 7; break;
        case 8: v += 8; break;
        case 9: v += 9; break;
        case 10: v += 10; break;
        case 11: v += 11; break;
        case 12: v += 12; break;
        case 13: v += 13; break;
        case 14: v += 14; break;
        case 15: v += 15; break;
        }
    }

    *(int *)v = 7;
    if (a == 7)
        reach_error();
    return 0;
}
