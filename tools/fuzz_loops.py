"""Random small programs with loops for fuzz.py, and what all their runs do.

fuzz_programs.py makes programs whose loops are short. Here a program is all loops: a few variables of one byte, changed by
arithmetic that wraps and by inputs that are asked for again and again. It has so few states that all of them are visited:
an error is reachable where a state at one is, and a run without an end exists where a state comes back to itself. What holds in
loops, which states cover others, and measures that loops make smaller are put to the test. Variables are locals, globals,
members, elements of arrays or seen through pointers, which changes nothing in what programs do.
"""

import random

MOST_STATES = 30000
TYPES = {"unsigned char": (0, 255), "signed char": (-128, 127), "_Bool": (0, 1)}
HEAD = """#include <stdlib.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
"""
# How a variable is declared and written; `{t}` is its type, `{n}` its name, `{v}` its first value.
PLACES = [("", "{t} {n} = {v};", "{n}"), ("", "{t} {n} = {v};", "{n}"), ("static {t} {n} = {v};", "", "{n}"),
          ("", "{t} {n}o = {v}, *{n} = &{n}o;", "*{n}"), ("", "struct {{ int before; {t} value; }} {n} = {{7, {v}}};", "{n}.value"),
          ("static {t} {n}[3] = {{1, {v}, 2}};", "", "{n}[1]"),
          ("", "{t} *{n} = malloc(sizeof *{n}); if (!{n}) abort(); *{n} = {v};", "*{n}")]
OPERATIONS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
    "==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b), "<": lambda a, b: int(a < b), ">": lambda a, b: int(a > b),
}
COMPARISONS, ARITHMETIC = ["==", "!=", "<", ">"], ["+", "-", "&", "|", "^"]


class TooMany(Exception):
    """There are more states than are looked at."""


