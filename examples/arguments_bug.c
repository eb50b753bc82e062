// Options on the command line: -q, -n and a digit, and files.
#include <assert.h>
#include <stdio.h>

// The argument of the option at position i, which is not the last one.
static int digit(int argc, char **argv, int i) {
    assert(i + 1 < argc);
    return argv[i + 1][0] - '0';
}

int main(int argc, char **argv) {
    int quiet = 0;
    int count = 1;
    int i = 1;
    while (i < argc && argv[i][0] == '-') {
        if (argv[i][1] == 'q') {
            quiet = 1;
        } else if (argv[i][1] == 'n') {
            count = digit(argc, argv, i); // -n may be the last one
            i++;
        }
        i++;
    }
    if (!quiet)
        printf("%d times %d files\n", count, argc - i);
    return 0;
}
