//! The memory analysis against the concrete interpreter: at every step of a run, the interpreter's whole memory is
//! contained in one of the abstract states that the analysis has for the same path.
//!
//! The concrete memory becomes a graph without symbols or list segments: a node for each object, a cell for each
//! byte or pointer. It is compared with the abstract graph by inclusion, so loop heads (folding, widening) and
//! materialisation are checked on real heaps.

#[path = "../../encode/tests/common/library.rs"]
mod library;

use argand_cfa::testing::LIBRARY;
use argand_cfa::{DataModel, EdgeId, LibFn, Op, Program};
use argand_cpa::Context;
use argand_cpa::{Adjusted, Configurable, Cpa, CpaError, Siblings, Successors, TransferCx};
use argand_cpas::smg::precision::SmgPrecision;
use argand_cpas::smg::transfer::ARGUMENT_SLOT;
use argand_cpas::smg::{Ending, Options, SmgCpa, SmgState};
use argand_domains::smg::inclusion::is_included;
use argand_domains::smg::{Address, End, Form, Object, ObjectId, Root, Shape, Smg, Storage, Value};
use argand_exec::{
    Config, Content, Interpreter, ObjectSnapshot, Observer, Policy, SeedInput, Snapshot, StateView,
    Uninitialised, VarHome,
};
use argand_frontend_c::{Files, load};
use argand_support::{FxHashMap, Limits};
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug)]
struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

const EDGE: EdgeId = EdgeId::new(0);
/// Programs with larger objects are not compared.
const MOST_BYTES: u64 = 4096;
/// Larger heaps are compared by inclusion alone, and are not counted where it does not decide.
const MOST_EXPANDED: usize = 12;
/// The bits behind the end of objects that are taken for zero.
const PADDING: u64 = 256;
/// Roots from here on are memory of `alloca`, as the analysis numbers them.
const FIRST_EXTRA: u64 = 1 << 31;

/// Builds a graph of the concrete memory with the roots that the abstract one has.
struct Builder<'a> {
    program: &'a Program,
    snapshot: &'a Snapshot,
    by_id: FxHashMap<u32, &'a ObjectSnapshot>,
    graph: Smg,
    made: FxHashMap<u32, ObjectId>,
    todo: Vec<u32>,
}

impl<'a> Builder<'a> {
    /// `None` where something is not comparable.
    fn build(program: &'a Program, snapshot: &'a Snapshot, abstract_graph: &Smg) -> Option<Smg> {
        let by_id = snapshot.objects.iter().map(|o| (o.id, o)).collect();
        let mut builder = Builder {
            program,
            snapshot,
            by_id,
            graph: Smg::default(),
            made: FxHashMap::default(),
            todo: Vec::new(),
        };
        for (root, _) in abstract_graph.roots() {
            let object = builder.root(root)?;
            builder.graph.set_root(root, object);
        }
        while let Some(id) = builder.todo.pop() {
            builder.fill(id)?;
        }
        Some(builder.graph)
    }

    fn root(&mut self, root: Root) -> Option<ObjectId> {
        let depth = (root >> 32) as usize;
        let Some(var) = SmgState::var_of(root) else {
            let index = (root & 0xffff_ffff) - FIRST_EXTRA;
            let is_alloca =
                |id: &u32| self.by_id.get(id).is_some_and(|o| o.info.storage == argand_exec::Storage::Stack);
            let mut own = self.snapshot.allocas.iter().filter(|(d, id)| *d == depth && is_alloca(id));
            let id = own.nth(index as usize)?.1;
            return self.object(id);
        };
        let snapshot = self.snapshot;
        let place = snapshot.variables.iter().find(|(d, v, _)| *v == var && *d == depth).map(|v| v.2);
        if let Some(VarHome::Object(id)) = place {
            return self.object(id);
        }
        let is_static = self.program.vars[var].is_static();
        let storage = if is_static { Storage::Static(var) } else { Storage::Local(var) };
        let bytes = self.program.var_size(var).unwrap_or(0);
        let id = self.graph.add(Object::region(Form::constant(bytes.into()), storage, EDGE));
        if let Some(VarHome::Register(Some(content))) = place {
            let value = self.value(content)?;
            self.graph.write(id, 0, bytes * 8, Some(value));
        }
        Some(id)
    }

