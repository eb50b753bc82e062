//@ property: unreach
//@ truth: false
//@ options: --registers 0x40020000-0x400203ff
//@ unseen: the register exists on no machine that runs this natively
//@ expect(auto): false
//@ expect(value): false
//@ expect(predicate): false
//@ expect(k-induction): false
//@ expect(bmc): false
//@ expect(symbolic): false
//@ expect(smg-reach): false
//@ expect(dataflow): false
// A register is no memory: it does not hold what was written, and two reads give two values.
extern void reach_error(void);
typedef unsigned int u32;
#define CONTROL (*(volatile u32 *)0x40020000)
#define STATUS (*(volatile u32 *)0x40020004)

int main(void) {
  CONTROL = 1;
  CONTROL |= 1u << 3;
  while (!(STATUS & 2))
    ;
  if (!(CONTROL & 1) && STATUS + STATUS == 7)
    reach_error();
  return 0;
}
