// After the loop the counter does not have the expected value
extern void abort(void);
void reach_error(void) { abort(); }
static void verify(int condition)
{
    if (!condition) {
        reach_error(); //@ error: reach-error
    }
}

int main(void)
{
    unsigned x = 0, y = 500000;
    while (x < 100) {
        if (x >= 50)
            y++;
        x++;
    }
    verify(y == 500000);
    return 0;
}
