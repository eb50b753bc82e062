//! Random C programs for slices: pointers, heap, calls, recursion, `goto`, `switch`, function pointers. They end, and do
//! nothing that C leaves undefined.

use std::fmt::Write as _;

/// A source of small random numbers.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678_9ABC_DEF1)
    }

    /// A number below `limit`.
    pub fn roll(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len() as u64) as usize]
    }
}

const HEAD: &str = "
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
extern void abort(void);
struct node { int value; struct node *next; };
int g0, g1 = 3, g2, table[4];
int *shared = &g0;
struct node *list;
static int deep(int n, int *out) { if (n <= 0) { *out = g1; return n; } g2 ^= n; return deep(n - 1, out) + 1; }
static int twice(int v) { return v + v; }
static int hide(int v) { g1 = v; return v & 7; }
static int take(int v) { g2 += v; return g0; }
static int (*operation)(int) = twice;
static void push(int v) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh) abort();
    fresh->value = v;
    fresh->next = list;
    list = fresh;
}
static int sum(void) { int s = 0; for (struct node *n = list; n; n = n->next) s += n->value; return s; }
static void check(int v) { if (v == 77777) abort(); }
";

/// A program, and the number of the line where its `main` begins.
pub fn program(dice: &mut Dice) -> (String, u32) {
    let mut text = HEAD.to_owned();
    let main = text.lines().count() as u32 + 1;
    text.push_str("int main(void) {\n");
    for (name, at) in ["a", "b", "c", "d"].into_iter().zip(0..) {
        let _ = writeln!(text, "    int {name} = {};", if at < 2 { "__VERIFIER_nondet_int()" } else { "1" });
    }
    text.push_str("    int *p = &a;\n    int *q = &g1;\n");
    let mut body = Body { text, loops: 0, labels: 0 };
    let count = 10 + dice.roll(14);
    for _ in 0..count {
        body.statement(dice, 1, 3);
    }
    body.text.push_str("    g0 = a + b + c + d + *p + *q + sum();\n    return 0;\n}\n");
    (body.text, main)
}

struct Body {
    text: String,
    loops: u32,
    labels: u32,
}

const VALUES: [&str; 16] = [
    "a",
    "b",
    "c",
    "d",
    "g0",
    "g1",
    "g2",
    "*p",
    "*q",
    "*shared",
    "table[a & 3]",
    "table[2]",
    "(list ? list->value : 5)",
    "7",
    "-1",
    "(a ^ d)",
];
const TARGETS: [&str; 13] =
    ["a", "b", "c", "d", "g0", "g1", "g2", "*p", "*q", "*shared", "table[b & 3]", "table[1]", "a"];

impl Body {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(depth));
    }

    fn expr(&mut self, dice: &mut Dice) -> String {
        let one = dice.pick(&VALUES);
        let other = dice.pick(&VALUES);
        match dice.roll(4) {
            0 => one.to_owned(),
            1 => format!("({one} & {other})"),
            2 => format!("({one} ^ {other})"),
            _ => format!("(({one} & 255) + ({other} & 127))"),
        }
    }

    fn block(&mut self, dice: &mut Dice, depth: usize, left: u32) {
        for _ in 0..=dice.roll(3) {
            self.statement(dice, depth, left);
        }
    }

    fn statement(&mut self, dice: &mut Dice, depth: usize, left: u32) {
        let target = dice.pick(&TARGETS);
        let value = self.expr(dice);
        match dice.roll(if left == 0 { 13 } else { 18 }) {
            0..=3 => self.line(depth, &format!("{target} = {value};")),
            4 => {
                let pointer = dice.pick(&["p", "q", "shared"]);
                let object = dice.pick(&["&a", "&c", "&g0", "&g2", "&table[1]", "q", "p"]);
                // `shared` outlives nothing: it stays inside `main`.
                self.line(depth, &format!("{pointer} = {object};"));
            }
            5 => self.line(depth, &format!("push({value});")),
            6 => self
                .line(depth, &format!("{target} = deep({value} & 3, {});", dice.pick(&["p", "&d", "&g2"]))),
            7 => self.line(depth, &format!("{target} = operation({value});")),
            8 => {
                let function = dice.pick(&["twice", "hide", "take"]);
                self.line(depth, &format!("operation = {function};"));
            }
            9 => {
                let function = dice.pick(&["twice", "hide", "take"]);
                self.line(depth, &format!("{target} = {function}({value});"));
            }
            10 => self.line(depth, &format!("check({value});")),
            11 => self.line(depth, &format!("{target} = sum();")),
            12 => self.line(depth, &format!("memcpy(&table[{}], p, sizeof(int));", dice.roll(4))),
            13 | 14 => {
                self.line(
                    depth,
                    &format!("if ({value} {} {}) {{", dice.pick(&["<", "==", ">"]), dice.roll(9)),
                );
                self.block(dice, depth + 1, left - 1);
                if dice.roll(2) == 0 {
                    self.line(depth, "} else {");
                    self.block(dice, depth + 1, left - 1);
                }
                self.line(depth, "}");
            }
            15 => {
                self.loops += 1;
                let counter = format!("i{}", self.loops);
                self.line(
                    depth,
                    &format!("for (int {counter} = 0; {counter} < ({value} & 3); {counter}++) {{"),
                );
                self.block(dice, depth + 1, left - 1);
                if dice.roll(3) == 0 {
                    self.line(depth + 1, &format!("if ({} == 2) break;", dice.pick(&VALUES)));
                }
                self.line(depth, "}");
            }
            16 => {
                self.line(depth, &format!("switch ({value} & 3) {{"));
                for case in 0..3 {
                    self.line(depth, &format!("case {case}:"));
                    self.block(dice, depth + 1, left - 1);
                    if dice.roll(2) == 0 {
                        self.line(depth + 1, "break;");
                    }
                }
                self.line(depth, "default: ;");
                self.line(depth, "}");
            }
            _ => {
                self.labels += 1;
                let label = format!("l{}", self.labels);
                self.line(depth, &format!("if ({value} > 3) goto {label};"));
                self.block(dice, depth, left - 1);
                self.line(depth, &format!("{label}: ;"));
            }
        }
    }
}
