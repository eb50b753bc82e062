//@ property: unreach
//@ truth: false
//@ options: --interrupt on_ready
//@ unseen: the program waits for an interrupt
//@ expect(auto): false
//@ expect(value): false
//@ expect(bmc): false
//@ expect(predicate): false
//@ expect(k-induction): false
//@ expect(smg-reach): false
// A loop that waits for an interrupt ends.
extern void reach_error(void);
static volatile int ready;

void on_ready(void) { ready = 1; }

int main(void) {
  while (!ready)
    ;
  reach_error();
  return 0;
}
