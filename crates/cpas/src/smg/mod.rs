//! Memory safety: explicit and symbolic values over symbolic memory graphs.
//!
//! One state holds the whole memory, stack and heap, as a graph ([`argand_domains::smg`]), after chapter 4 of the
//! thesis on value analysis with SMGs. The analysis decides valid-deref, valid-free, valid-memtrack and
//! valid-memcleanup itself: a step that violates one of them has a successor that says so. Where nobody asks about
//! a property, a step that certainly violates it is a gap; one that may violate it goes on with the runs that do not,
//! and [`SmgCpa::left_out`] says so.
//!
//! * [`step`] is one step along an edge, with [`eval`], [`access`], [`assume`], [`transfer`], [`library`] and [`mod@print`];
//! * [`loops`] abstracts at loop heads: lists are folded, numbers widened; later, when that shows violations which no
//!   run has;
//! * coverage is inclusion of graphs; states are not merged;
//! * [`precision`] says which variables and heap values are tracked, [`refine`] and [`refiner`] learn it from
//!   infeasible paths.

pub mod access;
pub mod assume;
mod certificate;
pub mod eval;
mod extras;
pub mod library;
pub mod loops;
mod outside;
pub mod precision;
pub mod print;
pub mod refine;
pub mod refiner;
pub mod state;
pub mod step;
#[cfg(test)]
mod tests;
pub mod transfer;

pub use precision::{Fact, SmgPrecision};
pub use state::{Ending, SmgState, Violation};

use argand_cfa::arith::Scalar;
use argand_cfa::{EdgeId, LocId, Op, Program, PropertyKind, Violated};
use argand_cpa::prefix::Criterion;
use argand_cpa::{
    Abstraction, Adjusted, Change, ConfigError, Configurable, Constant, Context, Coverage, Cpa, CpaError,
    Extras, Interned, Profile, Query, Refiner, Siblings, Successors, TargetInfo, TransferCx, Words,
};
use argand_domains::smg::inclusion::is_included;
use argand_domains::smg::join::join;
use argand_domains::smg::{Form, Value};
use argand_encode::layout::SharedLayout;
use argand_flow::liveness::DeadTemps;
use certificate::Heads;
use loops::Loops;
use refiner::SmgRefiner;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use step::{Checked, Halt, Named, Res, StepCx, Transfer};

argand_cpa::options! {
    /// What the memory analysis takes from a configuration.
    pub struct Options {
        /// Track every variable and heap value from the start instead of refining from nothing.
        track_all: bool = false,
        /// After so many refinements everything is tracked.
        track_all_after: u32 = 24,
        /// What decides between the refinements of an infeasible path, the most important criterion first.
        refinement_order: Vec<Criterion> = vec![Criterion::DomainType, Criterion::Width, Criterion::Length],
        /// Whether `malloc` and `calloc` may return null.
        failing_malloc: bool = false,
        /// The least number of linked objects that become a list segment.
        list_threshold: u32 = 2,
        /// How often a loop with an undecided branch goes around before lists are folded eagerly.
        fold_after: u32 = 2,
        /// How often a loop with an undecided branch goes around before numbers are widened.
        widen_after: u32 = 3,
        /// How often any loop goes around before numbers are widened.
        max_unrolled: u32 = 400,
        /// How often everything is looked at again, with loops that go around longer before they are abstracted, when
        /// violations are left that no run shows.
        retries: u32 = 3,
    }
}

/// The memory analysis.
#[derive(Debug)]
pub struct SmgCpa {
    options: Options,
    checked: Checked,
    loops: Loops,
    deaths: DeadTemps,
    /// Edges on which runs were left out that violate a property nobody asks about.
    left_out: RefCell<BTreeSet<EdgeId>>,
    /// Where pointers point to, for all analyses.
    layout: SharedLayout,
    /// Whether the program makes pointers of numbers that may be the address of any object, once somebody asks.
    forges: OnceCell<bool>,
    /// How often everything is looked at again already.
    retried: u32,
    /// What happens at loop heads.
    heads: Heads,
}

impl SmgCpa {
    /// The edges on which runs were left out because they do something invalid that no property asks about, such as an
    /// access outside of an object: a proof takes for granted that there are none.
    #[must_use]
    pub fn left_out(&self) -> Vec<EdgeId> {
        self.left_out.borrow().iter().copied().collect()
    }
}

impl Configurable for SmgCpa {
    const NAME: &'static str = "smg";
    const SUMMARY: &'static str =
        "all of memory as a symbolic memory graph with list abstraction; decides the memory properties";
    type Options = Options;
    const REFINES: bool = true;

