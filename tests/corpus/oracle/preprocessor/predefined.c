// __LINE__, __func__, __COUNTER__, #line and standard predefined macros
#include <stdio.h>
#include <string.h>

#define WHERE __LINE__
#define UNIQUE_(a, b) a##b
#define UNIQUE__(a, b) UNIQUE_(a, b)
#define UNIQUE(a) UNIQUE__(a, __COUNTER__)

static const char *name_of(void) { return __FUNCTION__; }

int main(void)
{
    printf("%d\n", __LINE__);
    printf("%d %d\n", WHERE,
           __LINE__);
    printf("%s %s\n", __func__, name_of());
    int UNIQUE(v) = 10, UNIQUE(v) = 20;
    printf("%d %d\n", v0, v1);
    printf("%d\n", __COUNTER__);
    printf("%d %ld %d\n", __STDC__, __STDC_VERSION__, __STDC_HOSTED__);
    printf("%d\n", strcmp(__FILE__ + strlen(__FILE__) - 12, "predefined.c"));
#line 500
    printf("%d\n", __LINE__);
#line 900 "renamed.c"
    printf("%d %s\n", __LINE__, __FILE__);
    printf("%d %d %d\n", __CHAR_BIT__, __SIZEOF_INT__, __INT_MAX__ == 2147483647);
    printf("%d %d\n", __SIZEOF_LONG__, __SIZEOF_POINTER__);
    printf("%d\n", __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    return 0;
}
