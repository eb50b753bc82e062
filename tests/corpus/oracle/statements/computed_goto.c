// Computed goto through a table of label addresses
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, PRINT, HALT };

static void interpret(const int *code)
{
    static const void *const table[] = {&&push, &&add, &&mul, &&dup, &&print, &&halt};
    int stack[16], top = 0;
    goto *table[*code++];
push:
    stack[top++] = *code++;
    goto *table[*code++];
add:
    top--;
    stack[top - 1] += stack[top];
    goto *table[*code++];
mul:
    top--;
    stack[top - 1] *= stack[top];
    goto *table[*code++];
dup:
    stack[top] = stack[top - 1];
    top++;
    goto *table[*code++];
print:
    printf("%d\n", stack[top - 1]);
    goto *table[*code++];
halt:
    printf("halt %d\n", top);
}

int main(void)
{
    interpret((int[]){PUSH, 3, PUSH, 4, ADD, PRINT, DUP, MUL, PRINT, HALT});
    interpret((int[]){PUSH, 2, DUP, DUP, MUL, MUL, PRINT, PUSH, 1, ADD, PRINT, HALT});
    return 0;
}
