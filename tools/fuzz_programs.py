"""Random small C programs for fuzz.py: memory seen through many types, library calls, and a few bits of input.

A program asks for a few bits, does things to some *regions* (arrays, structs, unions, heap blocks, all initialised), and
computes a number `r` below 64 from them; its last statement is the line CHECK, which fuzz.py replaces. Every access lies inside
its region by construction, except where the feature `faults` puts it outside. Each feature can be switched off.
"""

import random
import re

FEATURES = {
    "views": 10,      # accesses of any type at any offset of a region
    "members": 5,     # members, bit-fields, unions, whole structs
    "copies": 8,      # memcpy, memmove, memset and their relatives
    "pointers": 8,    # pointers that are moved, compared and copied
    "numbers": 6,     # addresses as numbers
    "forged": 3,      # numbers that get the bits of pointers by control flow, and numbers that are kept
    "calls": 5,       # functions that take pointers, function pointers, recursion
    "strings": 5,     # string.h, conversions, sscanf and sprintf
    "output": 3,      # %n
    "library": 4,     # qsort, bsearch, div, ctype, frexp, …
    "control": 6,     # if, loops, switch, goto
    "floats": 3,
    "heap": 4,        # blocks that grow, arenas
    "lists": 3,
    "vlas": 2,
    "signed": 2,      # arithmetic that may overflow
    "faults": 1,      # invalid accesses, frees and leaks
}
TYPES = {"char": 1, "signed char": 1, "unsigned char": 1, "short": 2, "unsigned short": 2, "int": 4, "unsigned": 4,
         "long long": 8, "struct word": 2, "struct wide": 4}
PLAIN = [t for t in TYPES if not t.startswith("struct")]

HEAD = """#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
"""
# What programs use, by name. Only what one uses is put into it: how other functions see memory may change what an analysis assumes.
PARTS = {
    "struct word": "struct __attribute__((packed)) word { unsigned short w; };",
    "struct wide": "struct __attribute__((packed)) wide { char c; unsigned char d; short e; };",
    "struct plain": "struct plain { int a; short b; char c; char d; int e[2]; };",
    "struct other": "struct other { int a; char t[4]; long long l; };",
    "struct bits": "struct bits { unsigned f : 3, g : 7, h : 6; int i : 9; unsigned char j; };",
    "struct packed": "struct __attribute__((packed)) packed { char a; int b; short c; char d; int e; };",
    "union both": "union both { int a; unsigned char b[8]; short c[4]; float f; struct { char d; short e; int g; } s; };",
    "struct node": "struct node { struct node *next; int value; };",
    "store_int": "static void store_int(void *p, int v) { *(int *)p = v; }",
    "store_short": "static void store_short(void *p, int v) { ((short *)p)[1] = v; }",
    "store_byte": "static void store_byte(void *p, int v) { ((unsigned char *)p)[3] = v; }",
    "load_int": "static int load_int(const void *p) { return *(const int *)p; }",
    "load_bytes": "static int load_bytes(const unsigned char *p) { return p[0] + 2 * p[3]; }",
    "stores": "static void (*const stores[])(void *, int) = {store_int, store_short, store_byte};",
    "descend": "static void descend(unsigned char *p, int n) { if (n > 0) { p[n] += n; descend(p, n - 1); } }",
    "vsay": "static void vsay(const char *format, ...) { va_list list; va_start(list, format); vprintf(format, list); va_end(list); }",
    "compare": "static int compare(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }",
    "set_all": "static void *set_all(int n, ...) { va_list list; va_start(list, n); void *p = 0; while (n-- > 0) { p = va_arg(list, void *); *(int *)p = n; } va_end(list); return p; }",
}
RECORDS = {"struct plain": 16, "struct other": 16, "struct bits": 8, "struct packed": 12, "union both": 8}
MEMBERS = {
    "struct plain": ["a", "b", "c", "d", "e[0]", "e[1]", "e[{i1}]"],
    "struct other": ["a", "t[0]", "t[3]", "t[{i2}]", "l"],
    "struct bits": ["f", "g", "h", "i", "j"],
    "struct packed": ["a", "b", "c", "d", "e"],
    "union both": ["a", "b[0]", "b[{i2}]", "c[1]", "c[{i1}]", "s.d", "s.e", "s.g"],
}


