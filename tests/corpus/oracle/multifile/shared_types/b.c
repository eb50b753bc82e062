#include <string.h>

struct vec { double x, y; };
struct body { struct vec at, speed; char name[8]; unsigned fixed : 1, id : 7; };
enum kind { STAR, PLANET };

struct body make(const char *name, enum kind k, struct vec at)
{
    static int next = 60;
    struct body b = {.at = at, .fixed = k == STAR, .id = next += 30};
    strncpy(b.name, name, sizeof b.name - 1);
    return b;
}

void move(struct body *b, int n, double dt)
{
    for (; n--; b++)
        if (!b->fixed) {
            b->at.x += b->speed.x * dt;
            b->at.y += b->speed.y * dt;
        }
}

struct vec centre(const struct body *b, int n)
{
    struct vec c = {0, 0};
    for (int i = 0; i < n; i++) {
        c.x += b[i].at.x / n;
        c.y += b[i].at.y / n;
    }
    return c;
}
