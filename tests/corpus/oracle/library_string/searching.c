// strchr, strrchr, strstr, strpbrk, strspn and strcspn
#include <stdio.h>
#include <string.h>

static int at(const char *base, const char *found) { return found ? (int)(found - base) : -1; }

int main(void)
{
    const char *s = "the cat sat on the mat";
    printf("%d %d %d\n", at(s, strchr(s, 'a')), at(s, strchr(s, 'z')), at(s, strchr(s, 0)));
    printf("%d %d %d\n", at(s, strrchr(s, 'a')), at(s, strrchr(s, 'z')), at(s, strrchr(s, 0)));
    printf("%d %d %d\n", at(s, strstr(s, "sat")), at(s, strstr(s, "the m")), at(s, strstr(s, "dog")));
    printf("%d %d\n", at(s, strstr(s, "")), at("", strstr("", "a")));
    printf("%d %d\n", at(s, strpbrk(s, "xyzc")), at(s, strpbrk(s, "QRS")));
    printf("%zu %zu %zu\n", strspn(s, "eht"), strspn(s, "xyz"), strspn("aaa", "a"));
    printf("%zu %zu %zu\n", strcspn(s, " "), strcspn(s, "t"), strcspn("abc", ""));
    char path[] = "/usr/local/lib/libx.so";
    char *slash = strrchr(path, '/');
    *slash = 0;
    printf("%s %s\n", path, slash + 1);
    int count = 0;
    for (const char *p = s; (p = strstr(p, "at")); p++)
        count++;
    printf("%d\n", count);
    return 0;
}