    fn decides(property: &PropertyKind) -> bool {
        matches!(property, PropertyKind::Memory(_))
    }

    fn refiner(
        component: &Interned<Self>,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Refiner>>, ConfigError> {
        Ok(Some(Box::new(SmgRefiner::new(component, cx)?)))
    }

    fn from_options(options: Options, cx: &Context<'_>) -> Result<Self, ConfigError> {
        let checked = Checked::of(&cx.memory_properties());
        let options = Options { failing_malloc: options.failing_malloc && !cx.unlimited_memory, ..options };
        let (loops, deaths) = (Loops::of(cx.program), DeadTemps::of(cx.program));
        let (left_out, heads, layout) = (RefCell::default(), Heads::default(), cx.layout.clone());
        let forges = OnceCell::new();
        Ok(Self { options, checked, loops, deaths, left_out, layout, forges, retried: 0, heads })
    }
}

/// More cases than this for one edge are too many.
const MAX_CASES: usize = 64;

/// Why a path ends where a loop does not come to an end while not everything is tracked.
const DIVERGES: &str = "a loop that is not understood with what is tracked so far";

/// Why a path ends where an access leaves its object in a program that computes addresses.
const ELSEWHERE: &str = "an access outside of its object, in a program that computes where others lie";

impl SmgCpa {
    /// The options it was made with.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Whether the program makes pointers of numbers that may be the address of any object. What lies outside of one object may
    /// then be another that is meant, and to access it is not invalid.
    fn forges(&self, program: &Program) -> bool {
        *self.forges.get_or_init(|| {
            let pointers = &self.layout.of(program).points_to;
            program.pool.iter().any(|(expr, _)| pointers.is_forged(expr))
        })
    }

    /// All successors of a state, and whether the edge branched.
    fn post(&self, around: StepCx<'_>, state: &SmgState) -> (Vec<SmgState>, bool) {
        let mut found = Vec::new();
        let mut branched = false;
        let mut todo = vec![(state.clone(), Vec::new())];
        let mut cases = 0;
        while let Some((case, names)) = todo.pop() {
            cases += 1;
            let mut step = Transfer {
                names,
                checked: self.checked,
                malloc_fails: self.options.failing_malloc,
                ..self.quiet(around, &case)
            };
            let result = if cases > MAX_CASES {
                Err(Halt::Gap("too many cases of list lengths and offsets".to_owned()))
            } else {
                step.run()
            };
            branched |= step.branched;
            if step.leaves_out {
                self.left_out.borrow_mut().insert(around.edge);
            }
            if let Err(Halt::Split(..) | Halt::Reach(..)) = &result
                && let Some(named) = with_name(&case, &step, &result)
            {
                todo.push(named);
                continue;
            }
            if step.leaves_out && self.forges(around.program) {
                found.push(case.ended(Ending::Gap(ELSEWHERE.to_owned())));
            }
            let names = || step.names.clone();
            match result {
                Ok(()) => {
                    found.append(&mut step.others);
                    found.push(step.state);
                }
                Err(Halt::Infeasible) => found.append(&mut step.others),
                Err(Halt::Gap(reason)) => {
                    found.append(&mut step.others);
                    found.push(case.ended(Ending::Gap(reason)));
                }
                Err(Halt::Unfold(object, end)) => {
                    let graphs = case.graph.unfold(object, end);
                    branched |= graphs.len() > 1;
                    // A walk along a list of unknown length must be abstracted, although each step is clear.
                    let undecided =
                        case.undecided || graphs.len() > 1 || !case.graph.has_known_length(object);
                    let cases = graphs.into_iter().map(|graph| SmgState { graph, undecided, ..case.clone() });
                    todo.extend(cases.map(|case| (case, names())));
                }
                Err(Halt::Reach(a, b)) => {
                    branched = true;
                    let mut reached = SmgState { undecided: true, ..case.clone() };
                    let mut before = reached.clone();
                    if before.graph.numbers.assume_le(a, b, -1) {
                        todo.push((before, names()));
                    }
                    if reached.graph.numbers.assume_le(b, a, 0) {
                        todo.push((reached, names()));
                    }
                }
                Err(Halt::Split(form, numbers)) => {
                    branched = true;
                    todo.extend(split(&case, form, &numbers).into_iter().map(|case| (case, names())));
                }
            }
        }
        (found, branched)
    }

