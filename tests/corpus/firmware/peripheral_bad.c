//@ property: memsafety
//@ truth: false
//@ options: --registers 0x40020000-0x40020007 --registers 0x50000000-0x5fffffff
//@ unseen: the registers exist on no machine that runs this natively
//@ expect(auto): false
//@ expect(memsafety): false
// An access behind the last register is as invalid as any other.
typedef unsigned int u32;
struct periph { volatile u32 CR, SR, DATA; };
#define P ((struct periph *)0x40020000)

static void init(struct periph *p) {
  p->CR |= 1;
  if (p->SR & 1)
    p->DATA = 3; //@ error: valid-deref
}

int main(void) {
  init((struct periph *)0x50000000);
  init(P);
  return 0;
}
