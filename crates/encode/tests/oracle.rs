//! The encoding against the concrete interpreter.
//!
//! A symbolic state follows the edges of a concrete run. Each edge that was taken must be possible, every number
//! that the encoding knows outright must be the one that the interpreter computed, and what is left open must
//! be satisfiable in the end.

mod common;
#[path = "common/library.rs"]
mod library;

use argand_cfa::arith::Scalar;
use argand_cfa::testing::LIBRARY;
use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{DataModel, EdgeId, LibFn, Program};
use argand_encode::{Encoder, SymState};
use argand_exec::{Config, End, Interpreter, Observer, SeedInput, StateView};
use argand_frontend_c::{Options, load, load_str};
use argand_logic::{BitSolver, Bv, SatResult, Solver as _, TermId};
use argand_support::Limits;
use common::{Disk, c_files};
use std::path::Path;
use std::time::Duration;

/// Longer runs are followed this far.
const MAX_STEPS: usize = 1500;

struct Follower<'p> {
    program: &'p Program,
    encoder: Encoder,
    state: SymState,
    steps: usize,
    checked: usize,
    wrong: Option<String>,
    unsupported: Option<String>,
    stopped: bool,
    /// What was the case in the run and the encoding leaves open, in order; only where `pinned` asks for it.
    facts: Vec<(TermId, String)>,
    pinned: bool,
}

impl<'p> Follower<'p> {
    fn new(program: &'p Program) -> Self {
        let mut encoder = Encoder::new(program);
        let state = encoder.start(program);
        Self {
            program,
            encoder,
            state,
            steps: 0,
            checked: 0,
            wrong: None,
            unsupported: None,
            stopped: false,
            facts: Vec::new(),
            pinned: false,
        }
    }

    /// Notes the value that a term had in the run.
    fn pin(&mut self, term: TermId, value: Scalar, text: impl FnOnce() -> String) {
        if let (true, Scalar::Int(value)) = (self.pinned, value) {
            let pool = &mut self.encoder.pool;
            let number = pool.constant(Bv::from_u128(pool.width(term), value.cast_unsigned()));
            self.facts.push((pool.eq(term, number), text()));
        }
    }

    /// Whether the path with the first of the facts is possible.
    fn is_possible(&mut self, facts: usize) -> bool {
        let pool = &mut self.encoder.pool;
        let mut run = self.state.condition(pool);
        for (fact, _) in &self.facts[..facts] {
            run = pool.and(run, *fact);
        }
        let question = pool.or(run, self.state.doubt());
        BitSolver::default().check(pool, &[question]) != SatResult::Unsat
    }

    /// The first fact of the run that the encoding rules out, with all before it.
    fn refuted(&mut self) -> Option<String> {
        let all = self.facts.len();
        if self.is_possible(all) {
            return None;
        }
        let (mut possible, mut impossible) = (0, all);
        while possible + 1 < impossible {
            let middle = usize::midpoint(possible, impossible);
            if self.is_possible(middle) { possible = middle } else { impossible = middle }
        }
        Some(self.facts.get(possible).map_or("the path".to_owned(), |(_, text)| text.clone()))
    }

    /// Whether a known term has a value that the interpreter does not agree with.
    fn disagrees(&self, term: TermId, value: Scalar) -> Option<bool> {
        let pool = &self.encoder.pool;
        match value {
            Scalar::Int(value) => {
                let known = pool.as_const(term)?.to_u128()?;
                let width = pool.width(term);
                let mask = if width == 128 { u128::MAX } else { (1 << width) - 1 };
                Some(known != value.cast_unsigned() & mask)
            }
            Scalar::Float(bits) => {
                let known = pool.as_fp(term)?;
                Some(!known.is_nan() && known.bits() != bits)
            }
        }
    }
}

