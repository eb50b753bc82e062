// A small virtual machine with a byte-code program
#include <stdint.h>
#include <stdio.h>

enum op { PUSH, ADD, SUB, MUL, LOAD, STORE, JUMP_IF, PRINT, HALT };

struct vm { int stack[16], *top, vars[4]; const int8_t *code, *pc; int steps; };

static int pop(struct vm *m) { return *--m->top; }
static void push(struct vm *m, int v) { *m->top++ = v; }

static int run(struct vm *m)
{
    for (;;) {
        m->steps++;
        int8_t op = *m->pc++;
        int a, b;
        switch ((enum op)op) {
        case PUSH: push(m, *m->pc++); break;
        case ADD: b = pop(m), a = pop(m), push(m, a + b); break;
        case SUB: b = pop(m), a = pop(m), push(m, a - b); break;
        case MUL: b = pop(m), a = pop(m), push(m, a * b); break;
        case LOAD: push(m, m->vars[*m->pc++]); break;
        case STORE: m->vars[*m->pc++] = pop(m); break;
        case JUMP_IF:
            if (pop(m))
                m->pc += *m->pc;
            else
                m->pc++;
            break;
        case PRINT: printf("%d\n", pop(m)); break;
        case HALT: return (int)(m->top - m->stack);
        default: return -1;
        }
    }
}

int main(void)
{
    static const int8_t factorial[] = {PUSH, 1, STORE, 0, PUSH, 10, STORE, 1,
                                       LOAD, 0, LOAD, 1, MUL, STORE, 0, LOAD, 1, PUSH, 1, SUB, STORE, 1,
                                       LOAD, 1, JUMP_IF, -17, LOAD, 0, PRINT, HALT};
    struct vm m = {.code = factorial, .pc = factorial};
    m.top = m.stack;
    int left = run(&m);
    printf("%d %d %d\n", left, m.steps, (int)(m.pc - m.code));
    return 0;
}
