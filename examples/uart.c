// A driver of a serial port: an interrupt takes what arrives, the program takes it from there.
#define UART ((struct uart *)0x40011000)
#define RECEIVED 1u
#define BROKEN 2u

struct uart {
  volatile unsigned status;
  volatile unsigned data;
  volatile unsigned control;
};

static volatile unsigned char buffer[8];
static volatile unsigned length;

void on_receive(void) {
  if (UART->status & BROKEN)
    length = 0; // what came before is worth nothing
  else if (UART->status & RECEIVED && length < sizeof buffer)
    buffer[length++] = UART->data;
}

static int take(void) {
  if (length == 0)
    return -1;
  return buffer[--length]; // the interrupt may have come since
}

int main(void) {
  UART->control |= RECEIVED;
  int last = take();
  return last < 0;
}
