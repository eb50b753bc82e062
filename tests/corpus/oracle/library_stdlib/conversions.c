// atoi, atol, atoll, strtol and strtoul with bases, end pointers and signs
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%d %d %d %d %d\n", atoi("42"), atoi("  -17x"), atoi("+8"), atoi("abc"), atoi(""));
    printf("%ld %lld\n", atol("123456789"), atoll("-9876543210"));
    char *end;
    const char *text = " 0x1fz";
    long v = strtol(text, &end, 16);
    printf("%ld %d\n", v, (int)(end - text));
    v = strtol(text, &end, 0);
    printf("%ld %s\n", v, end);
    printf("%ld %ld %ld\n", strtol("0755", NULL, 0), strtol("0755", NULL, 10), strtol("zz", NULL, 36));
    printf("%ld %ld\n", strtol("-101", NULL, 2), strtol("129", NULL, 2));
    text = "none";
    v = strtol(text, &end, 10);
    printf("%ld %d\n", v, end == text);
    printf("%lu %lu\n", strtoul("4000000000", NULL, 10), strtoul("ff", NULL, 16));
    printf("%lld %llu\n", strtoll("-9223372036854775808", NULL, 10), strtoull("18446744073709551615", NULL, 10));
    const char *list = "1 22 333";
    int sum = 0;
    for (const char *p = list; *p; p = end)
        sum += strtol(p, &end, 10);
    printf("%d\n", sum);
    return 0;
}
