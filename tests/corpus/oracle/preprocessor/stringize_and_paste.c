// The # and ## operators
#include <stdio.h>

#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define VALUE 17
#define FIELD(n) int field_##n
#define SHOW(e) printf("%s = %d\n", #e, e)
#define PREFIX my
#define MAKE_ADDER(n)                                                                                                  \
    static int add_##n(int v) { return v + n; }

struct s { FIELD(1); FIELD(2); };
MAKE_ADDER(5)
MAKE_ADDER(10)

static int my_variable = 4;

int main(void)
{
    printf("%s %s\n", STR(VALUE), XSTR(VALUE));
    printf("%s\n", STR(a   +  b "quoted\n" 'c'));
    printf("[%s] [%s]\n", STR(), STR( spaced ));
    SHOW(1 + 2 * 3);
    SHOW(add_5(add_10(0)));
    struct s s = {.field_1 = 1, .field_2 = 2};
    printf("%d\n", s.CAT(field_, 2) * 10 + s.field_1);
    printf("%d %d\n", CAT(1, 2) + CAT(VAL, UE), XCAT(VALUE, 3));
    printf("%d\n", XCAT(PREFIX, _variable));
    int CAT(x, CAT_) = 6;
    printf("%d %s\n", xCAT_, XSTR(XCAT(PREFIX, VALUE)));
    printf("%d\n", 5 CAT(<, <) 2);
    printf("%s\n", STR(\n) STR("\\"));
    return 0;
}
