// Breadth-first search, depth-first search and Dijkstra on a small graph
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { N = 8 };
static const struct { int from, to, cost; } edges[] = {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {2, 3, 8},
                                                       {3, 4, 3}, {5, 6, 1}, {4, 0, 7}};
static int cost[N][N];
static unsigned seen;

static void deep(int v)
{
    seen |= 1u << v;
    printf("%d ", v);
    for (int w = 0; w < N; w++)
        if (cost[v][w] && !(seen & 1u << w))
            deep(w);
}

int main(void)
{
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++)
        cost[edges[i].from][edges[i].to] = edges[i].cost;
    deep(0);
    printf("\n");
    int queue[N], head = 0, tail = 0, level[N];
    memset(level, -1, sizeof level);
    level[0] = 0;
    queue[tail++] = 0;
    while (head < tail) {
        int v = queue[head++];
        for (int w = 0; w < N; w++)
            if (cost[v][w] && level[w] < 0) {
                level[w] = level[v] + 1;
                queue[tail++] = w;
            }
    }
    for (int v = 0; v < N; v++)
        printf("%d ", level[v]);
    printf("\n");
    int distance[N], done[N] = {0};
    for (int v = 0; v < N; v++)
        distance[v] = v ? INT_MAX : 0;
    for (;;) {
        int best = -1;
        for (int v = 0; v < N; v++)
            if (!done[v] && distance[v] < INT_MAX && (best < 0 || distance[v] < distance[best]))
                best = v;
        if (best < 0)
            break;
        done[best] = 1;
        for (int w = 0; w < N; w++)
            if (cost[best][w] && distance[best] + cost[best][w] < distance[w])
                distance[w] = distance[best] + cost[best][w];
    }
    for (int v = 0; v < N; v++)
        printf("%d ", distance[v] == INT_MAX ? -1 : distance[v]);
    printf("\n");
    return 0;
}
