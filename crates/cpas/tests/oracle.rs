//! Transfers against the concrete interpreter: runs of the corpus stay inside the abstract states.
//!
//! The abstract state follows the edges of a concrete run. Before each edge, what the analysis would answer to a
//! sibling about an expression the edge reads must be true of its concrete value: constants, ranges, and what a
//! pointer points to; and so must be where it says that the run is. Each edge that is taken must have a successor. Now and then the state is merged with an older
//! one of the same place, so that joins and widenings are checked too.

use argand_cfa::arith::Scalar;
use argand_cfa::testing::LIBRARY;
use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{Body, EdgeId, ExprId, LibFn, LocId, Program};
use argand_cpa::Context;
use argand_cpa::{
    Configurable, Constant, Cpa, CpaError, MemoryObject, Pointee, Query, Successors, TransferCx,
};
use argand_cpas::callstack::CallstackCpa;
use argand_cpas::functionpointer::FunctionpointerCpa;
use argand_cpas::interval::{IntervalCpa, IntervalOptions};
use argand_cpas::location::LocationCpa;
use argand_cpas::loopbound::{LoopboundCpa, LoopboundOptions};
use argand_cpas::pointer::PointerCpa;
use argand_cpas::sign::SignCpa;
use argand_cpas::value::{Options as ValueOptions, ValueCpa};
use argand_domains::IntShape;
use argand_exec::{Config, Interpreter, Observer, SeedInput, StateView, Storage};
use argand_frontend_c::{Files, Options, load, load_str};
use argand_support::{FxHashMap, Limits};
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug)]
struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// Whether one of the targets is what a pointer really points to. `None` where the run has no name for that: an
/// address that belongs to nothing alive.
fn points_into(
    view: &mut StateView<'_, '_>,
    expr: ExprId,
    address: i128,
    targets: &[Pointee],
) -> Option<bool> {
    if address == 0 {
        return Some(targets.contains(&Pointee::Null));
    }
    if let Some(func) = view.function_at(address) {
        return Some(targets.contains(&Pointee::Function(func)));
    }
    let concrete = view.points_to(expr)?;
    let named = |object: &MemoryObject| match (object, concrete.object.var) {
        (MemoryObject::Var(place), Some(var)) => place.var == var,
        (MemoryObject::Heap { .. }, None) => concrete.object.storage != Storage::Static,
        _ => false,
    };
    Some(targets.iter().any(|target| match target {
        Pointee::Object { object, offset, .. } => {
            named(object) && offset.is_none_or(|offset| offset == i128::from(concrete.offset))
        }
        Pointee::Null | Pointee::Function(_) => false,
    }))
}

struct Follower<'p, C: Cpa> {
    program: &'p Program,
    cpa: C,
    precision: C::Precision,
    state: C::State,
    older: FxHashMap<(LocId, usize), C::State>,
    limits: Limits,
    /// How many answers that say something were compared with the run.
    checked: usize,
    wrong: Option<String>,
    /// Set when the analysis does not support something, which ends the comparison.
    gave_up: bool,
    steps: usize,
}

