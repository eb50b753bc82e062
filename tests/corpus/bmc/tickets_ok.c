//@ property: unreach
//@ truth: true
//@ expect(bmc): true
//@ expect(predicate): true
//@ expect(k-induction): true
// Pointers that are small numbers, counted at run time, are no addresses and differ as numbers do.
void reach_error(void);
int counter = 1;
void *held[2];

void *ticket(void) {
    return (void *)(long)counter++;
}

int main(void) {
    void *a = ticket();
    void *b = ticket();
    held[0] = a;
    held[1] = b;
    if (held[0] == b || held[1] != b)
        reach_error();
    return 0;
}
