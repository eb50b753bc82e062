//@ property: unreach
//@ truth: false
//@ soundness
// Functions may set errno where they find nothing.
#include <errno.h>
#include <locale.h>
extern void reach_error(void);

int main(void) {
    errno = 0;
    char *l = setlocale(LC_ALL, "xx_NOT_THERE");
    if (l) return 0;
    if (errno != 0) reach_error();
    return 0;
}