impl<C: Cpa> Follower<'_, C> {
    /// What the state answers to a sibling's question.
    fn ask(&self, mut query: Query) -> Query {
        self.cpa.answer(self.program, &self.state, &mut query);
        query
    }

    /// What is wrong with the answers about an expression that has this value.
    fn contradiction(&mut self, view: &mut StateView<'_, '_>, expr: ExprId, value: Scalar) -> Option<String> {
        let ty = self.program.expr(expr).ty;
        let mut answers = Vec::new();
        if let Query::Value { value: Some(constant), .. } = self.ask(Query::Value { expr, value: None }) {
            let fits = match (constant, value) {
                (Constant::Int(a), Scalar::Int(b)) => a == b,
                (Constant::Float(a), Scalar::Float(b)) => a == b,
                _ => false,
            };
            answers.push((fits, format!("{constant:?}")));
        }
        let shape = IntShape::of(&self.program.types, ty).filter(|shape| shape.is_ordered());
        if let (Some(shape), Scalar::Int(number), true) = (shape, value, self.program.types.is_integer(ty)) {
            let widest = (shape.min(), shape.max());
            let query = Query::IntRange { expr, lo: widest.0, hi: widest.1 };
            if let Query::IntRange { lo, hi, .. } = self.ask(query)
                && (lo, hi) != widest
            {
                answers.push(((lo..=hi).contains(&number), format!("[{lo}, {hi}]")));
            }
        }
        if let (Scalar::Int(address), true) = (value, self.program.types.is_pointer(ty))
            && let Query::PointsTo { targets: Some(targets), .. } =
                self.ask(Query::PointsTo { expr, targets: None })
            && let Some(fits) = points_into(view, expr, address, &targets)
        {
            answers.push((fits, format!("{targets:?}")));
        }
        self.checked += answers.len();
        answers.into_iter().find(|(fits, _)| !fits).map(|(_, answer)| answer)
    }

    /// What is wrong with the answers about where the run is.
    fn misplaced(&mut self, view: &StateView<'_, '_>) -> Option<String> {
        let (here, active) = (view.location(), view.depth() - 1);
        let (location, depth) = (self.ask(Query::Location(None)), self.ask(Query::CallDepth(None)));
        if let Query::Location(Some(answer)) = location {
            self.checked += 1;
            if answer != here {
                return Some(format!("the run is at {here} and not at {answer}"));
            }
        }
        if let Query::CallDepth(Some(answer)) = depth {
            self.checked += 1;
            if answer as usize != active {
                return Some(format!("{active} calls are active and not {answer}"));
            }
        }
        None
    }

    fn check_edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        self.wrong = self.misplaced(view);
        let mut work = Vec::new();
        operands(self.program, &self.program.edges[edge].op, |node| work.push(node));
        while let Some(node) = work.pop() {
            parts(self.program, node, |part| work.push(part));
            let Node::Expr(expr) = node else { continue };
            if let Some(value) = view.eval(expr)
                && let Some(answer) = self.contradiction(view, expr, value)
            {
                self.wrong.get_or_insert(format!(
                    "{} is {value:?} and not in {answer} before {} in {}",
                    self.program.expr_text(expr),
                    self.program.op_text(edge),
                    self.state
                ));
            }
        }
    }
}

impl<C: Cpa> Observer for Follower<'_, C> {
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.wrong.is_none() && !self.gave_up {
            self.check_edge(view, edge);
        }
    }

    fn edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.wrong.is_some() || self.gave_up {
            return;
        }
        let cx = TransferCx::alone(self.program, edge, &self.limits);
        let mut out = Successors::default();
        match self.cpa.transfer(&cx, &self.state, &self.precision, &mut out) {
            Ok(()) => {}
            Err(CpaError::Unsupported { .. }) => {
                self.gave_up = true;
                return;
            }
            Err(error) => panic!("{error}"),
        }
        match out.drain(&self.state).pop() {
            Some(next) => self.state = next,
            None => {
                let text = self.program.op_text(edge);
                self.wrong = Some(format!("{text} was taken but has no successor of {}", self.state));
            }
        }
        self.steps += 1;
        let place = (view.location(), view.depth());
        let older = self.older.insert(place, self.state.clone());
        if let Some(older) = older.filter(|_| self.steps.is_multiple_of(7)) {
            // States of different call stacks are not merged; some analyses say so.
            if let Ok(Some(merged)) = self.cpa.merge(&self.state, &older, &self.precision) {
                self.state = merged;
            }
        }
    }
}

fn c_files(directory: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(directory)
        .expect("the corpus exists")
        .map(|e| e.expect("readable").path())
        .collect();
    entries.sort();
    for path in entries {
        // Programs of several files are directories with a list of their own.
        if path.is_dir() && !path.ends_with("multifile") {
            c_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "c") {
            out.push(path);
        }
    }
}

/// Follows a run of a program; how many answers of the analysis were right, and whether it gave up.
fn follow_run<C: Configurable>(
    program: &Program,
    options: C::Options,
    seed: u64,
    name: &dyn Display,
) -> (usize, bool) {
    let mut cpa = C::from_options(options, &Context::alone(program)).expect("default options");
    let state = cpa.initial(program, program.entry()).expect("it has an initial state");
    let mut follower = Follower {
        program,
        precision: cpa.initial_precision(program),
        cpa,
        state,
        older: FxHashMap::default(),
        limits: Limits::default(),
        checked: 0,
        wrong: None,
        gave_up: false,
        steps: 0,
    };
    let config = Config { inputs: Box::new(SeedInput::new(seed)), step_limit: 3000, ..Config::default() };
    let outcome = Interpreter::new(program, config).run_observed(&mut follower);
    assert_eq!(follower.wrong, None, "{name} ({:?})", outcome.end);
    (follower.checked, follower.gave_up)
}

