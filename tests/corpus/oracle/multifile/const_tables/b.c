const unsigned char squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
const char *const weekdays[] = {"monday", "tuesday", "wednesday", "thursday", "friday"};
const int weekday_count = sizeof weekdays / sizeof weekdays[0];
static const int north[] = {10, 20, 0}, south[] = {5, 0};
const struct country { const char *name; int code; const int *towns; } countries[] = {
    {"north", 47, north}, {"south", 34, south}, {0, 0, 0}};
static const int left[2][2] = {{1, 2}, {3, 4}}, right[2][2] = {{5, 6}, {7, 8}};
const int (*const grids[2])[2] = {left, right};
