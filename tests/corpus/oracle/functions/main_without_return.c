// Reaching the end of main returns 0
#include <stdio.h>

static void nothing(void) { return; }

int main(void)
{
    nothing();
    puts("end of main");
}