/// Follows a run of every program of the corpus; how many answers of the analysis were right.
fn follow<C: Configurable>(options: impl Fn() -> C::Options) -> usize {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus");
    let mut files = Vec::new();
    for folder in ["oracle", "value", "interval", "pointer", "sign"] {
        c_files(&Path::new(corpus).join(folder), &mut files);
    }
    let (mut checked, mut programs, mut given_up) = (0, 0u64, 0);
    for file in files {
        let loaded = load(std::slice::from_ref(&file), &Options::default(), &Disk);
        let loaded = loaded.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let followed = follow_run::<C>(&loaded.program, options(), programs, &file.display());
        checked += followed.0;
        programs += 1;
        given_up += u64::from(followed.1);
    }
    assert!(programs > 250 && given_up < programs / 10, "{programs} programs, {given_up} given up");
    checked
}

#[test]
fn runs_of_the_corpus_stay_inside_the_intervals() {
    let checked = follow::<IntervalCpa>(IntervalOptions::default);
    assert!(checked > 100_000, "{checked} answers");
}

#[test]
fn runs_of_the_corpus_stay_inside_the_values() {
    let checked = follow::<ValueCpa>(|| ValueOptions { track_all: true, ..ValueOptions::default() });
    assert!(checked > 100_000, "{checked} answers");
}

#[test]
fn runs_of_the_corpus_stay_inside_the_signs() {
    let checked = follow::<SignCpa>(Default::default);
    assert!(checked > 50_000, "{checked} answers");
}

#[test]
fn runs_of_the_corpus_stay_inside_the_points_to_sets() {
    let checked = follow::<PointerCpa>(Default::default);
    assert!(checked > 3_000, "{checked} answers");
}

#[test]
fn runs_of_the_corpus_are_where_location_and_call_stack_say() {
    assert!(follow::<LocationCpa>(Default::default) > 50_000);
    assert!(follow::<CallstackCpa>(Default::default) > 50_000);
}

#[test]
fn runs_of_the_corpus_are_followed_by_bounds_of_loops_and_by_function_pointers() {
    follow::<LoopboundCpa>(|| LoopboundOptions { max_iterations: 0 });
    follow::<FunctionpointerCpa>(Default::default);
}

