int counter;
const void *names[2] = {"first", "second"};
int *handle;
int printf(const char *, ...);

void report(void *stream, int number) {
    counter = number;
    printf("%d %d\n", stream != 0, number);
}

void take(int *object) {
    *object += 1;
}

void *next(void *step) {
    *handle += 1;
    return (char *)step + 1;
}

unsigned answer(void) {
    return 42;
}
