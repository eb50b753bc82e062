#include <stdio.h>
#include <stdlib.h>
int nondet() {int nd; return nd;}
char makechar(int a, char** txt) {
    char* text = *txt; int p = nondet();
    if(p > a) return text[(a-1) % p];
    return '0';
}
int handle_files(char* file1) {
    int c, x1; x1 = 5;
    FILE* fd1;
    char* text = "textblafoo";
    int alloc = 0; int open = 0;
    if(file1) {
        fd1 = fopen(file1, "r");
        if (fd1 == NULL) return 88;
        open = 1;
    }
    if(open) {fclose(fd1); fd1 = NULL;}
    if(nondet()) {
        text = malloc(5 * sizeof(char));
        alloc = 1;
    }
    char r = makechar(x1, &text);
    if(r == '5') c = 3; else c = 4;
    if(alloc) free(text);
    return c;
}
int main(int argc, char** argv) {
    if(argc != 2) return 66;
    return handle_files(argv[1]);
}
