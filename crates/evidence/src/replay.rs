//! Running a program along a path.

use crate::dependence::depends_on_guesses;
use crate::detour::{Detour, Detours, after};
use crate::distance::distance;
use crate::ends::Ends;
use crate::prediction::{Prediction, is_memory_error, operation_error};
use crate::solve::Fallback;
use argand_cfa::arith::Scalar;
use argand_cfa::instrument::is_checked;
use argand_cfa::{EdgeId, NondetSource, Op, Operation, PathStep, Program};
use argand_encode::layout::SharedLayout;
use argand_exec::{
    Action, Allowed, Config, End, ErrorKind, Finding, Input, InputKind, InputSource, Interpreter, Outcome,
    Policy, Prepared, Request, Uninitialised,
};
use argand_support::Idx as _;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What makes a run a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// Functions whose call is the violation, on whatever path.
    pub functions: Vec<String>,
    /// Errors that end a run. Those of memory are the violation only where they were predicted, others anywhere.
    pub errors: Vec<ErrorKind>,
    /// Operations of the user's code that violate a property where they go wrong.
    pub operations: Vec<Operation>,
    /// The violation of a memory property that the path ends in, if it does.
    pub prediction: Option<Prediction>,
    /// Whether following the path to its end is the violation.
    pub path_end: bool,
    /// Whether a property asks for memory that was not freed when the program exits.
    pub cleanup: bool,
    /// Where runs end without being the violation.
    pub ends: Ends,
}

impl Goal {
    /// Undefined behaviour that the property does not ask about is executed as the machine would, except that a
    /// run which touches invalid memory ends: what comes after it is not evidence.
    #[must_use]
    pub fn policy(&self) -> Policy {
        let asked =
            |kind| self.errors.contains(&kind) || self.operation(kind).is_some() || self.ends.stop_at(kind);
        let action = |kind| if asked(kind) { Action::Stop } else { Action::Ignore };
        Policy {
            signed_overflow: action(ErrorKind::SignedOverflow),
            shift: action(ErrorKind::ShiftOutOfRange),
            allowed: Allowed {
                unsigned_overflow: action(ErrorKind::UnsignedOverflow),
                conversion: action(ErrorKind::LossyConversion),
                index: action(ErrorKind::IndexOutOfRange),
            },
            uninitialised: Uninitialised::Input,
            leak: if self.cleanup { Action::Stop } else { action(ErrorKind::Leak) },
            inputs_point_outside: !self.errors.iter().any(|&kind| is_memory_error(kind)),
            endless: self.errors.contains(&ErrorKind::Endless),
        }
    }

    /// The operation that must not go wrong and that an error of this kind is.
    fn operation(&self, kind: ErrorKind) -> Option<Operation> {
        self.operations.iter().copied().find(|&operation| operation_error(operation) == kind)
    }
}

/// A violation that was executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirmed {
    /// What the run did, up to the violation.
    pub outcome: Outcome,
    /// The edges it took.
    pub edges: Vec<EdgeId>,
    /// Which findings ended the run.
    pub policy: Policy,
}

/// What a run showed that is no evidence.
#[derive(Clone, PartialEq, Debug)]
pub enum NearMiss {
    /// A violation of memory that was executed, but is not the one that was predicted.
    Other {
        /// What happened.
        finding: Finding,
        /// With these inputs.
        inputs: Vec<Scalar>,
    },
    /// The violation, with a number for one that the machine computes in a way that is not known.
    Guess(Input),
}

/// What one run showed.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The violation, if it happened.
    pub confirmed: Option<Confirmed>,
    /// Another violation, which ended the run.
    pub instead: Option<Box<NearMiss>>,
    /// How many steps of the path the run took.
    pub followed: usize,
    /// How far the condition where it left the path was from turning the right way.
    pub distance: f64,
    /// The values of both sides of that condition, as candidates for inputs.
    pub operands: Vec<i128>,
    /// The inputs that were asked for while the run was on the path.
    pub inputs: Vec<Input>,
    /// How many steps it took.
    pub steps: u64,
}

