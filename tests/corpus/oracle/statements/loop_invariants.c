// Nested loops with several exits: primes, triangle numbers, digit sums
#include <stdio.h>

int main(void)
{
    int found = 0;
    for (int n = 2; found < 10; n++) {
        int prime = 1;
        for (int d = 2; d * d <= n; d++)
            if (n % d == 0) {
                prime = 0;
                break;
            }
        if (!prime)
            continue;
        printf("%d ", n);
        found++;
    }
    printf("\n");
    for (int i = 1; i <= 4; i++) {
        for (int j = 0; j < i; j++)
            putchar('a' + j);
        putchar(i < 4 ? ' ' : '\n');
    }
    int best = 0, best_length = 0;
    for (int start = 1; start < 50; start++) {
        int length = 0;
        for (int v = start; v != 1; v = v % 2 ? 3 * v + 1 : v / 2)
            length++;
        if (length > best_length) {
            best_length = length;
            best = start;
        }
    }
    printf("%d %d\n", best, best_length);
    int sum = 0;
    for (int v = 987654321; v; v /= 10)
        sum += v % 10;
    return sum;
}
