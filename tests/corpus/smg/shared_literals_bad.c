//@ property: unreach
//@ truth: false
//@ expect(smg-reach): false
// Equal string literals may be one object.
extern void reach_error(void);

static const char *first(void) {
    return "text";
}

static const char *second(void) {
    return "text";
}

int main(void) {
    if (first() == second()) reach_error();
    return 0;
}
