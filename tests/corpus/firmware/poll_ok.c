//@ property: unreach
//@ truth: true
//@ options: --registers 0x40020000-0x400203ff
//@ unseen: the register exists on no machine that runs this natively
//@ expect(auto): true
//@ expect(value): unknown
//@ expect(predicate): true
//@ expect(k-induction): true
//@ expect(interval): true
//@ expect(dataflow): true
// What a register gives is any value of its type, and no more; what is written to it stays what it was elsewhere.
extern void reach_error(void);
typedef unsigned int u32;
#define STATUS (*(volatile u32 *)0x40020004)
#define DATA (*(volatile unsigned char *)0x40020008)

int main(void) {
  u32 sent = 3;
  DATA = sent;
  while (!(STATUS & 2))
    ;
  u32 got = DATA;
  if (got > 255 || sent != 3)
    reach_error();
  return 0;
}
