//@ property: unreach
//@ truth: false
//@ expect(smg-reach): false
// A pointer whose bytes nobody followed is the object that it equals.
extern void reach_error(void);

static int number = 1, other = 1;

int main(void) {
    int *first = &number, *second;
    for (unsigned i = 0; i < sizeof first; i++) ((char *)&second)[i] = ((char *)&first)[i];
    if (second == &other) return 1;
    if (second == &number) {
        *second = 3;
        if (number == 3) reach_error();
    }
    return 0;
}
