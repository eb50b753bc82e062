/* What every model may use. The functions `__argand_any_*` return any value of their type, and
   `__argand_assume` ends paths on which its argument is zero. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ptrdiff_t;
typedef __typeof__(L'x') wchar_t;
_Bool __argand_any_bool(void);
char __argand_any_char(void);
int __argand_any_int(void);
long __argand_any_long(void);
long long __argand_any_longlong(void);
unsigned __argand_any_uint(void);
size_t __argand_any_size(void);
float __argand_any_float(void);
double __argand_any_double(void);
long double __argand_any_longdouble(void);
void __argand_any_bytes(void *, size_t);
void __argand_assume(int);
size_t __argand_object_size(const void *);
