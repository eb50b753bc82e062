//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
#include <libgen.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
int main(void) {
  char path[] = "/a/b";
  char *b = basename(path), *d = dirname(path), *l = setlocale(LC_ALL, "C"), *e = strerror(2);
  wchar_t *w = wcsdup(L"x");
  int sum = b[0] + d[0] + e[0] + (l ? l[0] : 0) + (w ? (int)w[0] : 0);
  free(w);
  return sum > 0;
}
