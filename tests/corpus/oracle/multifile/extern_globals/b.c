extern int limit;
int table[3] = {1, 2, 3};
const char *const labels[3] = {"one", "two", "three"};
double ratio = 0.5;
struct point { int x, y; } origin = {1, 2};

void scale(int by)
{
    for (int i = 0; i < limit; i++)
        table[i] *= by;
    ratio *= by;
    origin.y = origin.x * by;
}
