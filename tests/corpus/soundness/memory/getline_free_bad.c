//@ property: memsafety
//@ truth: false
//@ soundness
//@ stdin: abc\n
// The line that getline made belongs to the program.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = 0;
    size_t size = 0;
    getline(&line, &size, stdin);
    
    line = 0;
    return 0;
}
