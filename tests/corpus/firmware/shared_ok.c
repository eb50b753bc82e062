//@ property: unreach
//@ truth: true
//@ options: --interrupt one --interrupt two
//@ unseen: interrupts come while nobody looks
//@ expect(auto): true
// Handlers do not interrupt each other, also where they call what the rest of the program calls.
extern void reach_error(void);
static volatile int level, busy;

static void enter(void) { level = level + 1; }
static void leave(void) { level = level - 1; }

static void work(void) {
  enter();
  if (busy && level > 2)
    reach_error();
  leave();
}

void one(void) { busy = 1; work(); busy = 0; }
void two(void) { busy = 1; work(); busy = 0; }

int main(void) {
  work();
  return 0;
}
