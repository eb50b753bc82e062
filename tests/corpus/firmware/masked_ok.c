//@ property: unreach
//@ truth: true
//@ options: --interrupt tick
//@ unseen: interrupts come while nobody looks
//@ expect(auto): true
//@ expect(predicate): true
// A handler that asks whether interrupts are enabled keeps out of what is done while they are not.
extern void reach_error(void);
static volatile int enabled = 1, low, high;

static void handle(void) {
  low = low ^ 1;
  high = low;
}

void tick(void) {
  if (enabled)
    handle();
}

int main(void) {
  enabled = 0;
  int a = low, b = high;
  enabled = 1;
  if (a != b)
    reach_error();
  return 0;
}
