static int counter = 100;
static int step(void) { return counter *= 2; }
static const char *name = "b";
extern int shared;

int b_step(void)
{
    static int counter;
    counter++;
    shared += counter;
    return step();
}

const char *b_name(void) { return name; }
