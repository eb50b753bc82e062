#define SIZE 9
enum { LIMIT = 20 };
struct item { double d; char text[SIZE]; };
typedef double number;

long b_item_size(void) { return (long)sizeof(struct item[SIZE]); }
int b_limit(void) { return LIMIT; }
double b_half(int v)
{
    number n = v;
    return n / 2;
}
