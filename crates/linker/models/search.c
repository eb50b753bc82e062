/* Searching and sorting: functions that call the program back. */

//= bsearch
void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}

//= qsort
/* Insertion by exchange of neighbours: which pairs are compared is for the library to choose. */
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  char *a = base;
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0 && compare(a + (j - 1) * size, a + j * size) > 0; j--)
      for (size_t k = 0; k < size; k++) {
        char c = a[(j - 1) * size + k];
        a[(j - 1) * size + k] = a[j * size + k];
        a[j * size + k] = c;
      }
}

//= qsort_r
void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *data) {
  char *a = base;
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0 && compare(a + (j - 1) * size, a + j * size, data) > 0; j--)
      for (size_t k = 0; k < size; k++) {
        char c = a[(j - 1) * size + k];
        a[(j - 1) * size + k] = a[j * size + k];
        a[j * size + k] = c;
      }
}

//= lfind lsearch
void *lfind(const void *key, const void *base, size_t *n, size_t size,
            int (*compare)(const void *, const void *)) {
  const char *element = base;
  for (size_t i = 0; i < *n; i++, element += size)
    if (compare(key, element) == 0) return (void *)element;
  return 0;
}
void *lsearch(const void *key, void *base, size_t *n, size_t size,
              int (*compare)(const void *, const void *)) {
  void *found = lfind(key, base, n, size, compare);
  if (found) return found;
  found = (char *)base + *n * size;
  __builtin_memcpy(found, key, size);
  ++*n;
  return found;
}

//= tsearch tfind tdelete twalk tdestroy
/* A binary tree without balance: its shape is for the library to choose. */
struct tsearch_node { const void *key; struct tsearch_node *left, *right; };
void *malloc(size_t);
void free(void *);
static struct tsearch_node **tsearch_place(const void *key, struct tsearch_node **at,
                                           int (*compare)(const void *, const void *)) {
  while (*at) {
    int order = compare(key, (*at)->key);
    if (order == 0) break;
    at = order < 0 ? &(*at)->left : &(*at)->right;
  }
  return at;
}
void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *)) {
  if (root == 0) return 0;
  struct tsearch_node **at = tsearch_place(key, (struct tsearch_node **)root, compare);
  if (*at) return *at;
  struct tsearch_node *node = malloc(sizeof *node);
  if (node == 0) return 0;
  node->key = key;
  node->left = node->right = 0;
  *at = node;
  return node;
}
void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *)) {
  if (root == 0) return 0;
  return *tsearch_place(key, (struct tsearch_node **)root, compare);
}
void *tdelete(const void *key, void **root, int (*compare)(const void *, const void *)) {
  if (root == 0) return 0;
  struct tsearch_node **at = (struct tsearch_node **)root, *parent = 0;
  while (*at) {
    int order = compare(key, (*at)->key);
    if (order == 0) break;
    parent = *at;
    at = order < 0 ? &(*at)->left : &(*at)->right;
  }
  struct tsearch_node *node = *at;
  if (node == 0) return 0;
  if (node->left == 0) {
    *at = node->right;
  } else {
    struct tsearch_node **last = &node->left;
    while ((*last)->right) last = &(*last)->right;
    struct tsearch_node *heir = *last;
    *last = heir->left;
    heir->left = node->left;
    heir->right = node->right;
    *at = heir;
  }
  free(node);
  /* The parent of the node, or for the root something that is not null. */
  return parent ? (void *)parent : (void *)root;
}
static void twalk_below(const struct tsearch_node *node, void (*action)(const void *, int, int), int depth) {
  if (node->left == 0 && node->right == 0) {
    action(node, 3, depth);
    return;
  }
  action(node, 0, depth);
  if (node->left) twalk_below(node->left, action, depth + 1);
  action(node, 1, depth);
  if (node->right) twalk_below(node->right, action, depth + 1);
  action(node, 2, depth);
}
void twalk(const void *root, void (*action)(const void *, int, int)) {
  if (root && action) twalk_below(root, action, 0);
}
static void tdestroy_below(struct tsearch_node *node, void (*release)(void *)) {
  if (node->left) tdestroy_below(node->left, release);
  if (node->right) tdestroy_below(node->right, release);
  release((void *)node->key);
  free(node);
}
void tdestroy(void *root, void (*release)(void *)) {
  if (root) tdestroy_below(root, release);
}

//= insque remque
struct insque_element { struct insque_element *next, *previous; };
void insque(void *element, void *after) {
  struct insque_element *e = element, *a = after;
  if (a == 0) {
    e->next = e->previous = 0;
    return;
  }
  e->next = a->next;
  e->previous = a;
  if (a->next) a->next->previous = e;
  a->next = e;
}
void remque(void *element) {
  struct insque_element *e = element;
  if (e->next) e->next->previous = e->previous;
  if (e->previous) e->previous->next = e->next;
}