/// Runs a program with given inputs against a path.
pub struct Replay<'p> {
    program: &'p Program,
    /// Left by the last run for the next one.
    prepared: RefCell<Option<Prepared>>,
    path: Rc<[PathStep]>,
    /// Loops that runs go around as often as they like.
    detours: Option<Detours>,
    goal: Goal,
    /// Steps that a run may take after it left the path, hoping for the violation on another way.
    off_path: u64,
    /// The memory of the program, once somebody asks.
    memory: SharedLayout,
    /// Edges that a run may take though the path does not name them.
    beside: Option<Rc<[bool]>>,
}

/// A run inside a loop that it may go around as often as it likes.
struct Wandering {
    detour: Detour,
    /// How far the way out of the loop that the path takes was from being taken, when that was closest.
    distance: f64,
    operands: Vec<i128>,
}

/// Where a run in a loop goes.
enum Way {
    /// Around the loop.
    On,
    /// Out of the loop, as the path does.
    Out,
    /// Out of the loop somewhere else.
    Off,
}

/// Whether a run took a number for one that the machine computes: the result of a library function, of a builtin or of
/// assembly code. The real one may be another, and such a run shows nothing.
fn is_guess(input: &Input) -> bool {
    let open = InputKind::Result { computed: false };
    input.kind == open || matches!(input.kind, InputKind::Havoc(NondetSource::Asm | NondetSource::Library))
}

/// How many steps a run may take after it left the path, where nobody says.
const STEPS_OFF_PATH: u64 = 20_000;
/// The same where a path leaves out what does not matter.
const STEPS_BESIDE_PATH: u64 = 1_000_000;
/// The step of a path that a run is on while it does what the path leaves out.
const NO_STEP: usize = usize::MAX;

/// Where a run is.
struct Course {
    /// The edges it took.
    edges: Vec<EdgeId>,
    /// How many steps of the path it took.
    position: usize,
    /// Where it left the path: how far it was from staying, the operands that decided, and how many inputs it had
    /// asked for.
    left: Option<(f64, Vec<i128>, usize)>,
    /// The loop it goes around.
    wandering: Option<Wandering>,
    /// The depth of calls.
    depth: usize,
    /// Whether its last step is the one that ends the path.
    halts: bool,
    /// How deep the calls were when one was made that the path does not name.
    aside: Option<usize>,
    /// How many steps it took off the path.
    away: u64,
}

impl Course {
    const fn is_on_path(&self) -> bool {
        self.left.is_none() && self.wandering.is_none()
    }

    fn leave(&mut self, distance: f64, operands: Vec<i128>, asked: usize) {
        self.left = Some((distance, operands, asked));
    }
}

impl<'p> Replay<'p> {
    /// Prepares replays of a path.
    #[must_use]
    pub fn new(program: &'p Program, path: Vec<PathStep>, goal: Goal) -> Self {
        Self {
            program,
            prepared: RefCell::new(None),
            path: path.into(),
            detours: None,
            goal,
            off_path: STEPS_OFF_PATH,
            memory: SharedLayout::default(),
            beside: None,
        }
    }

    /// Shares what is known of the program's memory.
    #[must_use]
    pub fn with_memory(mut self, memory: SharedLayout) -> Self {
        self.memory = memory;
        self
    }

    /// Lets runs take the edges of a set, and all that they call, without the path naming them: the path is one of a
    /// program that was reduced.
    #[must_use]
    pub fn with_edges_beside(mut self, beside: Rc<[bool]>) -> Self {
        self.beside = Some(beside);
        self.off_path = STEPS_BESIDE_PATH;
        self
    }

    fn is_beside(&self, edge: EdgeId) -> bool {
        self.beside.as_ref().is_some_and(|set| set.get(edge.index()).copied().unwrap_or(false))
    }

    /// Lets runs take this many steps after they left the path.
    #[must_use]
    pub const fn with_steps_off_path(mut self, steps: u64) -> Self {
        self.off_path = steps;
        self
    }

    /// Lets runs go around the loops of the path as often as they like, as long as they leave them as the path does.
    /// Following the path is then no evidence, only the violation itself.
    #[must_use]
    pub fn around_loops(mut self) -> Self {
        self.detours = Some(Detours::of(self.program, &self.path)).filter(|d| !d.is_empty());
        self.goal.path_end = false;
        self
    }

