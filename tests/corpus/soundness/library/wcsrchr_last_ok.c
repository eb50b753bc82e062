//@ property: unreach
//@ truth: true
//@ soundness
// The last place of a wide character.
#include <wchar.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    const wchar_t *text = L"abca";
    const wchar_t *p = wcsrchr(text, L'a');
    if (p != text + 3 && __VERIFIER_nondet_uchar())
        reach_error();
    return 0;
}
