/* The function of colour.c with its mistake repaired. */
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
    int high = digit(text[0]);
    if (high < 0)
        return -1;
    int low = digit(text[1]);
    return low < 0 ? -1 : high * 16 + low;
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
