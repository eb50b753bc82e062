//@ property: unreach
//@ truth: true
//@ expect(k-induction): true
//@ expect(bmc): true
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  const wchar_t *s = L"abca";
  mbstate_t state = {0};
  if (wcsrchr(s, L'a') != s + 3 || wmemchr(s, L'b', 4) != s + 1 || !mbsinit(&state)) reach_error();
  return 0;
}
