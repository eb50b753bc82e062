/* Threads, in programs that have one: locks are there to be taken, and calls may fail. */

//= pthread_once call_once
int pthread_once(int *control, void (*routine)(void)) {
  if (*control == 0) {
    *control = 2;
    routine();
  }
  return 0;
}
void call_once(int *control, void (*routine)(void)) {
  if (*control == 0) {
    *control = 2;
    routine();
  }
}

//= pthread_self pthread_equal
unsigned long pthread_self(void) {
  static unsigned long self;
  if (self == 0) {
    self = __argand_open_ulong();
    __argand_assume(self != 0);
  }
  return self;
}
int pthread_equal(unsigned long a, unsigned long b) { return a == b; }

//= pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock
int pthread_mutex_init(void *m, const void *attributes) { return thread_status(); }
int pthread_mutex_destroy(void *m) { return thread_status(); }
int pthread_mutex_lock(void *m) { return thread_status(); }
int pthread_mutex_trylock(void *m) { return thread_status(); }
int pthread_mutex_unlock(void *m) { return thread_status(); }

//= pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype
int pthread_mutexattr_init(void *a) { return thread_status(); }
int pthread_mutexattr_destroy(void *a) { return thread_status(); }
int pthread_mutexattr_settype(void *a, int kind) { return thread_status(); }

//= pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_setstacksize
int pthread_attr_init(void *a) { return thread_status(); }
int pthread_attr_destroy(void *a) { return thread_status(); }
int pthread_attr_setdetachstate(void *a, int state) { return thread_status(); }
int pthread_attr_setstacksize(void *a, size_t n) { return thread_status(); }

//= pthread_cond_init pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast
int pthread_cond_init(void *c, const void *attributes) { return thread_status(); }
int pthread_cond_destroy(void *c) { return thread_status(); }
int pthread_cond_signal(void *c) { return thread_status(); }
int pthread_cond_broadcast(void *c) { return thread_status(); }

//= pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock
int pthread_rwlock_init(void *l, const void *attributes) { return thread_status(); }
int pthread_rwlock_destroy(void *l) { return thread_status(); }
int pthread_rwlock_rdlock(void *l) { return thread_status(); }
int pthread_rwlock_wrlock(void *l) { return thread_status(); }
int pthread_rwlock_unlock(void *l) { return thread_status(); }

//= pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock pthread_spin_unlock
int pthread_spin_init(volatile int *l, int shared) { return thread_status(); }
int pthread_spin_destroy(volatile int *l) { return thread_status(); }
int pthread_spin_lock(volatile int *l) { return thread_status(); }
int pthread_spin_trylock(volatile int *l) { return thread_status(); }
int pthread_spin_unlock(volatile int *l) { return thread_status(); }

//= - thread_status
/* Zero, or the number of an error. */
static int thread_status(void) {
  int status = __argand_any_int();
  __argand_assume(status >= 0 && status < 134);
  return status;
}

//= sched_yield
int sched_yield(void) { return 0; }
