//@ property: bounds
//@ truth: true
//@ expect(bmc): true
// The end of an array has an address; a last member of one element stands for as many as there is memory.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct packet {
    unsigned char head[4];
    unsigned char body[12];
};

struct text {
    int length;
    char bytes[1];
};

int main(void) {
    struct packet packet = {{0}, {0}};
    unsigned char at = __VERIFIER_nondet_uchar();
    if (at >= 4)
        return 0;
    packet.head[at] = 1;
    unsigned char *end = &packet.head[4];
    struct text *text = malloc(sizeof(struct text) + 3);
    if (!text)
        return 0;
    text->bytes[3] = 0;
    free(text);
    return end - packet.head == 4;
}