impl Observer for Follower<'_> {
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.stopped {
            return;
        }
        let mut work = Vec::new();
        operands(self.program, &self.program.edges[edge].op, |node| work.push(node));
        while let Some(node) = work.pop() {
            parts(self.program, node, |part| work.push(part));
            let Node::Expr(expr) = node else { continue };
            // Where objects lie is each machine's own business.
            let ty = self.program.expr(expr).ty;
            if self.program.types.is_pointer(ty) || !self.program.types.is_scalar(ty) {
                continue;
            }
            let Some(value) = view.eval(expr) else { continue };
            let Ok(term) = self.encoder.value(self.program, &self.state, expr) else { continue };
            let Some(disagrees) = self.disagrees(term, value) else {
                let program = self.program;
                let text =
                    || format!("{} is {value:?} before {}", program.expr_text(expr), program.op_text(edge));
                self.pin(term, value, text);
                continue;
            };
            self.checked += 1;
            if disagrees {
                self.stopped = true;
                let text = self.program.expr_text(expr);
                let known = self.encoder.pool.display(term);
                self.wrong = Some(format!(
                    "{text} is {value:?}, the encoding says {known} before {}",
                    self.program.op_text(edge)
                ));
            }
        }
    }

    fn edge(&mut self, _: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.stopped {
            return;
        }
        self.steps += 1;
        match self.encoder.post(self.program, &self.state, edge) {
            Ok(next) if next.is_false(&self.encoder.pool) => {
                self.wrong = Some(format!("{} was taken and is impossible", self.program.op_text(edge)));
                self.stopped = true;
            }
            Ok(next) => self.state = next,
            Err(unsupported) => {
                self.unsupported = Some(unsupported.construct);
                self.stopped = true;
            }
        }
        self.stopped |= self.steps >= MAX_STEPS;
    }
}

/// Follows a run of every program; the values that were compared, and the paths whose formula was solved.
fn follow(model: DataModel) -> (usize, usize) {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/oracle");
    let mut files = Vec::new();
    c_files(Path::new(corpus), &mut files);
    let (mut checked, mut solved) = (0, 0);
    for (file, seed) in files.into_iter().zip(1..) {
        let options = Options { data_model: model, ..Options::default() };
        let loaded = load(std::slice::from_ref(&file), &options, &Disk);
        let program = loaded.unwrap_or_else(|e| panic!("{}: {e}", file.display())).program;
        let mut follower = Follower::new(&program);
        let config =
            Config { inputs: Box::new(SeedInput::new(seed)), step_limit: 20_000, ..Config::default() };
        let outcome = Interpreter::new(&program, config).run_observed(&mut follower);
        assert_eq!(follower.wrong, None, "{} ({:?})", file.display(), outcome.end);
        checked += follower.checked;
        let mut solver = BitSolver::new(Limits::new(Some(Duration::from_secs(2)), None));
        let condition = follower.state.condition(&follower.encoder.pool);
        let answer = solver.check(&mut follower.encoder.pool, &[condition]);
        assert_ne!(answer, SatResult::Unsat, "{}: no run takes the path of a run", file.display());
        solved += usize::from(answer == SatResult::Sat);
    }
    (checked, solved)
}

#[test]
fn runs_of_the_corpus_agree_with_the_encoding_in_lp64() {
    let (checked, solved) = follow(DataModel::Lp64);
    assert!(checked > 50_000, "only {checked} values were compared");
    assert!(solved > 200, "only {solved} paths were solved");
}

#[test]
fn runs_of_the_corpus_agree_with_the_encoding_in_ilp32() {
    let (checked, solved) = follow(DataModel::Ilp32);
    assert!(checked > 50_000, "only {checked} values were compared");
    assert!(solved > 200, "only {solved} paths were solved");
}

