// Elements, members, addresses and pointer arithmetic.
struct s { int a; struct { char b[3]; } in; struct s *next; };
int grid[3][4];
int elements(int i, int j) { return grid[i][j] + *(grid[1] + j) + (&grid[2])[0][1]; }
char members(struct s *p, int i) { return p->next->in.b[i] + (*p).a + p[2].in.b[0]; }
int *addresses(struct s *p, int *q) { int *r = &p->a; r = &q[3]; r = &*q; return &grid[1][2]; }
long distance(int *p, int *q) { return (p - q) + (p - 1 - q) + (2 + p - q); }
const char *text(int i) { return "abc" + i; }
int through(void) { return "xyz"[1] + *"q"; }
int main(void) { return 0; }
