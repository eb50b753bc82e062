// The driver of uart.c, which reads the length once.
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
  unsigned last = length;
  if (last == 0)
    return -1;
  length = last - 1;
  return buffer[last - 1];
}

int main(void) {
  UART->control |= RECEIVED;
  int last = take();
  return last < 0;
}
