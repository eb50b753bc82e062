// The second element of a list that has one.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *list = malloc(sizeof(struct node));
  list->next = 0;
  int second = __VERIFIER_nondet_int();
  if (second) {
    list->next->value = 1;
  }
  free(list);
  return 0;
}
