// An assertion about a running minimum fails in the third round
#include <assert.h>
#include <stdio.h>

int main(void)
{
    static const int v[] = {7, 4, 9, 1};
    int low = 100;
    for (int i = 0; i < 4; i++) {
        low = v[i];
        assert(low <= v[0]); //@ error: assertion
    }
    printf("%d\n", low);
    return 0;
}
