// Comments, line splices and digraphs
#include <stdio.h>

#define GLUE(a) /* comment in a macro */ (a + /* and another */ 1)

int main(void)
{
    int a = 10; // comment with a /* inside
    int b = a /* divided by *// 2;
    printf("%d\n", b);
    // this comment is continued \
    printf("not printed\n");
    in\
t c = GLUE(a);
    printf("%d // not a comment /* nor this */\n", c);
    int d<:3:> = <%1, 2, 3%>;
    printf("%d\n", d<:1:>);
    int *p = &a;
    printf("%d\n", b/ *p);
    char *s = "a\
b";
    printf("%s %d\n", s, a+++b);
    /**/ printf("%d\n", a- -b); /***/
    return 0;
}