class Loops:
    """A program: `text(ending)` is C, `reaches` and `ends` say what its runs do."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.variables = {name: self.rng.choice(["unsigned char", "unsigned char", "signed char", "_Bool"])
                          for name in "xyz"[:self.rng.choice([1, 2, 2, 3])]}
        self.first = {name: self.rng.randrange(3) if kind != "_Bool" else 0 for name, kind in self.variables.items()}
        self.helper = None
        if self.rng.randrange(3) == 0:
            self.helper = self.block(self.rng.randrange(1, 3), 2, loop=False)
        # A function sees what is outside of `main` alone.
        places = [place for place in PLACES if place[0] or not self.helper]
        self.places = {name: self.rng.choice(places) for name in self.variables}
        self.body = self.block(self.rng.randrange(2, 5), 2, loop=False)
        self.final = self.condition()
        self.code = []
        self.compile(self.body + [("if", self.final, [("error",)], [])], None, None)
        self.code.append(("end",))
        self.explore()

    # What is written.

    def pick(self, *items):
        return self.rng.choice(items)

    def number(self):
        return self.pick(0, 1, 1, 2, 3, 5, 10, 100, 128, 200, 255)

    def expression(self, depth=1):
        if depth == 0 or self.rng.randrange(4) == 0:
            return self.pick(("value", self.number()), ("variable", self.pick(*self.variables)), ("variable", self.pick(*self.variables)))
        operation = self.pick("+", "+", "-", "-", "+", *ARITHMETIC)
        return ("binary", operation, ("variable", self.pick(*self.variables)), self.expression(depth - 1))

    def condition(self, name=None):
        """A comparison of a variable, perhaps changed, with a number or another variable."""
        name = name or self.pick(*self.variables)
        left = ("variable", name)
        if self.rng.randrange(4) == 0:
            left = ("binary", self.pick(*ARITHMETIC), left, self.expression(0))
        others = [("variable", other) for other in self.variables if other != name]
        return ("binary", self.pick(*COMPARISONS), left, self.pick(("value", self.number()), *others))

    def loop(self, depth):
        """A loop that more often than not makes a step towards its end, and back now and then."""
        name = self.pick(*self.variables)
        body = self.block(self.rng.randrange(1, 3), depth - 1, True)
        if self.rng.randrange(4):
            step = ("set", name, ("binary", self.pick("+", "-"), ("variable", name), ("value", self.pick(1, 1, 1, 2, 3))))
            body.insert(self.rng.randrange(len(body) + 1), step)
        return (self.pick("while", "while", "do"), self.pick(self.condition(name), self.condition(name), ("input",)), body)

    def block(self, count, depth, loop):
        return [self.statement(depth, loop) for _ in range(count)]

    def statement(self, depth, loop):
        choice = self.rng.randrange(20)
        name = self.pick(*self.variables)
        if depth and choice < 5:
            return self.loop(depth)
        if depth and choice < 9:
            condition = self.pick(self.condition(), ("input",))
            return ("if", condition, self.block(self.rng.randrange(1, 3), depth - 1, loop), self.block(self.rng.randrange(2), depth - 1, loop))
        if choice < 11:
            return ("input", name, self.pick(2, 2, 4))
        if choice == 11 and loop:
            return ("if", self.condition(), [(self.pick("break", "continue"),)], [])
        if choice == 12:
            return ("assume", self.condition())
        if choice == 13:
            return ("if", self.condition(), [self.pick(("error",), ("leave",))], [])
        if choice > 17 and self.helper:
            return ("call",)
        return ("set", name, self.expression(self.pick(0, 1, 1, 2)))

    # What it does: jumps between numbered steps.

    def compile(self, block, on_break, on_continue):
        for statement in block:
            kind = statement[0]
            if kind in ("set", "input", "assume", "error", "leave"):
                self.code.append(statement)
            elif kind == "call":
                self.compile(self.helper, None, None)
            elif kind in ("break", "continue"):
                (on_break if kind == "break" else on_continue).append(len(self.code))
                self.code.append(None)
            elif kind == "if":
                branch = self.reserve()
                self.compile(statement[2], on_break, on_continue)
                over = self.reserve()
                self.code[branch] = ("branch", statement[1], branch + 1, len(self.code))
                self.compile(statement[3], on_break, on_continue)
                self.code[over] = ("jump", len(self.code))
            else:
                self.compile_loop(kind, statement[1], statement[2])

    def reserve(self):
        self.code.append(None)
        return len(self.code) - 1

    def compile_loop(self, kind, condition, body):
        breaks, continues = [], []
        start = len(self.code)
        test = self.reserve() if kind == "while" else None
        self.compile(body, breaks, continues)
        again = len(self.code)
        if kind == "while":
            self.code.append(("jump", start))
            self.code[test] = ("branch", condition, test + 1, len(self.code))
        else:
            self.code.append(("branch", condition, start, len(self.code) + 1))
        for jump in continues:
            self.code[jump] = ("jump", again)
        for jump in breaks:
            self.code[jump] = ("jump", len(self.code))

    def value(self, expression, state):
        if expression[0] == "value":
            return expression[1]
        if expression[0] == "variable":
            return state[list(self.variables).index(expression[1])]
        return OPERATIONS[expression[1]](self.value(expression[2], state), self.value(expression[3], state))

    def stored(self, name, value, state):
        least, most = TYPES[self.variables[name]]
        value = int(value != 0) if most == 1 else (value - least) % 256 + least
        index = list(self.variables).index(name)
        return state[:index] + (value,) + state[index + 1:]

    def successors(self, at, state):
        step = self.code[at]
        if step[0] == "set":
            return [(at + 1, self.stored(step[1], self.value(step[2], state), state))]
        if step[0] == "input":
            return [(at + 1, self.stored(step[1], value, state)) for value in range(step[2])]
        if step[0] == "jump":
            return [(step[1], state)]
        if step[0] == "assume":
            return [(at + 1, state)] if self.value(step[1], state) else []
        if step[0] == "branch":
            if step[1] == ("input",):
                return [(step[2], state), (step[3], state)]
            return [(step[2] if self.value(step[1], state) else step[3], state)]
        self.reaches |= step[0] == "error"
        return []

    def explore(self):
        """Visits all states, depth first: one that is met again on the way to it is on a cycle."""
        self.reaches, self.ends = False, True
        first = (0, tuple(self.first.values()))
        on_path, done, stack = {first}, set(), [(first, iter(self.successors(*first)))]
        while stack:
            state, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                stack.pop()
                on_path.discard(state)
                done.add(state)
            elif following in on_path:
                self.ends = False
            elif following not in done:
                if len(done) + len(on_path) > MOST_STATES:
                    raise TooMany
                on_path.add(following)
                stack.append((following, iter(self.successors(*following))))

    # What it looks like.

    def c(self, expression):
        if expression[0] == "value":
            return str(expression[1])
        if expression[0] == "variable":
            return self.places[expression[1]][2].format(n=expression[1])
        if expression[0] == "input":
            return "__VERIFIER_nondet_bool()"
        return f"({self.c(expression[2])} {expression[1]} {self.c(expression[3])})"

    def lines(self, block, depth, ending):
        pad = "    " * depth
        for statement in block:
            kind = statement[0]
            if kind == "set":
                yield f"{pad}{self.c(('variable', statement[1]))} = {self.c(statement[2])};"
            elif kind == "input":
                source = "__VERIFIER_nondet_bool()" if statement[2] == 2 else f"__VERIFIER_nondet_uchar() & {statement[2] - 1}"
                yield f"{pad}{self.c(('variable', statement[1]))} = {source};"
            elif kind == "assume":
                yield f"{pad}__VERIFIER_assume({self.c(statement[1])});"
            elif kind == "error":
                yield f"{pad}{ending}"
            elif kind == "leave":
                yield f"{pad}exit(0);"
            elif kind == "call":
                yield f"{pad}helper();"
            elif kind in ("break", "continue"):
                yield f"{pad}{kind};"
            elif kind == "do":
                yield f"{pad}do {{"
                yield from self.lines(statement[2], depth + 1, ending)
                yield f"{pad}}} while ({self.c(statement[1])});"
            else:
                yield f"{pad}{kind} ({self.c(statement[1])}) {{"
                yield from self.lines(statement[2], depth + 1, ending)
                yield f"{pad}}}"
                if kind == "if" and statement[3]:
                    yield f"{pad}else {{"
                    yield from self.lines(statement[3], depth + 1, ending)
                    yield f"{pad}}}"

    def text(self, ending):
        """The program in C; `ending` stands where the error is."""
        outside, inside = [], []
        for name, kind in self.variables.items():
            for where, form in zip((outside, inside), self.places[name]):
                if form:
                    where.append(form.format(t=kind, n=name, v=self.first[name]))
        body = list(self.lines(self.body + [("if", self.final, [("error",)], [])], 1, ending))
        if self.helper:
            outside += ["static void helper(void) {", *self.lines(self.helper, 1, ending), "}"]
        inside = [f"    {line}" for line in inside]
        return "\n".join([HEAD + "\n".join(outside), "int main(void) {", *inside, *body, "    return 0;", "}", ""])


def task(seed):
    """A program with loops; none where it has too many states, or no loop."""
    try:
        program = Loops(seed)
    except TooMany:
        return None
    return program if any(word in program.text("") for word in ("while", "do {")) else None