    fn object(&mut self, id: u32) -> Option<ObjectId> {
        if let Some(&known) = self.made.get(&id) {
            return Some(known);
        }
        let object = *self.by_id.get(&id)?;
        let storage = match (object.info.storage, object.info.var) {
            (argand_exec::Storage::Static, Some(var)) => Storage::Static(var),
            (argand_exec::Storage::Stack, Some(var)) => Storage::Local(var),
            (argand_exec::Storage::Stack, None) => Storage::Alloca,
            (argand_exec::Storage::Heap, _) => Storage::Heap,
            (argand_exec::Storage::Arguments, _) => Storage::Arguments,
            (argand_exec::Storage::Static, None) => return None,
        };
        let size = i128::from(object.info.size) * scale(object);
        let mut region = Object::region(Form::constant(size), storage, EDGE);
        region.valid = object.alive;
        let made = self.graph.add(region);
        self.made.insert(id, made);
        self.todo.push(id);
        Some(made)
    }

    fn fill(&mut self, id: u32) -> Option<()> {
        let made = self.made[&id];
        if self.by_id[&id].info.storage == argand_exec::Storage::Arguments {
            return Some(());
        }
        for &(bit, width, content) in &self.by_id[&id].stored {
            let value = self.value(content)?;
            self.graph.write(made, bit as i64, width, Some(value));
        }
        // Behind its end an object may hold whatever an abstract one of unknown size is said to hold there.
        let end = self.by_id[&id].info.size * 8;
        self.graph.write(made, end as i64, PADDING, Some(Value::ZERO));
        Some(())
    }

    fn value(&mut self, content: Content) -> Option<Value> {
        Some(match content {
            Content::Bits(bits) => Value::Bits(bits),
            Content::Function(func) => Value::Function(func),
            // What the world outside has is not in the graph: its address is a number.
            Content::Pointer(id, _) if is_outside(self.by_id.get(&id)?) => Value::Bits(1 << 20),
            Content::Pointer(id, offset) => {
                let object = self.object(id)?;
                Value::Address(Address::at(object, i128::from(offset) * scale(self.by_id[&id])))
            }
        })
    }
}

fn is_outside(object: &ObjectSnapshot) -> bool {
    object.info.storage == argand_exec::Storage::Static && object.info.var.is_none()
}

/// The bytes that the analysis has for each byte of the interpreter: of arguments behind a `...` the interpreter shows
/// one each, and not what they hold.
fn scale(object: &ObjectSnapshot) -> i128 {
    if object.info.storage == argand_exec::Storage::Arguments { i128::from(ARGUMENT_SLOT / 8) } else { 1 }
}

/// Forgets what the interpreter does not show: what arguments behind a `...` hold, and what is known outside.
fn hide(graph: &mut Smg) {
    let is_hidden = |graph: &Smg, id| graph.object(id).is_some_and(|o| o.storage == Storage::Arguments);
    let roots: Vec<_> = graph.roots().filter(|&(_, id)| is_hidden(graph, id)).collect();
    for (root, id) in roots {
        graph.remove_root(root);
        graph.clear(id);
    }
    graph.collect();
}

/// All that a graph can be when its list segments have at most so many elements together: without segments. Inclusion
/// may fail to see where a run of equal objects ends; this leaves nothing to see.
fn expansions(graph: &Smg, most: usize) -> Vec<Smg> {
    let (mut done, mut todo) = (Vec::new(), vec![graph.clone()]);
    while let Some(graph) = todo.pop() {
        let segment = graph.objects().find_map(|(id, object)| match object.shape {
            Shape::Segment { length, .. } => Some((id, length)),
            Shape::Region | Shape::Optional => None,
        });
        let Some((id, length)) = segment else {
            done.push(graph);
            continue;
        };
        let taken = graph.objects().filter(|(other, o)| o.is_live_heap() && *other != id).count();
        for count in 0..=most.saturating_sub(taken) {
            let mut case = graph.clone();
            if !case.numbers.assume_eq(length, Form::constant(count as i128)) {
                continue;
            }
            while case.is_segment(id) {
                match case.unfold(id, End::First).pop() {
                    Some(next) => case = next,
                    None => break,
                }
            }
            if !case.is_segment(id) {
                todo.push(case);
            }
        }
    }
    done
}

