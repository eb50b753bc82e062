//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A message is allocated together with its bytes.
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct message {
    unsigned length;
    unsigned char bytes[];
};

static struct message *make(const unsigned char *from, unsigned length) {
    struct message *m = malloc(sizeof *m + length);
    if (!m) abort();
    m->length = length;
    memcpy(m->bytes, from, length);
    return m;
}

int main(void) {
    unsigned char raw[8];
    for (int i = 0; i < 8; i++) raw[i] = __VERIFIER_nondet_uchar();
    struct message *m = make(raw, sizeof raw);
    unsigned sum = 0;
    for (unsigned i = 0; i < m->length; i++) sum += m->bytes[i];
    free(m);
    return (int)(sum & 1);
}
