/* A function of a library, with a mistake in it: argand verify --check memsafety --function parse_colour examples/colour.c */
struct colour {
    unsigned char red, green, blue;
};

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

/* Reads two digits; -1 where there are none. */
static int byte(const char *text) {
    int high = digit(text[0]), low = digit(text[1]); /* looks behind the end of the text */
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/* Reads a colour such as "#ff8000"; whether it is one. */
int parse_colour(const char *text, struct colour *colour) {
    if (text[0] != '#')
        return 0;
    int red = byte(text + 1);
    if (red < 0)
        return 0;
    int green = byte(text + 3);
    if (green < 0)
        return 0;
    int blue = byte(text + 5);
    if (blue < 0)
        return 0;
    *colour = (struct colour){red, green, blue};
    return 1;
}