    /// The abstraction of a state after an edge; `None` where there is none.
    fn adjusted(&mut self, around: StepCx<'_>, state: &SmgState) -> Option<SmgState> {
        let to = around.program.edges[around.edge].to;
        if state.ending.is_some() {
            return None;
        }
        if self.loops.is_head(to) {
            let next = match self.heads {
                Heads::Abstracted => self.at_head(around, state),
                Heads::Kept => self.kept_at_head(around, state),
                Heads::Forgotten => self.forgotten_at_head(around, state),
            };
            return Some(SmgState { meets: true, ..next });
        }
        let meets = around.program.locs[to].into.len() > 1;
        (meets != state.meets).then(|| SmgState { meets, ..state.clone() })
    }
}

/// A case in which the value of an expression has a name, and all names, where a step asks for cases of a number that it
/// has made itself.
fn with_name(case: &SmgState, step: &Transfer<'_>, result: &Res<()>) -> Option<(SmgState, Vec<Named>)> {
    let forms = match result {
        Err(Halt::Split(form, _)) => [*form, Form::ZERO],
        Err(Halt::Reach(a, b)) => [*a, *b],
        _ => return None,
    };
    let new = |form: &Form| form.sym().filter(|&sym| sym >= step.first_new);
    let made =
        forms.iter().filter_map(new).find_map(|sym| step.made.iter().find(|m| new(&m.form) == Some(sym)))?;
    let (_, factor) = made.form.term?;
    let mut state = case.clone();
    let name = state.graph.numbers.fresh(made.range);
    let mut names = step.names.clone();
    names.push(Named { form: Form { term: Some((name, factor)), ..made.form }, ..*made });
    Some((state, names))
}

/// One state for each number that a form can be. `i128::MAX` stands for all larger ones.
fn split(state: &SmgState, form: Form, numbers: &[i128]) -> Vec<SmgState> {
    let mut cases = Vec::new();
    for (index, &number) in numbers.iter().enumerate() {
        let mut case = state.clone();
        case.undecided = true;
        let possible = if number == i128::MAX {
            let least = index.checked_sub(1).map_or(0, |last| numbers[last] + 1);
            case.graph.numbers.assume_le(Form::constant(least), form, 0)
        } else {
            case.graph.numbers.assume_eq(form, Form::constant(number))
        };
        if possible {
            cases.push(case);
        }
    }
    cases
}

impl Cpa for SmgCpa {
    type State = SmgState;
    type Precision = SmgPrecision;

    fn initial(&mut self, program: &Program, _location: LocId) -> Result<SmgState, CpaError> {
        Ok(SmgState::initial(program))
    }