    /// Whether runs may leave the path in a loop.
    #[must_use]
    pub const fn goes_around_loops(&self) -> bool {
        self.detours.is_some()
    }

    /// Runs with these inputs, and after them with those of [`Fallback`].
    #[must_use]
    pub fn run(&self, inputs: &[Scalar]) -> Trial {
        let mut rest = inputs.iter().copied();
        let mut fallback = Fallback::default();
        self.run_asking(&mut |_, request| rest.next().unwrap_or_else(|| fallback.answer(request)))
    }

    /// Runs with inputs from `answer`, which is told how many steps of the path were taken when it is asked.
    #[must_use]
    pub fn run_asking(&self, answer: &mut dyn FnMut(usize, &Request<'_>) -> Scalar) -> Trial {
        let asked: Cell<usize> = Cell::new(0);
        let taken: Cell<usize> = Cell::new(0);
        let source = |request: &Request<'_>| {
            asked.set(asked.get() + 1);
            answer(taken.get(), request)
        };
        let config = Config {
            inputs: Box::new(source) as Box<dyn InputSource>,
            targets: self.goal.functions.clone(),
            policy: self.goal.policy(),
            step_limit: self.path.len() as u64 + self.off_path,
            ..Config::default()
        };
        let prepared = self.prepared.take().unwrap_or_else(|| Prepared::new(self.program));
        let mut run = Interpreter::with_prepared(self.program, prepared, config);
        let course = self.follow(&mut run, &asked, &taken);
        let unfreed = if self.goal.cleanup { run.unfreed() } else { Vec::new() };
        let (mut outcome, prepared) = run.into_parts();
        // A program that is aborted ends, too: what it did not free by then was not cleaned up.
        if outcome.end == End::Abort {
            outcome.still_reachable = unfreed;
        }
        self.prepared.replace(Some(prepared));
        self.trial(outcome, course, asked.get())
    }

    /// Takes a run along the path as far as it goes, and then to its end.
    fn follow(&self, run: &mut Interpreter<'p>, asked: &Cell<usize>, taken: &Cell<usize>) -> Course {
        let mut course = Course {
            edges: Vec::with_capacity(self.path.len()),
            position: 0,
            left: None,
            wandering: None,
            depth: 0,
            halts: false,
            aside: None,
            away: 0,
        };
        // What does not matter may take long, and a run that left the path for good is not worth that.
        while self.beside.is_none() || course.away < STEPS_OFF_PATH {
            self.skip(&mut course);
            taken.set(course.position);
            if course.left.is_none() && self.goes_beside(run, &mut course) {
                taken.set(NO_STEP);
                let next = run.peek();
                let ended = run.step().is_some();
                course.edges.extend(next);
                if ended {
                    return course;
                }
                course.depth = next.map_or(course.depth, |edge| after(self.program, edge, course.depth));
                if course.aside.is_some_and(|depth| course.depth <= depth) {
                    course.aside = None;
                }
                continue;
            }
            if course.left.is_none() {
                self.wander(run, &mut course, asked.get());
            }
            if course.is_on_path() && self.is_over(run, &mut course, asked.get()) {
                return course;
            }
            let next = run.peek();
            let ended = run.step().is_some();
            course.edges.extend(next);
            if ended {
                course.halts = course.is_on_path() && self.halts_at(course.position, next);
                return course;
            }
            course.depth = next.map_or(course.depth, |edge| after(self.program, edge, course.depth));
            if course.is_on_path() {
                match self.unmet(run, course.position) {
                    Some(distance) => course.leave(distance, Vec::new(), asked.get()),
                    None => {
                        course.position += 1;
                        taken.set(course.position);
                    }
                }
            } else {
                course.away += 1;
                self.stop_if_memory_is_lost(run, next.as_ref());
            }
        }
        course
    }

    /// Moves on over the steps of the path that a run may take or not.
    fn skip(&self, course: &mut Course) {
        while course.left.is_none()
            && self.path.get(course.position).is_some_and(|step| self.is_beside(step.edge))
        {
            course.position += 1;
        }
    }

