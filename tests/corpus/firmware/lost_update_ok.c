//@ property: unreach
//@ truth: true
//@ options: --interrupt tick
//@ unseen: interrupts come while nobody looks
//@ expect(auto): true
//@ expect(value): true
//@ expect(predicate): true
// The same while interrupts are disabled, which the handler says: nothing is lost.
extern void reach_error(void);
static volatile unsigned count;
static volatile int ticked, enabled = 1;

void tick(void) {
  if (enabled && !ticked) {
    ticked = 1;
    count++;
  }
}

int main(void) {
  enabled = 0;
  count++;
  enabled = 1;
  if (ticked && count != 2)
    reach_error();
  return 0;
}
