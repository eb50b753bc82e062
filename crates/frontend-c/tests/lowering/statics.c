// Static objects are initialised by start-up; their addresses are places.
struct s { int a; int b[3]; struct { char c[2]; } in[2]; };
static struct s one = { 1, { 2, 3, 4 } }; int grid[2][3];
int *inside = &one.b[2], *cell = &grid[1][2], *row = grid[1], *end = &one.b[3]; char *text = "abc", *later = "abcdef" + 3, *deep = &one.in[1].c[1]; void *any = &one.b[1]; struct s *whole = &one; long number = (long)&grid;
struct s *list[] = { &one, 0, (struct s[]){ { 7 }, { 8 } } + 1 };
int f(void) { static int count = 5; static int *here = &count; return *here + one.a; }
int main(void) { return f(); }