class Region:
    """Memory with a name, the text of a `char *` to its begin, a size, and the record or element type it has, if any."""

    def __init__(self, name, base, size, record=None, pointer=None, element=None):
        self.name, self.base, self.size, self.record, self.pointer, self.element = name, base, size, record, pointer, element
        self.address = f"&{name}" if record and not pointer else name
        self.aliases = []  # pointers to its begin: (name, type)


class Generator:
    def __init__(self, seed, features=None):
        self.rng = random.Random(seed)
        self.features = {f: w for f, w in FEATURES.items() if features is None or f in features}
        self.lines, self.regions, self.names, self.depth, self.index = [], [], 0, 1, None
        self.variables = []
        # Most programs are simple, so that analyses come to an answer.
        self.aliased = self.chance(40)
        self.dynamic, self.deep = self.pick([0, 15, 45]), self.pick([1, 1, 2])

    # Small parts.

    def pick(self, items):
        return self.rng.choice(list(items))

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def put(self, text):
        self.lines.append("    " * self.depth + text)

    def small(self, bits):
        """An expression between 0 and 2^bits - 1, from the input."""
        mask = (1 << bits) - 1
        if self.index and self.chance(40):
            return f"({self.index} & {mask})"
        shift = self.rng.randrange(0, 3)
        return f"(x >> {shift} & {mask})" if shift else f"(x & {mask})"

    def offset(self, room, step=1):
        """An offset from 0 to `room`, as text: a constant, or one that depends on the input."""
        if "faults" in self.features and self.chance(1):
            # Wholly outside: the sanitizer does not see an access that is misaligned and only ends outside.
            return str(room + 8)
        bits = next((b for b in (3, 2, 1) if ((1 << b) - 1) * step <= room), 0)
        if bits and self.chance(self.dynamic):
            rest = (room - ((1 << bits) - 1) * step) // step
            constant = self.rng.randrange(0, rest + 1) * step
            return f"{constant} + {step} * {self.small(bits)}" if step > 1 else f"{constant} + {self.small(bits)}"
        return str(self.rng.randrange(0, room // step + 1) * step)

    def lvalue(self, region=None):
        """A place in a region, seen as some type."""
        region = region or self.pick(self.regions)
        if region.element and self.chance(40):
            place = self.offset(region.size // region.element - 1)
            return f"{region.name}[{place}]"
        if region.record and "members" in self.features and self.chance(40):
            member = self.pick(MEMBERS[region.record])
            member = member.replace("{i1}", self.small(1)).replace("{i2}", self.small(2))
            return f"{region.name}.{member}" if not region.pointer else f"{region.name}->{member}"
        if region.aliases and self.chance(90):
            alias, kind = self.pick(region.aliases)
            return f"{alias}[{self.offset(region.size // TYPES[kind] - 1)}]"
        kind = self.pick(TYPES if "views" in self.features else PLAIN)
        size = TYPES[kind]
        if not kind.startswith("struct") and self.chance(40):
            return f"(({kind} *){region.address})[{self.offset(region.size // size - 1)}]"
        step = size if self.chance(60) else 1
        place = self.offset(region.size - size, step)
        if kind == "struct word":
            return f"((struct word *)({region.base} + {place}))->w"
        if kind == "struct wide":
            return f"((struct wide *)({region.base} + {place}))->{self.pick('cde')}"
        if step == size and size > 1 and place.isdigit():
            return f"(({kind} *){region.base})[{int(place) // size}]"
        return f"*({kind} *)({region.base} + {place})"

    def value(self, depth=None):
        """An expression without effects and without undefined behaviour."""
        depth = self.deep if depth is None else min(depth, self.deep)
        choice = self.rng.randrange(10)
        if depth == 0 or choice < 2:
            return self.pick(["x", "y", self.small(3), str(self.rng.randrange(0, 9)), str(self.pick([127, 128, 255, 256, 77, 0x1234, -1]))])
        if choice < 5:
            return self.lvalue()
        if choice < 6 and self.variables:
            return self.pick(self.variables)
        left, right = self.value(depth - 1), self.value(depth - 1)
        if "signed" in self.features and self.chance(4):
            return f"((int)({left}) {self.pick('+-*')} (int)({right}))"
        if choice < 8:
            return f"((unsigned)({left}) {self.pick(['+', '-', '^', '|', '&'])} (unsigned)({right}))"
        if choice < 9:
            return f"(({left}) {self.pick(['==', '<', '!=', '>'])} ({right}))"
        return f"((unsigned)({left}) {self.pick(['>>', '<<'])} {self.rng.randrange(1, 9)})"

    def condition(self):
        return self.pick([self.small(1), f"x == {self.rng.randrange(4)}", f"({self.value(1)}) == {self.rng.randrange(3)}",
                          f"(unsigned)({self.value(1)}) > {self.rng.randrange(200)}"])

    def span(self, most=8):
        """Two places in regions (source, target), whether they may overlap, and a length."""
        source, target = self.pick(self.regions), self.pick(self.regions)
        length = self.rng.randrange(0, min(source.size, target.size, most) + 1)
        one = f"{source.base} + {self.offset(source.size - length)}"
        two = f"{target.base} + {self.offset(target.size - length)}"
        if length in (3, 7) and self.chance(50):
            return one, two, source is target, self.small(2 if length == 3 else 3)
        return one, two, source is target, str(length)

    # Statements, one method for each feature.

    def do_views(self):
        self.put(f"{self.lvalue()} = {self.value()};")

    def do_members(self):
        records = [r for r in self.regions if r.record]
        if records and self.chance(50):
            region = self.pick(records)
            other = self.pick(self.regions)
            if other is not region and other.size >= RECORDS[region.record]:
                view = f"*({region.record} *)({other.base} + {self.offset(other.size - RECORDS[region.record], 4)})"
                whole = f"*{region.name}" if region.pointer else region.name
                self.put(f"{view} = {whole};" if self.chance(50) else f"{whole} = {view};")
                return
        self.put(f"{self.lvalue(self.pick(records or self.regions))} {self.pick(['=', '=', '+=', '^='])} {self.value(1)};")

    def do_copies(self):
        source, target, overlap, length = self.span()
        call = self.rng.randrange(6)
        if call == 0:
            self.put(f"memset({target}, {self.value(1)}, {length});")
        elif call == 1:
            self.put(f"v += memcmp({source}, {target}, {length}) {self.pick(['< 0', '== 0', '> 0'])};")
        elif call == 2 and self.variables:
            kind = self.pick(["int", "short", "unsigned char"])
            self.put(f"{{ {kind} t = {self.value(1)}; memcpy({self.pick(self.regions).base} + {self.rng.randrange(4)}, &t, sizeof t); }}")
        elif call == 3:
            region = self.pick(self.regions)
            self.put(f"{{ int t = 0; memcpy(&t, {region.base} + {self.offset(region.size - 4)}, {self.pick(['sizeof t', '2', self.small(2)])}); v += t; }}")
        else:
            name = "memmove" if overlap else self.pick(["memcpy", "memmove", "__builtin_memcpy", "memcpy"])
            self.put(f"{name}({target}, {source}, {length});")

    def do_pointers(self):
        kind, region = self.pick(PLAIN), self.pick(self.regions)
        size, pointer = TYPES[kind], self.name("p")
        kept = self.pick(self.regions)
        if self.chance(40):
            self.put(f"{kind} *{pointer} = (void *){region.address};")
        else:
            self.put(f"{kind} *{pointer} = ({kind} *)({region.base} + {self.offset(region.size - size, size)});")
        if self.chance(40) and kept.size >= size:
            self.put(f"if ({self.condition()}) {pointer} = ({kind} *)({kept.base} + {self.offset(kept.size - size, size)});")
        if self.chance(25):
            other = self.name("p")
            self.put(f"{kind} *{other} = 0;")
            self.put(self.pick([
                f"memcpy(&{other}, &{pointer}, sizeof {other});",
                f"for (unsigned k = 0; k < sizeof {other}; k++) ((char *)&{other})[k] = ((char *)&{pointer})[k];",
                f"{{ void *holder[2] = {{0, {pointer}}}; {other} = holder[1]; }}",
                f"{{ union {{ void *p; {kind} *q; }} u; u.p = {pointer}; {other} = u.q; }}",
            ]))
            pointer = other
        self.put(f"*{pointer} {self.pick(['=', '=', '+=', '|='])} {self.value(1)};")
        if self.chance(40):
            self.put(f"v += *{pointer};")

    def do_numbers(self):
        kind, region = self.pick(PLAIN), self.pick(self.regions)
        room, number = region.size - TYPES[kind], self.name("n")
        self.put(f"uintptr_t {number} = (uintptr_t)({region.base});")
        way = self.rng.randrange(5)
        place = self.offset(room)
        if way == 0:
            self.put(f"{number} = ({number} ^ 0x5555) + 3;")
            self.put(f"*({kind} *)((({number} - 3) ^ 0x5555) + {place}) = {self.value(1)};")
        elif way == 1:
            self.put(f"*({kind} *)({number} + {room} + (uintptr_t)-({self.offset(min(room, 3))})) = {self.value(1)};")
        elif way == 2:
            self.put(f"for (unsigned k = 0; k <= {room}; k++) if ({number} + k == (uintptr_t)({region.base} + {place})) *({kind} *)({number} + k) = {self.value(1)};")
        elif way == 3:
            other = self.pick(self.regions)
            self.put(f"if ({number} == (uintptr_t)({other.base})) *({kind} *){number} = {self.value(1)};")
        else:
            self.put(f"{{ char *q; memcpy(&q, &{number}, sizeof q); *({kind} *)(q + {place}) = {self.value(1)}; }}")

    def do_forged(self):
        kind, region = self.pick(PLAIN), self.pick(self.regions)
        number, known = self.name("n"), self.name("k")
        self.put(f"uintptr_t {number} = (uintptr_t)({region.base}), {known} = 0;")
        if self.chance(30):
            self.put(f"{{ char *gone = malloc(8); if (!gone) abort(); {number} = (uintptr_t)gone; free(gone); }}")
            self.put(f"char *{number}q = calloc(8, 1); if (!{number}q) abort();")
            target, room = f"{number}q", 8 - TYPES[kind]
        else:
            target, room = None, region.size - TYPES[kind]
        bits = "8 * (int)sizeof(uintptr_t)"
        self.put(self.pick([
            f"for (int i = 0; i < {bits}; i++) if ({number} >> i & 1) {known} |= (uintptr_t)1 << i;",
            f"for (int i = {bits} - 1; i >= 0; i--) {known} = 2 * {known} + (({number} >> i & 1) != 0);",
            f"for (uintptr_t step = (uintptr_t)1 << ({bits} - 1); step; step >>= 1) if ({known} + step <= {number}) {known} += step;",
            f'{{ static const char digits[] = "0123456789abcdef"; for (int i = {bits} - 4; i >= 0; i -= 4) {{ char c = digits[{number} >> i & 15]; {known} = {known} << 4 | (c < 58 ? c - 48 : c - 87); }} }}',
            f"for (int i = {bits} - 2; i >= 0; i -= 2) {{ {known} <<= 2; switch ({number} >> i & 3) {{ case 1: {known} += 1; break; case 2: {known} += 2; break; case 3: {known} += 3; }} }}",
            f"{{ union {{ uintptr_t n; unsigned char b[sizeof(uintptr_t)]; }} u; u.n = {number}; for (int i = sizeof u - 1; i >= 0; i--) for (int j = 128; j; j >>= 1) {known} = {known} + {known} + ((u.b[i] & j) != 0); }}",
            f"{{ char *p = (char *){number}, *q; for (unsigned i = 0; i < sizeof p; i++) ((unsigned char *)&q)[i] = ((unsigned char *)&p)[i]; {known} = (uintptr_t)q; }}",
        ]))
        place = self.offset(room)
        write = f"*({kind} *)({known} + {place}) = {self.value(1)};"
        if target:
            self.put(f"if ({known} == (uintptr_t){target}) {{ {write} v += {target}[{self.offset(7)}]; }} free({target});")
        else:
            self.put(write)

    def do_calls(self):
        region = self.pick(self.regions)
        place = region.address if self.chance(40) else f"{region.base} + {self.offset(region.size - 4)}"
        self.put(self.pick([
            f"{self.pick(['store_int', 'store_short', 'store_byte'])}({place}, {self.value(1)});",
            f"stores[{self.small(1)}]({place}, {self.value(1)});",
            f"stores[{self.small(1)} + 1]({place}, {self.value(1)});",
            f"v += {self.pick(['load_int', '(unsigned)load_bytes'])}((void *)({place}));",
            f"descend((unsigned char *){place}, {self.small(1)} + 1);",
            f"set_all({self.rng.randrange(1, 3)}, {place}, {self.pick(self.regions).base});",
        ]))

    def do_strings(self):
        text = self.name("t")
        self.put(f'char {text}[16] = "{self.pick(["abc", "12", "a,b,c", "7x", "", "-5 9"])}";')
        self.put(f"{text}[{self.small(2)}] = {self.pick(['48 + ' + self.small(3), '97 + ' + self.small(1), '44', '0'])};")
        other = self.pick(self.regions)
        self.put(self.pick([
            f"v += strlen({text});",
            f'v += strcmp({text}, "abc") {self.pick(["< 0", "> 0", "== 0"])};',
            f'v += strncmp({text}, "12", {self.small(2)}) == 0;',
            f"{{ char *q = strchr({text}, 'a' + {self.small(1)}); if (q) *q = 'z', v += q - {text}; }}",
            f"{{ char *q = strrchr({text}, 'a'); v += q ? *q : 5; }}",
            f"v += atoi({text});",
            f"{{ char *q; v += strtol({text}, &q, 10); v += q - {text}; }}",
            f'{{ int t = 3; v += sscanf({text}, "%d", &t); v += t; }}',
            f'sprintf({text}, "%d", (int)({self.value(1)}));',
            f'v += snprintf({text}, 4, "%x", (unsigned)({self.value(1)}));',
            f'{{ char *q = strtok({text}, ","); if (q) v += q[0]; q = strtok(0, ","); if (q) v += q[0]; }}',
            f'strcat({text}, "q"); v += {text}[3];',
            f'strncat({text}, "qrs", {self.small(1)} + 1);',
            f"strncpy({other.base}, {text}, {min(other.size, 6)});",
            f"v += strspn({text}, \"abc\") + strcspn({text}, \",\");",
            f"{{ char *q = memchr({text}, {self.small(2)}, 16); if (q) *q = 9; }}",
            f'{{ char *q = strstr({text}, "b"); if (q) v += q - {text}; }}',
            f"{{ char *q = strdup({text}); if (q) {{ q[0] ^= 1; v += q[0]; free(q); }} }}",
        ]))
        self.put(f"v += {text}[{self.small(2)}];")

    def do_output(self):
        kind, length = self.pick([("int", ""), ("short", "h"), ("signed char", "hh"), ("long", "l"), ("long long", "ll")])
        region = self.pick(self.regions)
        room = region.size - (8 if length in ("l", "ll") else TYPES.get(kind, 8))
        target = f"({kind} *)({region.base} + {self.offset(max(room, 0))})"
        text = "abcdefg"[:self.rng.randrange(8)]
        self.put(self.pick([
            f'printf("{text}%{length}n", {target});',
            f'vsay("{text}%{length}n", {target});',
            f'{{ char t[8]; snprintf(t, sizeof t, "{text}%d%{length}n", (int){self.small(3)}, {target}); }}',
        ]))

    def do_library(self):
        region = self.pick(self.regions)
        place = f"{region.base} + {self.offset(region.size - 4)}"
        self.put(self.pick([
            f"qsort({place}, 4, 1, compare);",
            f"{{ unsigned char k = {self.value(1)}; unsigned char *q = bsearch(&k, \"\\1\\3\\5\", 3, 1, compare); v += q != 0; }}",
            f"v += div({self.small(3)} + 20, {self.small(2)} + 1).rem;",
            f"v += abs((short)({self.value(1)}));",
            f"v += toupper((unsigned char)({self.value(1)})) + !!isdigit((unsigned char)({self.value(1)}));",
            f"{{ int e = 0; double m = frexp({self.small(3)} + 1, &e); v += e + (m < 0.6); }}",
            f"{{ double whole; double part = modf({self.small(2)} + 0.5, &whole); v += (int)whole + (part > 0.4); }}",
            f"v += __builtin_popcount({self.value(1)});",
            f"bzero({place}, {self.small(2)});",
        ]))

    def do_control(self):
        if self.depth > 2:
            return self.do_views()
        outer, count = self.index, self.rng.randrange(1, 3)
        way = self.rng.randrange(5)
        if way == 0:
            index = self.name("i")
            self.index = index
            self.block(f"for (unsigned {index} = 0; {index} < {self.pick(['2', '3', f'{self.small(2)}'])}; {index}++) {{", count)
        elif way == 1:
            self.put(f"switch ({self.small(2)}) {{")
            for case in range(2):
                self.block(f"case {case}: {{", count)
                if self.chance(70):
                    self.put("break;")
            self.block("default: {", 1)
            self.put("}")
        elif way == 2:
            label = self.name("label")
            self.put(f"if ({self.condition()}) goto {label};")
            self.block("{", count)
            self.put(f"{label}:;")
        else:
            self.block(f"if ({self.condition()}) {{", count)
            if self.chance(50):
                self.block("else {", 1)
        self.index = outer

    def block(self, head, count):
        self.put(head)
        self.depth += 1
        kept = list(self.variables)
        for _ in range(count):
            self.statement(nested=True)
        self.variables = kept
        self.depth -= 1
        self.put("}")

    def do_floats(self):
        region = self.pick([r for r in self.regions if r.size >= 8])
        self.put(self.pick([
            f"{{ float f = {self.small(3)} * 0.5f; *(float *)({region.base} + {self.offset(region.size - 4, 4)}) = f; }}",
            f"{{ double f = {self.small(3)} - 2; memcpy({region.base} + {self.offset(region.size - 8)}, &f, 8); }}",
            f"{{ float f = {self.small(2)} + 0.25f; unsigned t; memcpy(&t, &f, 4); v += t >> 20; }}",
            f"{{ float f = {self.small(3)}; f = f / 4; v += (int)(f * 8); }}",
            f"v += *(float *)({region.base} + {self.offset(region.size - 4, 4)}) > 1.5f;",
            f"{{ union {{ double d; unsigned char b[8]; }} u; u.d = {self.small(2)}; v += u.b[7] + u.b[6]; }}",
        ]))

    def do_heap(self):
        pointer = self.name("h")
        self.put(self.pick([
            f"{{ unsigned char *{pointer} = malloc(4); if (!{pointer}) abort(); *(int *){pointer} = {self.value(1)}; {pointer} = realloc({pointer}, 8); "
            f"if (!{pointer}) abort(); v += {pointer}[{self.small(1)} + 2]; free({pointer}); }}",
            f"{{ int *{pointer} = calloc(3, 4); if (!{pointer}) abort(); ((short *){pointer})[{self.small(2)}] = {self.value(1)}; v += {pointer}[{self.small(1)}]; free({pointer}); }}",
            f"{{ void *{pointer} = arena + used; used += 4; *(int *){pointer} = {self.value(1)}; v += ((unsigned char *){pointer})[{self.small(2)}]; }}",
            f"{{ used = 0; short *{pointer} = (short *)(arena + used); used += 2; v += *{pointer}; *{pointer} = {self.value(1)}; }}",
            f"{{ char *a1 = calloc(2, 1), *a2 = calloc(2, 1); if (!a1 || !a2) abort(); a1[0] = a2[0] = 1; a1[{self.small(1)}] = {self.value(1)}; v += a1[0] + a2[0]; free(a1); free(a2); }}",
        ]))

    def do_lists(self):
        head = self.name("l")
        self.put(f"struct node *{head} = 0;")
        self.put(f"for (unsigned k = 0; k < {self.small(2)}; k++) {{ struct node *q = malloc(sizeof *q); if (!q) abort(); q->next = {head}; q->value = k + {self.small(1)}; {head} = q; }}")
        if self.chance(50):
            self.put(f"if ({head} && {head}->next) {self.pick([f'*(char *)&{head}->next->value = {self.value(1)}', f'{head}->value = 7', f'memcpy(&{head}->value, &{head}->next->value, 2)'])};")
        if self.chance(30):
            self.put(f"{{ struct node *back = 0; while ({head}) {{ struct node *q = {head}->next; {head}->next = back; back = {head}; {head} = q; }} {head} = back; }}")
        leak = "faults" in self.features and self.chance(6)
        self.put(f"while ({head}) {{ struct node *q = {head}->next; v = v * 2 + {head}->value; {'' if leak else f'free({head}); '}{head} = q; }}")

    def do_vlas(self):
        array, length = self.name("w"), self.name("c")
        kind = self.pick(["char", "short", "int"])
        self.put(f"int {length} = {self.small(2)} + 1;")
        self.put(f"{kind} {array}[{length}]; memset({array}, 0, sizeof {array});")
        self.put(f"((char *){array})[sizeof {array} - 1] = {self.value(1)};")
        self.put(f"v += {array}[{length} - 1] + sizeof {array};")

    def do_signed(self):
        self.put(f"{{ int t = {self.value(1)}; t {self.pick(['+=', '-=', '*='])} (int)({self.value(1)}); v += t; }}")

    def do_faults(self):
        region = self.pick(self.regions)
        self.put(self.pick([
            f"{region.base}[{region.size} - {self.small(2)}] = 1;",
            f"{{ char *q = calloc(3, 1); if (!q) abort(); q[{self.small(2)}] = 1; v += q[0]; free(q); }}",
            f"{{ char *q = malloc(3); if ({self.condition()}) free(q); }}",
            f"{{ char *q = calloc(3, 1); if (!q) abort(); free(q); if ({self.condition()}) v += *q; }}",
        ]))

    def statement(self, nested=False):
        names = [f for f in self.features if not (nested and f in ("faults",))]
        weights = [self.features[f] for f in names]
        getattr(self, f"do_{self.rng.choices(names, weights)[0]}")()

    # The whole.

    def region(self):
        way = self.rng.randrange(6)
        if way == 0:
            name, size = self.name("b"), self.pick([8, 12, 16])
            self.put(f"{self.pick(['unsigned char', 'char'])} {name}[{size}] = {{0}};")
            return Region(name, name, size, element=1)
        if way == 1:
            name, count = self.name("a"), self.rng.randrange(2, 5)
            self.put(f"int {name}[{count}] = {{{', '.join(str(self.rng.randrange(5)) for _ in range(count))}}};")
            return Region(name, f"((char *){name})", 4 * count, element=4)
        if way == 2 and "heap" in self.features:
            name, size = self.name("m"), self.pick([8, 16])
            self.put(f"char *{name} = calloc({size}, 1); if (!{name}) abort();")
            return Region(name, name, size, pointer=True, element=1)
        record, name = self.pick(RECORDS), self.name("s")
        if way == 3 and "heap" in self.features:
            self.put(f"{record} *{name} = calloc(1, sizeof *{name}); if (!{name}) abort();")
            return Region(name, f"((char *){name})", RECORDS[record], record, pointer=True)
        self.put(f"{record} {name}; memset(&{name}, {self.pick([0, 0, 1])}, sizeof {name});")
        return Region(name, f"((char *)&{name})", RECORDS[record], record)

    def program(self):
        """The text of a program; the line CHECK stands for what is asked of `r`."""
        if self.chance(75):
            # Few values of many, so that trying some does not find the one that matters.
            kind, most = self.pick([("uint", 4000000000), ("uint", 4000000000), ("uchar", 200)])
            least, count = self.rng.randrange(1, most), self.pick([4, 8, 16])
            self.put(f"unsigned x = __VERIFIER_nondet_{kind}();")
            self.put(f"if (x < {least}u || x >= {least}u + {count}u) return 0;")
            self.put(f"x -= {least}u;")
        else:
            bits = self.rng.randrange(2, 5)
            self.put("unsigned x = " + " + ".join(f"{1 << k} * __VERIFIER_nondet_bool()" for k in range(bits)) + ";")
        self.put("unsigned y = __VERIFIER_nondet_bool();" if self.chance(20) else f"unsigned y = {self.rng.randrange(3)};")
        self.put("unsigned v = 0;")
        arena = len(self.lines)
        self.variables = ["v"]
        self.regions = [self.region() for _ in range(self.pick([1, 1, 2, 3]))]
        for region in self.regions if self.aliased else []:
            for kind in self.rng.sample(PLAIN, self.rng.randrange(1, 4)):
                region.aliases.append((self.name("q"), kind))
                cast = self.pick([f"({kind} *)", "(void *)"])
                self.put(f"{kind} *{region.aliases[-1][0]} = {cast}{region.address};")
        for _ in range(self.pick([1, 2, 2, 3, 3, 4, 5, 7])):
            self.statement()
        self.put(f"unsigned r = ({self.pick(['v', 'v + ' + self.lvalue(), self.lvalue(), self.lvalue(), self.lvalue() + ' + ' + self.lvalue()])}) & 63;")
        for region in self.regions:
            if region.pointer:
                self.put(f"free({region.name});")
        if any("arena" in line for line in self.lines):
            ways = (["static char arena[96];"], ["static int words[24];", "char *arena = (char *)words;"])
            self.lines[arena:arena] = [f"    {line}" for line in ["unsigned used = 0;", *self.pick(ways)]]
        self.put("CHECK")
        self.put("return 0;")
        text = "int main(void) {\n" + "\n".join(self.lines) + "\n}\n"
        for name, part in reversed(PARTS.items()):
            if re.search(rf"\b{name}\b", text):
                text = f"{part}\n{text}"
        return HEAD + text
