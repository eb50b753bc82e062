extern int here;
int there;
int there = 41;
static int quiet;
int array[2];

int set_here(int v)
{
    here = v;
    return quiet++;
}

int quiet_value(void) { return quiet; }
