// The source of the copy is shorter than the header that is copied
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct header { int kind, length, checksum; };

int main(void)
{
    size_t have = 3 * sizeof(int);
    unsigned char *packet = calloc(have, 1);
    struct header h;
    if (!packet)
        return 1;
    packet[0] = 4;
    memcpy(&h, packet, sizeof h);
    printf("%d\n", h.kind);
    free(packet);
    return 0;
}
