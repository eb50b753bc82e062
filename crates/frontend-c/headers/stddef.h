/* gcc's max_align_t has a member of 16 bytes on 32-bit machines too. */
#if defined __i386__ && !defined _GCC_MAX_ALIGN_T && !defined __need_ptrdiff_t && !defined __need_size_t \
    && !defined __need_wchar_t && !defined __need_wint_t && !defined __need_NULL
#define _GCC_MAX_ALIGN_T
typedef struct {
  long long integer __attribute__((aligned(__alignof__(long long))));
  long double floating __attribute__((aligned(__alignof__(long double))));
  char quad[16] __attribute__((aligned(16)));
} max_align_t;
#endif
#include_next <stddef.h>
