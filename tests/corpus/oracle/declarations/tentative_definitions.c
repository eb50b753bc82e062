// Tentative definitions merge into one, initialised to zero unless one says otherwise
#include <stdio.h>

int plain;
int plain;
static int hidden;
extern int later;
int later;
int array[];
int array[4];
static int hidden = 6;
extern int hidden;
struct s;
extern struct s forward;
struct s { int a; };
struct s forward = {3};

static int read_later(void) { return later; }

int later = 9;

int main(void)
{
    printf("%d %d %d %d\n", plain, hidden, read_later(), array[3]);
    plain++;
    later++;
    array[2] = later;
    printf("%d %d %zu %d\n", plain, read_later(), sizeof array, forward.a);
    return 0;
}
int plain;
