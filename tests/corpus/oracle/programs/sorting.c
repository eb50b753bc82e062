// Six sorting algorithms agree
#include <stdio.h>
#include <string.h>

#define N 40

static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }

static void bubble(int *v, int n)
{
    for (int swapped = 1; swapped; n--) {
        swapped = 0;
        for (int i = 1; i < n; i++)
            if (v[i - 1] > v[i])
                swap(&v[i - 1], &v[i]), swapped = 1;
    }
}
static void selection(int *v, int n)
{
    for (int i = 0; i < n; i++) {
        int m = i;
        for (int j = i; j < n; j++)
            m = v[j] < v[m] ? j : m;
        swap(v + i, v + m);
    }
}
static void quick(int *v, int n)
{
    if (n < 2)
        return;
    int pivot = v[n / 2], *l = v, *r = v + n - 1;
    while (l <= r) {
        while (*l < pivot) l++;
        while (*r > pivot) r--;
        if (l <= r)
            swap(l++, r--);
    }
    quick(v, (int)(r - v) + 1);
    quick(l, (int)(v + n - l));
}
static void merge(int *v, int n)
{
    if (n < 2)
        return;
    int h = n / 2, t[N];
    merge(v, h);
    merge(v + h, n - h);
    for (int i = 0, a = 0, b = h; i < n; i++)
        t[i] = b >= n || (a < h && v[a] <= v[b]) ? v[a++] : v[b++];
    memcpy(v, t, n * sizeof *v);
}
static void sift(int *v, int i, int n)
{
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && v[c + 1] > v[c])
            c++;
        if (v[i] >= v[c])
            return;
        swap(&v[i], &v[c]);
    }
}
static void heap(int *v, int n)
{
    for (int i = n / 2; i-- > 0;)
        sift(v, i, n);
    while (n-- > 1) {
        swap(v, v + n);
        sift(v, 0, n);
    }
}
static void shell(int *v, int n)
{
    for (int g = n / 2; g; g /= 2)
        for (int i = g; i < n; i++)
            for (int j = i; j >= g && v[j - g] > v[j]; j -= g)
                swap(&v[j - g], &v[j]);
}

int main(void)
{
    void (*sorts[])(int *, int) = {bubble, selection, quick, merge, heap, shell};
    for (int s = 0; s < 6; s++) {
        int v[N];
        unsigned seed = 1 + s, sum = 0;
        for (int i = 0; i < N; i++)
            v[i] = (int)((seed = seed * 69069 + 1) >> 20) - 2000;
        sorts[s](v, N);
        int ordered = 1;
        for (int i = 1; i < N; i++) {
            ordered &= v[i - 1] <= v[i];
            sum = sum * 31 + v[i];
        }
        printf("%d %d %d %u\n", ordered, v[0], v[N - 1], sum);
    }
    return 0;
}
