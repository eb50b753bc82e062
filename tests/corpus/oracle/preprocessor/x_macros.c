// X-macros: one list expanded into an enum, names, a switch and a struct
#include <stdio.h>
#include <string.h>

#define COMMANDS(X)                                                                                                    \
    X(START, "start", 1)                                                                                               \
    X(STOP, "stop", 2)                                                                                                 \
    X(RESET, "reset", 4)

#define AS_ENUM(id, text, code) CMD_##id,
enum command { COMMANDS(AS_ENUM) CMD_COUNT };
#undef AS_ENUM

#define AS_TEXT(id, text, code) [CMD_##id] = text,
static const char *const texts[] = {COMMANDS(AS_TEXT)};

static int code(enum command c)
{
    switch (c) {
#define AS_CASE(id, text, code)                                                                                        \
    case CMD_##id: return code;
        COMMANDS(AS_CASE)
    default: return -1;
    }
}

struct counters {
#define AS_FIELD(id, text, code) int id##_count;
    COMMANDS(AS_FIELD)
};

int main(void)
{
    struct counters c = {.STOP_count = 5};
    for (int i = 0; i <= CMD_COUNT; i++)
        printf("%s %d\n", i < CMD_COUNT ? texts[i] : "none", code(i));
#define AS_SUM(id, text, code) +c.id##_count
    printf("%d %zu\n", 0 COMMANDS(AS_SUM), sizeof c / sizeof(int));
    return 0;
}
