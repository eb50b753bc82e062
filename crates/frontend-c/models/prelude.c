typedef __typeof__(sizeof 0) size_t;
