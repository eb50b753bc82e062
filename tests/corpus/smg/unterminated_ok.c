//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A name that fills its field is printed up to the end of the field.
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
    sprintf(text, "%d:%.8s", r.id, r.name);
    return text[0] != '7';
}