    fn initial_precision(&mut self, _program: &Program) -> SmgPrecision {
        // Who looks again has seen that nothing less than everything helps.
        if self.options.track_all || self.retried > 0 { SmgPrecision::All } else { SmgPrecision::default() }
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &SmgState,
        precision: &SmgPrecision,
        out: &mut Successors<SmgState>,
    ) -> Result<(), CpaError> {
        match state.ending.as_deref() {
            Some(Ending::Gap(reason)) => return Err(CpaError::unsupported(reason.clone())),
            Some(Ending::Violated(_)) => return Ok(()),
            None => {}
        }
        if self.is_idle(cx.program, cx.edge_id) {
            out.unchanged();
            return Ok(());
        }
        for successor in self.post(step_cx(cx, precision), state).0 {
            out.push(successor);
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &SmgState, b: &SmgState) -> Result<bool, CpaError> {
        if a.ending.is_some() || b.ending.is_some() {
            return Ok(a == b);
        }
        Ok(a.frames == b.frames && (a.graph == b.graph || is_included(&a.graph, &b.graph)))
    }

    fn stop(&mut self, a: &SmgState, b: &SmgState, _: &SmgPrecision) -> Result<bool, CpaError> {
        if a.meets {
            return self.is_covered_by(a, b);
        }
        Ok(a.ending.is_none() && b.ending.is_none() && a.frames == b.frames && a.graph == b.graph)
    }

    fn join(&mut self, a: &SmgState, b: &SmgState) -> Result<SmgState, CpaError> {
        if self.is_covered_by(a, b)? {
            return Ok(b.clone());
        }
        if self.is_covered_by(b, a)? {
            return Ok(a.clone());
        }
        let comparable = a.ending.is_none() && b.ending.is_none() && a.frames == b.frames;
        match join(&a.graph, &b.graph).filter(|_| comparable) {
            Some(graph) => Ok(SmgState { graph, undecided: true, ..a.clone() }),
            None => Err(CpaError::unsupported("a join of different memory graphs")),
        }
    }

    fn merge(
        &mut self,
        new: &SmgState,
        old: &SmgState,
        _: &SmgPrecision,
    ) -> Result<Option<SmgState>, CpaError> {
        Ok(self.is_covered_by(new, old)?.then(|| old.clone()))
    }

    fn strengthen(
        &mut self,
        cx: &TransferCx<'_>,
        state: &SmgState,
        precision: &SmgPrecision,
        after: &Siblings<'_>,
    ) -> Result<Change<SmgState>, CpaError> {
        let assumes = after.assumes();
        if assumes.is_empty() || state.ending.is_some() {
            return Ok(Change::Keep);
        }
        let mut step = self.quiet(step_cx(cx, precision), state);
        for (cond, truth) in assumes {
            match step.assume(cond, truth) {
                Ok(()) => {}
                Err(Halt::Infeasible) => return Ok(Change::Bottom),
                Err(_) => return Ok(Change::Keep),
            }
        }
        Ok(if step.state == *state { Change::Keep } else { Change::To(step.state) })
    }

    fn adjust(
        &mut self,
        cx: &TransferCx<'_>,
        state: &SmgState,
        precision: &SmgPrecision,
        _after: &Siblings<'_>,
    ) -> Result<Adjusted<SmgState, SmgPrecision>, CpaError> {
        Ok(self.adjusted(step_cx(cx, precision), state).map_or(Adjusted::Keep, Adjusted::State))
    }

    fn answer(&self, program: &Program, state: &SmgState, query: &mut Query) {
        if state.ending.is_some() {
            if let Query::IsTarget(target) = query {
                *target |= self.target(state).is_some();
            }
            return;
        }
        let expr = match query {
            Query::Value { expr, .. } | Query::IntRange { expr, .. } | Query::Callee { expr, .. } => *expr,
            _ => return,
        };
        let edge = EdgeId::new(0);
        let around = StepCx { program, edge, precision: &SmgPrecision::All, notes: None };
        let mut step = self.quiet(around, state);
        let Ok(value) = step.eval(expr) else { return };
        match (query, value) {
            (Query::Value { value, .. }, Value::Number(form)) => {
                *value = step.state.graph.numbers.range(form).as_single().map(Constant::Int).or(*value);
            }
            (Query::Value { value, expr }, Value::Bits(bits))
                if program.types.is_float(program.expr(*expr).ty) =>
            {
                *value = Scalar::Float(bits).as_float().map(Constant::Float);
            }
            (query @ Query::IntRange { .. }, Value::Number(form)) => {
                let range = step.state.graph.numbers.range(form);
                query.narrow_range(range.lo(), range.hi());
            }
            (Query::Callee { func, .. }, Value::Function(callee)) => *func = Some(callee),
            _ => {}
        }
    }

    fn target(&self, state: &SmgState) -> Option<TargetInfo> {
        match state.ending.as_deref() {
            Some(Ending::Violated(violation)) => Some(TargetInfo {
                property: Violated::Property(PropertyKind::Memory(violation.property)),
                message: violation.message.clone(),
            }),
            _ => None,
        }
    }

    fn write_precision(&self, program: &Program, precision: &SmgPrecision, out: &mut String) {
        out.push_str(&precision::describe(precision, program));
    }

    fn profile(&self) -> Profile {
        Profile { cover_cost: 100, ..Profile::default() }
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras {
            coverage: Coverage::Keys(self),
            pictures: Some(self),
            assumptions: Some(self),
            ..Extras::default()
        }
    }

    fn abstraction(&mut self) -> Option<&mut dyn Abstraction> {
        Some(self)
    }

    fn describe(&self, words: &Words<'_>, state: &SmgState, lines: &mut Vec<String>) {
        state.describe(words, lines);
    }
}

/// What a transfer is done in.
fn step_cx<'a>(cx: &TransferCx<'a>, precision: &'a SmgPrecision) -> StepCx<'a> {
    StepCx { program: cx.program, edge: cx.edge_id, precision, notes: None }
}

impl SmgCpa {
    /// Whether an edge changes nothing.
    fn is_idle(&self, program: &Program, edge: EdgeId) -> bool {
        matches!(program.edges[edge].op, Op::Noop | Op::Summary(_)) && self.deaths.after(edge).is_empty()
    }

    /// A step that reports nothing.
    fn quiet<'a>(&'a self, around: StepCx<'a>, state: &SmgState) -> Transfer<'a> {
        let StepCx { program, edge, precision, notes } = around;
        Transfer {
            program,
            edge,
            precision,
            notes,
            first_new: state.graph.numbers.next_symbol(),
            names: Vec::new(),
            made: Vec::new(),
            sums: Vec::new(),
            deaths: &self.deaths,
            state: state.clone(),
            checked: Checked::default(),
            malloc_fails: false,
            branched: false,
            leaves_out: false,
            others: Vec::new(),
        }
    }
}