/// Memory whose size is known at run time only, and arguments without parameters.
const AT_RUN_TIME: [(&str, &str); 6] = [
    (
        "arrays of variable length",
        "int main(void) {
            int sum = 0;
            for (int n = 1; n < 5; n++) {
                int a[n], b[2 * n];
                for (int i = 0; i < n; i++) { a[i] = i * n; b[i] = 7; b[n + i] = 8; }
                for (int i = 0; i < n; i++) sum += a[i] + b[i] - b[n + i];
            }
            return sum;
        }",
    ),
    (
        "arrays of variable length in recursive calls",
        "int f(int n) {
            if (n == 0) return 0;
            int a[n];
            a[n - 1] = n;
            int below = f(n - 1);
            return below + a[n - 1];
        }
        int main(void) { return f(4); }",
    ),
    (
        "objects that grow",
        "void *malloc(unsigned long); void *realloc(void *, unsigned long);
        int main(void) {
            int *p = malloc(2 * sizeof(int));
            p[0] = 5; p[1] = 6;
            p = realloc(p, 4 * sizeof(int));
            p[2] = p[0] + p[1];
            p = realloc(p, sizeof(int));
            return p[0];
        }",
    ),
    (
        "objects of a size that is an input",
        "void *malloc(unsigned long); void *calloc(unsigned long, unsigned long);
        unsigned char __VERIFIER_nondet_uchar(void);
        int main(void) {
            unsigned n = __VERIFIER_nondet_uchar() + 3u;
            int *p = malloc(n * sizeof(int)), *q = calloc(n, sizeof(int)), z = 9;
            p[n - 1] = 4; q[2] = p[n - 1];
            if (p == q || q[2] != 4) z = 1;
            return z;
        }",
    ),
    (
        "an object that is too large",
        "void *calloc(unsigned long, unsigned long);
        int main(void) { char *p = calloc((unsigned long)-1, 16); return p == 0 ? 3 : 4; }",
    ),
    (
        "arguments without parameters",
        "int sum(int n, ...) {
            __builtin_va_list list, again;
            __builtin_va_start(list, n);
            __builtin_va_copy(again, list);
            int total = 0;
            for (int i = 0; i < n; i++) total += __builtin_va_arg(list, int);
            int *where = __builtin_va_arg(list, int *);
            *where += 1;
            __builtin_va_end(list);
            __builtin_va_end(again);
            return total;
        }
        int main(void) { int x = 5; int s = sum(3, 1, 2, 3, &x); return s + x; }",
    ),
];

#[test]
fn memory_that_is_known_at_run_time_only_is_followed_to_the_end() {
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        for (what, text) in AT_RUN_TIME {
            let options = Options { data_model: model, ..Options::default() };
            // The size of objects has the type of the model.
            let text = match model {
                DataModel::Ilp32 => text.replace("unsigned long", "unsigned"),
                _ => text.to_owned(),
            };
            let program = load_str(&text, &options).unwrap_or_else(|e| panic!("{what}: {e}")).program;
            let mut follower = Follower::new(&program);
            let config = Config { inputs: Box::new(SeedInput::new(1)), ..Config::default() };
            let outcome = Interpreter::new(&program, config).run_observed(&mut follower);
            assert!(matches!(outcome.end, End::Exit(_)), "{what}: {:?}", outcome.end);
            assert_eq!(follower.wrong, None, "{what} in {model:?}");
            assert_eq!(follower.unsupported, None, "{what} in {model:?}");
            assert!(!follower.stopped, "{what} in {model:?}");
            let mut solver = BitSolver::default();
            let condition = follower.state.condition(&follower.encoder.pool);
            let answer = solver.check(&mut follower.encoder.pool, &[condition]);
            assert_eq!(answer, SatResult::Sat, "{what} in {model:?}: no run takes the path of a run");
        }
    }
}

#[test]
fn runs_through_every_library_function_satisfy_the_encoding() {
    let mut wrong = Vec::new();
    let mut pinned = 0;
    for &function in LIBRARY {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            for (name, program) in library::programs(function, model) {
                for seed in 0..3 {
                    let mut follower = Follower::new(&program);
                    follower.pinned = true;
                    let config = Config { inputs: Box::new(SeedInput::new(seed)), ..Config::default() };
                    let outcome = Interpreter::new(&program, config).run_observed(&mut follower);
                    pinned += follower.facts.len();
                    wrong.extend(
                        follower.wrong.take().map(|what| format!("{name}: {what} ({:?})", outcome.end)),
                    );
                    let unsupported = follower.unsupported.take();
                    let known = !matches!(function, LibFn::UnknownCallee | LibFn::Foreign);
                    wrong.extend(unsupported.filter(|_| known).map(|what| format!("{name}: {what}")));
                    wrong.extend(
                        follower.refuted().map(|what| format!("{name}: no run of the encoding has {what}")),
                    );
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(pinned > 1000, "{pinned} facts");
}