/// Declarations for the uses of functions without a body, and a function with a list of arguments.
const DECLARATIONS: &str = r#"
typedef __builtin_va_list va_list;
typedef unsigned long size_t;
typedef struct _IO_FILE FILE;
extern FILE *stdout;
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int vsprintf(char *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
int puts(const char *);
int fputs(const char *, FILE *);
int putchar(int);
void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
void exit(int);
void abort(void);
void __assert_fail(const char *, const char *, unsigned, const char *);
int __VERIFIER_nondet_int(void);
int other(void *, size_t);
struct Pair { int a; int *to; };
static char text[32] = "abcdef";
"#;

/// What a program does with a function without a body: in `main`, or with the list of a variadic function. Some have
/// no name in C; calls of `other` then stand for them.
fn use_of(model: LibFn) -> (&'static str, &'static str) {
    match model {
        LibFn::Undefined | LibFn::Open => ("y = other(&x, 4);", ""),
        LibFn::Outside | LibFn::NondetMemory | LibFn::OpenMemory => ("other(&x, 4); other(text + 1, 3);", ""),
        LibFn::Nondet => ("y = __VERIFIER_nondet_int();", ""),
        LibFn::Malloc => ("p = malloc(8); if (!p) return 0; *p = 3;", ""),
        LibFn::Calloc => ("p = calloc(2, 4); if (!p) return 0;", ""),
        LibFn::Free => ("free(heap); heap = malloc(4);", ""),
        LibFn::Alloca => ("p = __builtin_alloca(8); *p = 4;", ""),
        LibFn::Memcpy => {
            ("memcpy(&x, &y, 4); memcpy(text + 1, &x, 3); memcpy(&y, text, 0); memcpy(&p, &q, 8);", "")
        }
        LibFn::Memmove => ("memmove(text + 1, text, 4); memmove(&x, text, 2); memmove(&p, &q, size);", ""),
        LibFn::Memset => {
            ("memset(text + 2, 'z', 3); memset(&x, 0, 1); memset(&y, 1, 0); memset(text, 1, size);", "")
        }
        LibFn::Exit => ("if (x == 5) exit(3);", ""),
        LibFn::Abort => ("if (x == 5) abort();", ""),
        LibFn::AssertFail => ("if (x == 5) __assert_fail(text, text, 1, text);", ""),
        LibFn::Unreachable => ("if (x == 6) __builtin_unreachable();", ""),
        LibFn::Printf => (r#"y = printf("ab%n%hhn\n", &x, text + 3); printf("%ln\n", (long *)&p);"#, ""),
        LibFn::Fprintf => (r#"y = fprintf(stdout, "ab%n%hn\n", p, (short *)text);"#, ""),
        LibFn::Sprintf => (r#"y = sprintf(text + 1, "%d%n", 42, &x);"#, ""),
        LibFn::Snprintf => {
            (r#"y = snprintf(text + 1, 3, "%d%n", 12345, &x); snprintf(text, 0, "%d", y);"#, "")
        }
        LibFn::Vprintf => ("variadic(1, &x);", r#"vprintf("ab%n\n", list);"#),
        LibFn::Vfprintf => ("variadic(1, &x);", r#"vfprintf(stdout, "ab%n\n", list);"#),
        LibFn::Vsprintf => ("variadic(1, &x);", r#"vsprintf(text + 1, "ab%n\n", list);"#),
        LibFn::Vsnprintf => ("variadic(1, &x);", r#"vsnprintf(text + 1, 2, "ab%n\n", list);"#),
        LibFn::Puts => ("y = puts(text);", ""),
        LibFn::Fputs => ("y = fputs(text, stdout);", ""),
        LibFn::Putchar => ("y = putchar(x);", ""),
        LibFn::VaStart | LibFn::VaArg | LibFn::VaEnd => {
            ("variadic(1, &x);", "int *to = __builtin_va_arg(list, int *); *to = 9;")
        }
        LibFn::VaCopy => (
            "variadic(1, &x);",
            "va_list copy; __builtin_va_copy(copy, list); *__builtin_va_arg(copy, int *) = 9; __builtin_va_end(copy);",
        ),
        LibFn::UnknownCallee | LibFn::Foreign => ("((void (*)(struct Pair))0)(pair);", ""),
    }
}

/// A program that uses a function without a body and then looks at all that the call could have changed.
fn program_with(model: LibFn) -> Program {
    let (call, with_list) = use_of(model);
    let text = format!(
        "{DECLARATIONS}
static void variadic(int n, ...) {{ va_list list; __builtin_va_start(list, n); {with_list} __builtin_va_end(list); }}
int main(void) {{
    int x = 5, y = 7, *p = &x, *q = &y, **pp = &p;
    size_t size = 4;
    struct Pair pair = {{1, &x}};
    int *heap = malloc(4);
    if (!heap) return 0;
    *heap = 3;
    if (x == 3) variadic(0, &y);
    {call}
    int n = 0;
    if (x == 5) n++;
    if (y == 7) n++;
    if (pair.a == 1 && *pair.to == 5) n++;
    if (text[0] == 'a' && text[2] == 'c') n++;
    if (text[5] == 'f') n++;
    if (heap != p) n++;
    if (size == 4 && *q == 7) n++;
    if (p == &x && *pp == &x && **pp == 5) n++;
    return n;
}}
"
    );
    let loaded = load_str(&text, &Options::default());
    let mut program = loaded.unwrap_or_else(|e| panic!("{model:?}: {e}\n{text}")).program;
    let unknown = matches!(
        model,
        LibFn::Undefined | LibFn::Outside | LibFn::Open | LibFn::OpenMemory | LibFn::NondetMemory
    );
    if let (true, Some(other)) = (unknown, program.find_function("other")) {
        program.functions[other].body = Body::Extern(model);
    }
    let used = program.extern_calls.indices().any(|call| program.extern_model(call) == model);
    assert!(used, "{model:?} is not called");
    program
}

#[test]
fn runs_through_every_library_function_stay_inside_the_abstract_states() {
    for &model in LIBRARY {
        let program = program_with(model);
        for seed in 0..3 {
            let name = format!("{model:?}");
            let values = ValueOptions { track_all: true, ..ValueOptions::default() };
            let (checked, gave_up) = follow_run::<ValueCpa>(&program, values, seed, &name);
            assert!(checked > 10, "{model:?}: {checked} answers");
            assert!(!gave_up, "{model:?}");
            follow_run::<IntervalCpa>(&program, IntervalOptions::default(), seed, &name);
            follow_run::<PointerCpa>(&program, Default::default(), seed, &name);
            follow_run::<SignCpa>(&program, Default::default(), seed, &name);
            follow_run::<FunctionpointerCpa>(&program, Default::default(), seed, &name);
        }
    }
}
