//@ property: unreach
//@ truth: false
//@ options: --interrupt tick
//@ unseen: an interrupt comes between a read and a write
//@ expect(auto): false
//@ expect(value): false
//@ expect(bmc): false
//@ expect(predicate): false
//@ expect(symbolic): false
//@ expect(k-induction): false
//@ expect(smg-reach): false
// An interrupt between the read and the write of `count++` is lost.
extern void reach_error(void);
static volatile unsigned count;
static volatile int ticked;

void tick(void) {
  if (!ticked) {
    ticked = 1;
    count++;
  }
}

int main(void) {
  count++;
  if (ticked && count != 2)
    reach_error();
  return 0;
}
