//@ property: termination
//@ truth: false
//@ expect(auto): false
// Nothing ever happens.
int main(void) {
    for (;;)
        ;
}
