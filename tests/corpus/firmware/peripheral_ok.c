//@ property: memsafety
//@ truth: true
//@ options: --registers 0x40000000-0x5fffffff
//@ unseen: the registers exist on no machine that runs this natively
//@ expect(auto): true
//@ expect(memsafety): true
// Registers as members of a record, in functions that get its address, and in one that gets memory too.
typedef unsigned int u32;
struct periph { volatile u32 CR, SR; volatile u32 DATA[4]; volatile u32 mode : 3, speed : 5; };
#define P ((struct periph *)0x40020000)
#define Q ((struct periph *)0x50001000)

static struct periph shadow;
static struct { struct periph *regs; int sent; } port;

static void init(struct periph *p) {
  p->CR |= 1;
  p->mode = 5;
}

static u32 first(volatile u32 *data) { return data[0]; }

int main(void) {
  P->CR = 1;
  if (P->SR & 1)
    init(P);
  init(Q);
  init(&shadow);
  for (int i = 0; i < 4; i++)
    P->DATA[i] = first(Q->DATA) + first(shadow.DATA);
  port.regs = Q;
  while (!(port.regs->SR & 4))
    ;
  port.regs->DATA[3] = port.sent++;
  struct periph copy = *P;
  *Q = copy;
  return 0;
}
