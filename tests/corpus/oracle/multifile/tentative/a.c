// A tentative definition in one file, an initialised or extern one in the other
#include <stdio.h>

int here;
extern int there;
static int quiet;
extern int array[];
int set_here(int);
int quiet_value(void);

int main(void)
{
    printf("%d %d %d\n", here, there, quiet);
    quiet = 9;
    set_here(7);
    there++;
    printf("%d %d %d\n", here, there, quiet_value());
    array[1] = here;
    printf("%d %d\n", array[0], array[1]);
    return 0;
}
int here;