struct Follower<'p> {
    program: &'p Program,
    cpa: SmgCpa,
    precision: SmgPrecision,
    states: Vec<SmgState>,
    limits: Limits,
    steps: usize,
    compared: usize,
    with_lists: usize,
    wrong: Option<String>,
    /// Set when the analysis or the comparison cannot go on.
    gave_up: Option<String>,
}

impl Follower<'_> {
    /// Every abstract successor; true when the analysis does not know them all.
    fn successors(&mut self, edge: EdgeId) -> (Vec<SmgState>, bool) {
        let limits = self.limits.clone();
        let cx = TransferCx::alone(self.program, edge, &limits);
        let (mut next, mut gap) = (Vec::new(), false);
        for state in std::mem::take(&mut self.states) {
            let mut out = Successors::default();
            match self.cpa.transfer(&cx, &state, &self.precision, &mut out) {
                Ok(()) => {}
                Err(CpaError::Unsupported { .. }) => gap = true,
                Err(error) => panic!("{error}"),
            }
            for successor in out.drain(&state) {
                match successor.ending.as_deref() {
                    Some(Ending::Gap(_)) => gap = true,
                    Some(Ending::Violated(_)) => {}
                    None => next.push(self.adjusted(&cx, successor)),
                }
            }
        }
        (next, gap)
    }

    fn adjusted(&mut self, cx: &TransferCx<'_>, state: SmgState) -> SmgState {
        match self.cpa.adjust(cx, &state, &self.precision, &Siblings::none()) {
            Ok(Adjusted::State(state)) => state,
            _ => state,
        }
    }

    fn contains(&mut self, snapshot: &Snapshot, state: &SmgState) -> Result<bool, String> {
        // The interpreter forgets what freed memory held.
        let mut known = state.graph.clone();
        known.forget_dead_content();
        hide(&mut known);
        if !known.lost().is_empty() {
            // Only freed memory still leads there, which the analysis follows a little longer.
            return Ok(true);
        }
        let Some(mut concrete) = Builder::build(self.program, snapshot, &known) else {
            return Err("memory that cannot be compared".to_owned());
        };
        concrete.collect();
        self.compared += 1;
        self.with_lists += usize::from(known.objects().any(|(_, o)| o.links().is_some()));
        if is_included(&concrete, &known) {
            return Ok(true);
        }
        let heap = concrete.objects().filter(|(_, o)| o.is_live_heap()).count();
        if heap > MOST_EXPANDED {
            self.compared -= 1;
            return Ok(true);
        }
        Ok(expansions(&known, heap).iter().any(|case| is_included(&concrete, case)))
    }
}

impl Observer for Follower<'_> {
    fn edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.wrong.is_some() || self.gave_up.is_some() {
            return;
        }
        if matches!(self.program.edges[edge].op, Op::Noop | Op::Summary(_)) && self.states.len() == 1 {
            let (next, _) = self.successors(edge);
            self.states = next;
            return;
        }
        let (next, gap) = self.successors(edge);
        self.steps += 1;
        if next.len() == 1 && !gap && !self.steps.is_multiple_of(3) {
            self.states = next;
            return;
        }
        let Some(snapshot) = view.snapshot(MOST_BYTES) else {
            self.gave_up = Some("a large object".to_owned());
            return;
        };
        for state in &next {
            match self.contains(&snapshot, state) {
                Ok(true) => self.states.push(state.clone()),
                Ok(false) => {}
                Err(reason) => {
                    self.gave_up = Some(reason);
                    return;
                }
            }
        }
        if self.states.is_empty() && gap {
            self.gave_up = Some("the analysis does not follow".to_owned());
        } else if self.states.is_empty() {
            let text = self.program.op_text(edge);
            let place = self.program.sources.describe(self.program.edges[edge].span);
            let concrete =
                next.first().and_then(|state| Builder::build(self.program, &snapshot, &state.graph));
            self.wrong = Some(format!("after {text} at {place}:\n{concrete:?}\nis in none of\n{next:#?}"));
        }
    }
}

