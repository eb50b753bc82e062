//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A list of lists is freed, the inner lists first.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct word {
    struct word *next;
};

struct sentence {
    struct word *words;
    struct sentence *next;
};

static void free_words(struct word *word) {
    while (word) {
        struct word *next = word->next;
        free(word);
        word = next;
    }
}

int main(void) {
    struct sentence *text = NULL;
    while (__VERIFIER_nondet_int()) {
        struct sentence *s = malloc(sizeof *s);
        if (!s) abort();
        s->words = NULL;
        while (__VERIFIER_nondet_int()) {
            struct word *w = malloc(sizeof *w);
            if (!w) abort();
            w->next = s->words;
            s->words = w;
        }
        s->next = text;
        text = s;
    }
    while (text) {
        struct sentence *next = text->next;
        free_words(text->words);
        free(text);
        text = next;
    }
    return 0;
}
