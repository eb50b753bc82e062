//@ property: unreach
//@ truth: true
//@ expect(value): true
//@ expect(k-induction): true
//@ expect(bmc): true
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>
extern void reach_error(void);
int main(void) {
  if (ffs(8) != 4 || ffsl(0) != 0 || ffsll(1LL << 40) != 41) reach_error();
  if (htonl(1) != 0x1000000 || ntohs(0x102) != 0x201) reach_error();
  return 0;
}
