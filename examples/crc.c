// A message is followed by its checksum, so that the checksum over both is zero (CRC-8).
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

#define POLYNOMIAL 0x07

static uint8_t crc8(uint8_t crc, uint8_t byte) {
    crc ^= byte;
    for (int bit = 0; bit < 8; bit++) {
        if (crc & 0x80)
            crc = (uint8_t)(crc << 1) ^ POLYNOMIAL;
        else
            crc <<= 1;
    }
    return crc;
}

int main(void) {
    uint8_t crc = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        crc = crc8(crc, (uint8_t)c);
    printf("%02x\n", crc);
    assert(crc8(crc, crc) == 0);
    return 0;
}
