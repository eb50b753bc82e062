//! The partition of memory against executed runs: accesses that touch a common byte have a common array.
//!
//! Shares nothing with the analysis that makes the partition: what counts is which bytes of which object the
//! interpreter touches.

mod common;

use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{DataModel, EdgeId, ExprKind, Op, PlaceId, Program};
use argand_encode::layout::{Layout, Storage};
use argand_exec::{Config, Interpreter, Observer, SeedInput, StateView};
use argand_flow::pointsto::{ArrayId, Span};
use argand_frontend_c::{Options, load, load_str};
use common::{Disk, c_files};
use std::collections::BTreeMap;
use std::path::Path;

/// Remembers for each byte of each object the array of its accesses.
struct Watch<'p> {
    program: &'p Program,
    layout: Layout,
    bytes: BTreeMap<(u32, u64), (ArrayId, String)>,
    accesses: usize,
    wrong: Option<String>,
}

impl<'p> Watch<'p> {
    fn new(program: &'p Program) -> Self {
        Self { program, layout: Layout::new(program), bytes: BTreeMap::new(), accesses: 0, wrong: None }
    }

    fn access(&mut self, view: &mut StateView<'_, '_>, place: PlaceId) {
        let program = self.program;
        let ty = program.place(place).ty;
        let in_cells = program.pool.root_var(place).is_some_and(|v| self.layout.storage(v) == Storage::Cells);
        // Members of one byte have arrays of their own.
        let is_bit_field = program.field_of(place).is_some_and(|f| f.bit_width.is_some());
        if in_cells || is_bit_field || !program.types.is_scalar(ty) {
            return;
        }
        let Some((object, offset)) = view.place_object(place) else { return };
        let Some(width) = argand_flow::leaves::value_bits(&program.types, ty) else { return };
        let cell = self.layout.points_to.place(program, place);
        let span = Span { offsets: cell.offsets, bit: 0, width: u64::from(width) };
        let text = program.place_text(place);
        let Some(array) = self.layout.partition.exact(cell.class, span) else {
            self.wrong.get_or_insert(format!("{text} has no array"));
            return;
        };
        self.accesses += 1;
        for byte in offset..offset + u64::from(width) / 8 {
            let known = self.bytes.entry((object, byte)).or_insert_with(|| (array, text.clone()));
            if known.0 != array {
                let problem = format!("{text} and {} touch byte {byte} of one object", known.1);
                self.wrong.get_or_insert(problem);
            }
        }
    }
}

impl Observer for Watch<'_> {
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        let op = &self.program.edges[edge].op;
        let mut work = Vec::new();
        operands(self.program, op, |node| work.push(node));
        if let Op::Assign { dst, .. } | Op::Havoc { dst, .. } = op {
            self.access(view, *dst);
        }
        while let Some(node) = work.pop() {
            parts(self.program, node, |part| work.push(part));
            if let Node::Expr(expr) = node
                && let ExprKind::Load(place) = self.program.expr(expr).kind
            {
                self.access(view, place);
            }
        }
    }

    fn edge(&mut self, _: &mut StateView<'_, '_>, _: EdgeId) {}
}

fn watched(program: &Program, seed: u64, what: &str) -> usize {
    let mut watch = Watch::new(program);
    assert_eq!(watch.layout.partition.check(), Ok(()), "{what}");
    let config = Config { inputs: Box::new(SeedInput::new(seed)), step_limit: 20_000, ..Config::default() };
    let outcome = Interpreter::new(program, config).run_observed(&mut watch);
    assert!(watch.wrong.is_none(), "{what}: {:?} after {:?}", watch.wrong, outcome.end);
    watch.accesses
}

#[test]
fn accesses_of_runs_that_touch_a_common_byte_have_a_common_array() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus");
    let mut files = Vec::new();
    c_files(Path::new(corpus), &mut files);
    let mut accesses = 0;
    for (file, seed) in files.into_iter().zip(1..) {
        for data_model in [DataModel::Lp64, DataModel::Ilp32] {
            let options = Options { data_model, ..Options::default() };
            let Ok(loaded) = load(std::slice::from_ref(&file), &options, &Disk) else { continue };
            accesses += watched(&loaded.program, seed, &file.display().to_string());
        }
    }
    assert!(accesses > 100_000, "only {accesses} accesses were watched");
}

/// Memory seen through more than one type, in the ways that programs do it.
const PUNNED: [&str; 8] = [
    "int main(void) { char buf[16]; *(int *)buf = 1; return buf[0]; }",
    "struct a { int x; short y; }; struct b { int x; char c[4]; };
     int main(void) { struct a v = {1, 2}; struct b *p = (struct b *)&v; p->c[1] = 7; return v.y; }",
    "union u { int i; char c[4]; float f; };
     int main(void) { union u v; v.f = 1.0f; v.c[3] = 0; return v.i; }",
    "struct s { int a[2]; int b; long c; };
     int get(int *p, int i) { return p[i]; }
     int main(void) { struct s v = {{1, 2}, 3, 4}; int i = 2; v.a[1] = get(v.a, i); return get(&v.b, -1); }",
    "void *malloc(unsigned long);
     int main(void) {
         char *arena = malloc(64); int *x = (int *)arena; double *d = (double *)(arena + 8);
         *x = 3; *d = 2.5; arena[9] = 1; return *x + arena[8];
     }",
    "int main(void) {
         int a[4] = {1, 2, 3, 4}; unsigned char *p = (unsigned char *)a;
         for (int i = 0; i < 16; i++) p[i] ^= 1;
         long *q = (long *)a; q[1] = 5; return a[2];
     }",
    "struct n { struct n *next; int v; };
     int main(void) {
         struct n a = {0, 1}, b = {&a, 2}; unsigned long u = (unsigned long)&b;
         struct n *p = (struct n *)u; *(int *)((char *)p + 8) = 9; p->next->v = b.v; return a.v;
     }",
    "struct __attribute__((packed)) p { char c; int i; short s; };
     int main(void) { struct p v[2]; int k = 1; v[k].i = 5; v[0].s = 6; char *c = (char *)v; return c[8 + k]; }",
];

#[test]
fn memory_seen_through_several_types_is_partitioned_rightly() {
    for text in PUNNED {
        let program = load_str(text, &Options::default()).unwrap_or_else(|e| panic!("{text}: {e}")).program;
        assert!(watched(&program, 1, text) >= 2, "{text}");
    }
}
