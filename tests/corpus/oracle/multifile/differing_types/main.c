// Units that declare what another one defines with other types of the same size.
#include <stdio.h>

struct opaque;
extern unsigned counter;
extern char *names[2];
extern struct opaque *handle;
void report(FILE *stream, unsigned number);
void take(struct opaque *object);
long next(long step);
int answer();

int main(void) {
    int value = 3;
    take((struct opaque *)&value);
    report(stdout, value);
    counter += 2000000000u;
    counter += 2000000000u;
    printf("%u %s %s\n", counter, names[0], names[1]);
    handle = (struct opaque *)&value;
    long after = next(41);
    printf("%ld %d %d\n", after, answer(), value);
    return 0;
}
