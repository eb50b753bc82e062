//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A name that fills its field is printed as if it had an end.
#include <stdio.h>
#include <string.h>

struct record {
    int id;
    char name[8];
};

int main(void) {
    struct record r;
    char text[32];
    r.id = 7;
    memcpy(r.name, "balthazar", sizeof r.name);
    sprintf(text, "%d:%s", r.id, r.name); //@ error: valid-deref
    return text[0] != '7';
}
