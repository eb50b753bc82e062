/* The environment of floating numbers. Rounding stays to the nearest, as calls that change it are not modelled;
   which exceptions were raised is left open. */

//= fegetround
int fegetround(void) { return 0; }

//= fetestexcept
int fetestexcept(int which) {
  int raised = __argand_open_int();
  __argand_assume((raised & ~which) == 0 && (raised & ~0x3d) == 0);
  return raised;
}

//= feclearexcept feraiseexcept fesetexcept
int feclearexcept(int which) { return 0; }
int feraiseexcept(int which) { return 0; }
int fesetexcept(int which) { return 0; }

//= fegetexcept
int fegetexcept(void) { return 0; }

//= fegetexceptflag fesetexceptflag
int fegetexceptflag(unsigned short *flags, int which) {
  *flags = (unsigned short)__argand_open_int();
  return 0;
}
int fesetexceptflag(const unsigned short *flags, int which) { return 0; }

//= fegetenv feholdexcept
int fegetenv(void *state) {
  __argand_open_bytes(state, sizeof(long) == 8 ? 32 : 28);
  return 0;
}
int feholdexcept(void *state) { return fegetenv(state); }
