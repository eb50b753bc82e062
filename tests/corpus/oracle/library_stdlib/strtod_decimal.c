// strtod, strtof and atof on decimal texts of few digits: values, where they end, signs of zero.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *texts[] = {"2.5", " -0.125e2x", "1e3", ".5.", "+7", "-", "e5", "", "-0", "1e", "1e+", "0.1", "123456789012345e-22", "3.40282e10"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end;
        double d = strtod(texts[i], &end);
        printf("%a %d ", d, (int)(end - texts[i]));
    }
    char *end;
    float f = strtof("0.3", &end);
    printf("%a %d %a\n", f, *end, atof("12.75kg"));
    return 0;
}
