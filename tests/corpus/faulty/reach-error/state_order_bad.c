// An event in the wrong state leads to the error label
extern void abort(void);
void reach_error(void) { abort(); }

enum state { CLOSED, OPEN, READING };

int main(void)
{
    static const char events[] = "orcorrcr";
    enum state s = CLOSED;
    for (const char *e = events; *e; e++) {
        switch (*e) {
        case 'o':
            if (s != CLOSED)
                goto error;
            s = OPEN;
            break;
        case 'r':
            if (s == CLOSED)
                goto error;
            s = READING;
            break;
        case 'c': s = CLOSED; break;
        }
    }
    return 0;
error:
    reach_error(); //@ error: reach-error
    return 1;
}
