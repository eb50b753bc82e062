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
// What is masked has only the bits of the mask, whatever the register gives.
extern void reach_error(void);
typedef unsigned int u32;
#define STATUS (*(volatile u32 *)0x40020004)
#define DATA (*(volatile unsigned char *)0x40020008)

int main(void) {
  u32 sum = 0;
  for (int i = 0; i < 4; i++) {
    while (!(STATUS & 2))
      ;
    sum += DATA;
  }
  if (sum > 4 * 255)
    reach_error();
  return 0;
}
