//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// The rows of a matrix are freed, one row too many.
#include <stdlib.h>

#define ROWS 3

int main(void) {
    int columns = 4;
    int **rows = malloc(ROWS * sizeof *rows);
    if (!rows) return 1;
    for (int r = 0; r < ROWS; r++) {
        rows[r] = calloc(columns, sizeof **rows);
        if (!rows[r]) abort();
        for (int c = 0; c < columns; c++) rows[r][c] = r * columns + c;
    }
    int sum = 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < columns; c++) sum += rows[r][c];
    for (int r = 0; r <= ROWS; r++) free(rows[r]); //@ error: valid-deref
    free(rows);
    return sum == 0;
}
