// printf: flags, widths and precisions of integers, also through *
#include <stdio.h>

int main(void)
{
    printf("[%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42);
    printf("[%5d] [%-5d] [%05d] [%+d] [% d]\n", -42, -42, -42, -42, -42);
    printf("[%.3d] [%.0d] [%8.3d] [%-8.3d] [%+.2d]\n", 7, 0, 7, 7, 7);
    printf("[%08.3d] [%+05d] [% 05d] [%-05d]\n", 7, 7, 7, 7);
    printf("[%#x] [%#X] [%#o] [%#x] [%#o]\n", 255, 255, 8, 0, 0);
    printf("[%#8x] [%#08x] [%-#8x] [%#.5x]\n", 255, 255, 255, 255);
    printf("[%*d] [%-*d] [%*d]\n", 6, 1, 6, 2, -6, 3);
    printf("[%.*d] [%*.*d] [%.*d]\n", 4, 5, 7, 3, 6, -1, 0);
    printf("[%+u] [% u] [%+x]\n", 1u, 2u, 3u);
    printf("[%-+6d] [%+-6d] [%+ d]\n", 9, 9, 9);
    printf("[%5c] [%-5c] [%2d]\n", 'x', 'y', 12345);
    printf("[%.10d] [%.0x] [%#.0o]\n", -5, 0u, 0u);
    return 0;
}
