// A lock is taken twice on one path
extern void abort(void);
void reach_error(void) { abort(); }

static int locked;

static void lock(void)
{
    if (locked)
        reach_error(); //@ error: reach-error
    locked = 1;
}

static void unlock(void) { locked = 0; }

int main(void)
{
    for (int i = 0; i < 6; i++) {
        lock();
        if (i % 4 != 3)
            unlock();
    }
    return 0;
}