fn c_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the corpus exists");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
    files.sort();
    files.retain(|path| path.extension().is_some_and(|e| e == "c"));
    files
}

/// Follows a run of a program and says what is wrong.
fn follow_run(program: &Program, seed: u64) -> Follower<'_> {
    let options = Options { track_all: true, ..Options::default() };
    let mut cpa = SmgCpa::from_options(options, &Context::alone(program)).expect("good options");
    let state = cpa.initial(program, program.entry()).expect("it has an initial state");
    let mut follower = Follower {
        program,
        precision: cpa.initial_precision(program),
        cpa,
        states: vec![state],
        limits: Limits::default(),
        steps: 0,
        compared: 0,
        with_lists: 0,
        wrong: None,
        gave_up: None,
    };
    let policy = Policy { uninitialised: Uninitialised::Input, ..Policy::default() };
    let inputs = Box::new(SeedInput::new(seed));
    let config = Config { inputs, policy, step_limit: 400, ..Config::default() };
    let outcome = Interpreter::new(program, config).run_observed(&mut follower);
    follower.wrong = follower.wrong.map(|what| format!("{what} ({:?})", outcome.end));
    follower
}

/// Follows runs of every program of a folder of the corpus: how many states were compared, how many of them had
/// lists in them, how many runs there were and how many of them were given up.
fn follow(folder: &str, seeds: u64) -> [usize; 4] {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(folder);
    let mut sums = [0; 4];
    for file in c_files(&corpus) {
        let loaded = load(std::slice::from_ref(&file), &Default::default(), &Disk);
        let program = loaded.unwrap_or_else(|e| panic!("{}: {e}", file.display())).program;
        for seed in 0..seeds {
            let follower = follow_run(&program, seed);
            assert_eq!(follower.wrong, None, "{}", file.display());
            sums[0] += follower.compared;
            sums[1] += follower.with_lists;
            sums[2] += 1;
            sums[3] += usize::from(follower.gave_up.is_some());
        }
    }
    sums
}

#[test]
fn heaps_of_runs_are_contained_in_the_abstract_states_of_their_path() {
    let [compared, with_lists, runs, given_up] = follow("smg", 2);
    assert!(compared > 2_000, "{compared} states");
    assert!(with_lists > 50, "{with_lists} states with lists");
    assert!(given_up * 10 < runs, "{given_up} of {runs} runs were given up");
}

/// Why the analysis does not follow a use of a library function to the end, where it does not.
fn is_left_open(function: LibFn, used: &str) -> Option<&'static str> {
    let reasons = [
        ("other(&p", "a pointer of unknown value is compared"),
        ("memmove(&p, &q, few)", "parts of pointers are copied"),
        ("n\\n\"", "counts are written"),
        ("%d%n\"", "counts are written"),
        ("%n%d", "counts are written"),
        ("snprintf(text, few", "text is cut at an unknown place"),
    ];
    let reason = reasons.into_iter().find(|(part, _)| used.contains(part)).map(|(_, reason)| reason);
    let unknown = matches!(function, LibFn::UnknownCallee | LibFn::NullCall | LibFn::Foreign);
    reason.or(unknown.then_some("the callee is unknown"))
}

#[test]
fn runs_through_every_library_function_are_contained_in_the_abstract_states_of_their_path() {
    let mut complaints = Vec::new();
    for &function in LIBRARY {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            for (name, program) in library::programs(function, model) {
                for seed in 0..3 {
                    let follower = follow_run(&program, seed);
                    // A pointer from outside may be the address of an object as a number only.
                    let by_number = function == LibFn::Outside && name.contains("other(&p");
                    let wrong = follower.wrong.filter(|_| !by_number);
                    complaints.extend(wrong.map(|what| format!("{name}: {what}")));
                    let gave_up = follower.gave_up.filter(|_| is_left_open(function, &name).is_none());
                    complaints.extend(gave_up.map(|why| format!("{name}: given up: {why}")));
                }
            }
        }
    }
    complaints.dedup();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