    /// Whether the next step of a run is one that the path leaves out.
    fn goes_beside(&self, run: &mut Interpreter<'p>, course: &mut Course) -> bool {
        if self.beside.is_none() || course.position == self.path.len() && self.goal.path_end {
            return false;
        }
        let Some(next) = run.peek() else { return false };
        if course.aside.is_none()
            && self.is_beside(next)
            && matches!(self.program.edges[next].op, Op::Call(_))
        {
            course.aside = Some(course.depth);
        }
        course.aside.is_some() || self.is_beside(next)
    }

    /// Goes around a loop of the path where that is allowed: on, back to the path, or away from it.
    fn wander(&self, run: &mut Interpreter<'p>, course: &mut Course, asked: usize) {
        if course.wandering.is_none() {
            let detour = self.detours.as_ref().and_then(|d| d.at(course.position));
            course.wandering =
                detour.map(|detour| Wandering { detour, distance: f64::MAX, operands: Vec::new() });
        }
        // Who peeks moves on: what is lost before the next step is lost at the last one.
        let Some(inside) = &mut course.wandering else { return };
        let Some(next) = run.peek() else { return };
        match self.way_out(run, inside, next, course.depth) {
            Way::On => {}
            Way::Out => {
                course.position = inside.detour.last;
                course.wandering = None;
            }
            Way::Off => {
                let (distance, operands) = (inside.distance, std::mem::take(&mut inside.operands));
                course.wandering = None;
                course.leave(distance, operands, asked);
            }
        }
    }

    /// Whether a run that is on the path is over before its next step. One that will leave the path does so here.
    fn is_over(&self, run: &mut Interpreter<'p>, course: &mut Course, asked: usize) -> bool {
        if course.position == self.path.len() {
            if self.goal.path_end || self.stop_if_memory_is_lost(run, course.edges.last()) {
                return true;
            }
            course.leave(0.0, Vec::new(), asked);
        } else if let Some(next) = run.peek() {
            let expected = self.path[course.position].edge;
            if next != expected {
                let (distance, operands) = self.divergence(run, expected);
                course.leave(distance, operands, asked);
            }
        }
        false
    }

    /// How far a run is from what the path demands after a step; `None` if it does what it should.
    fn unmet(&self, run: &mut Interpreter<'p>, position: usize) -> Option<f64> {
        self.path[position].demands.iter().find_map(|&(cond, truth)| {
            let (mut view, mut unknown) = (run.view(), false);
            let missing = distance(self.program, cond, truth, &mut |e| {
                let value = view.eval(e);
                unknown |= value.is_none();
                value
            });
            // Where the path is no evidence by itself, nothing is held against a run but what it is known to miss.
            let forgiven = unknown && !self.goal.path_end;
            (missing > 0.0 && !forgiven).then_some(missing)
        })
    }

    /// What came of a run that is over.
    fn trial(&self, outcome: Outcome, course: Course, asked: usize) -> Trial {
        let Course { edges, position, left, halts, .. } = course;
        let at_end = position == self.path.len() && left.is_none();
        let violated = self.is_violation(&outcome);
        let (distance, operands, known) = left.unwrap_or((0.0, Vec::new(), asked));
        let inputs = outcome.inputs_used.iter().take(known).cloned().collect();
        let at_end = at_end || (halts && matches!(outcome.end, End::Exit(_) | End::Abort));
        let reached = violated || (at_end && self.goal.path_end);
        let guess = outcome.inputs_used.iter().find(|input| is_guess(input));
        let guess = guess.filter(|_| !reached || self.depends_on_guesses(&outcome, &edges));
        let instead = match (&outcome.end, guess) {
            (_, Some(guess)) if reached => Some(NearMiss::Guess(guess.clone())),
            (End::Error(finding), _) if !violated && is_memory_error(finding.kind) => Some(NearMiss::Other {
                finding: (**finding).clone(),
                inputs: outcome.inputs_used.iter().map(|input| input.value).collect(),
            }),
            _ => None,
        };
        let reached = reached && guess.is_none();
        let steps = outcome.steps;
        let instead = instead.map(Box::new);
        let confirmed = reached.then(|| Confirmed { outcome, edges, policy: self.goal.policy() });
        Trial { confirmed, instead, followed: position, distance, operands, inputs, steps }
    }

