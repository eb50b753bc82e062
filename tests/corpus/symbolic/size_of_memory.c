//@ property: unreach
//@ truth: true
//@ data-model: ILP32
//@ expect(symbolic): true
//@ expect(symbolic-cegar): true
//@ expect(symbolic-slicing-cegar): true
// Memory of a size that is not tracked may be larger than the address space, which nobody can follow. No violation is
// behind that: the size is tracked because the path ends there.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);

int *buffer(int size)
{
    return malloc(size * sizeof(int));
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 100)
        return 0;
    int *first = buffer(size);
    int *second = buffer(4);
    first[0] = 1;
    second[0] = 2;
    if (first[0] != 1)
        reach_error();
    return 0;
}
