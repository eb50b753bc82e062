// Records with text fields: accounts, transfers with error codes, a report
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum status { OK, NO_ACCOUNT, NO_MONEY, SAME };
static const char *const messages[] = {"ok", "no such account", "not enough money", "same account"};

typedef struct {
    char owner[16];
    long cents;
    unsigned short transfers;
    bool locked;
} account;

static account accounts[] = {{"alice", 10050}, {"bob", 99}, {.owner = "carol", .cents = 500000, .locked = true}};

static account *find(const char *name)
{
    for (account *a = accounts; a < accounts + sizeof accounts / sizeof *accounts; a++)
        if (strcmp(a->owner, name) == 0 && !a->locked)
            return a;
    return NULL;
}

static enum status transfer(const char *from, const char *to, long cents)
{
    account *a = find(from), *b = find(to);
    if (!a || !b)
        return NO_ACCOUNT;
    if (a == b)
        return SAME;
    if (a->cents < cents)
        return NO_MONEY;
    a->cents -= cents;
    b->cents += cents;
    a->transfers++;
    b->transfers++;
    return OK;
}

int main(void)
{
    struct { const char *from, *to; long cents; } orders[] = {
        {"alice", "bob", 2500}, {"bob", "alice", 100000}, {"bob", "carol", 1}, {"bob", "bob", 1}, {"bob", "alice", 2599}};
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++)
        puts(messages[transfer(orders[i].from, orders[i].to, orders[i].cents)]);
    for (int i = 0; i < 3; i++)
        printf("%-8s %7ld.%02ld %hu\n", accounts[i].owner, accounts[i].cents / 100, accounts[i].cents % 100,
               accounts[i].transfers);
    return 0;
}