    /// Whether a run that took guesses depends on them. Only where a run ends in an error of its own is its way all
    /// that matters: memory may be lost, and a specification may look at values, behind the way's back.
    fn depends_on_guesses(&self, outcome: &Outcome, edges: &[EdgeId]) -> bool {
        let End::Error(finding) = &outcome.end else { return true };
        let failed = match finding.kind {
            kind if self.goal.operation(kind).is_some() => Some(finding.edge),
            ErrorKind::ReachError => None,
            kind if is_memory_error(kind) && kind != ErrorKind::Leak => None,
            _ => return true,
        };
        let memory = self.memory.of(self.program);
        depends_on_guesses(self.program, &memory.points_to, edges, failed)
    }

    /// Whether the path ends with an edge that ends the program, and this is it. The run is over as it is taken, so that
    /// nothing can be asked of the state after it.
    fn halts_at(&self, position: usize, edge: Option<EdgeId>) -> bool {
        let [step] = &self.path[position.min(self.path.len())..] else { return false };
        edge == Some(step.edge)
            && step.demands.is_empty()
            && self.program.edges[step.edge].to == self.program.halt
    }

    /// Whether a run is what the analysis said, or another evidence that needs no prediction.
    fn is_violation(&self, outcome: &Outcome) -> bool {
        match (&outcome.end, &self.goal.prediction) {
            (End::Error(finding), _) if self.goal.ends.has(self.program, finding) => false,
            (End::Error(finding), Some(prediction)) => prediction.is_met_by(self.program, finding),
            (End::Exit(_) | End::Abort, Some(prediction)) => {
                prediction.is_cleanup() && !outcome.still_reachable.is_empty()
            }
            (End::Error(finding), None) => match finding.kind {
                ErrorKind::ReachError => true,
                kind => match self.goal.operation(kind) {
                    // What the models of the library compute is not the user's.
                    Some(operation) => {
                        is_checked(self.program, operation, self.program.edges[finding.edge].from)
                    }
                    None => self.goal.errors.contains(&kind) && !is_memory_error(kind),
                },
            },
            _ => false,
        }
    }

    /// Ends a run that has lost memory on the edge where that was predicted.
    fn stop_if_memory_is_lost(&self, run: &mut Interpreter<'p>, edge: Option<&EdgeId>) -> bool {
        let prediction = self.goal.prediction.as_ref().filter(|p| p.is_leak() && edge == Some(&p.edge));
        prediction.is_some() && run.stop_if_memory_is_lost()
    }

    /// Where a run goes that is in a loop which it may go around as often as it likes.
    fn way_out(&self, run: &mut Interpreter<'p>, inside: &mut Wandering, next: EdgeId, depth: usize) -> Way {
        let Some(detours) = &self.detours else { return Way::Off };
        let leaves = detours.leaves(self.program, &inside.detour, next, depth);
        let Some(exit) = self.path.get(inside.detour.last).map(|step| step.edge) else {
            // The violation is in the loop.
            return Way::On;
        };
        if leaves && next == exit {
            return Way::Out;
        }
        let same_place = self.program.edges[next].from == self.program.edges[exit].from;
        if same_place && depth == inside.detour.depth {
            let (distance, operands) = self.divergence(run, exit);
            if distance < inside.distance {
                (inside.distance, inside.operands) = (distance, operands);
            }
        }
        if leaves { Way::Off } else { Way::On }
    }

    /// How far the branch at hand is from taking the expected edge, and the numbers it compares.
    fn divergence(&self, run: &mut Interpreter<'p>, expected: EdgeId) -> (f64, Vec<i128>) {
        let Op::Assume { cond, truth } = self.program.edges[expected].op else {
            return (f64::MAX, Vec::new());
        };
        let mut view = run.view();
        let mut seen = Vec::new();
        let missing = distance(self.program, cond, truth, &mut |e| {
            let value = view.eval(e);
            seen.extend(value.and_then(Scalar::as_int));
            value
        });
        (missing, seen)
    }
}
