// The same struct types declared in two files, passed by value and by pointer
#include <stdio.h>

struct vec { double x, y; };
struct body { struct vec at, speed; char name[8]; unsigned fixed : 1, id : 7; };
enum kind { STAR, PLANET };

struct body make(const char *name, enum kind k, struct vec at);
void move(struct body *b, int n, double dt);
struct vec centre(const struct body *b, int n);

int main(void)
{
    struct body b[3] = {make("sun", STAR, (struct vec){0, 0}), make("earth", PLANET, (struct vec){3, 4}),
                        make("mars", PLANET, (struct vec){-6, 1})};
    for (int i = 0; i < 3; i++)
        b[i].speed = (struct vec){i, -i};
    move(b, 3, 0.5);
    for (int i = 0; i < 3; i++)
        printf("%s %u %u %.2f %.2f\n", b[i].name, b[i].fixed, b[i].id, b[i].at.x, b[i].at.y);
    struct vec c = centre(b, 3);
    printf("%.4f %.4f\n", c.x, c.y);
    return 0;
}
