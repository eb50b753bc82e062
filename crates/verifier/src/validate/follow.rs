//! Runs along a witness: one that takes its inputs from it, and one that is held against it.

use super::guide::{Guide, Step, When, wanted_value};
use super::places::{Places, Start};
use argand_cfa::arith::{self, Scalar, float};
use argand_cfa::{
    Condition, EdgeId, ExprId, ExprKind, FloatKind, LocId, Op, PlaceKind, Program, TypeId, VarId,
};
use argand_exec::{Config, InputKind, Interpreter, ListInput, Observer, Outcome, Policy, Request, StateView};
use std::cell::RefCell;
use std::rc::Rc;

/// How far ahead a witness is asked for a value.
const AHEAD: usize = 24;
/// How many edges behind a call its result is looked for.
const FORWARD: usize = 8;

/// Where a run is in the automaton.
#[derive(Default)]
struct Progress {
    /// The states it can be in, in order.
    states: Vec<usize>,
    /// The edge that is being taken.
    edge: Option<EdgeId>,
}

/// Takes the automaton along with a run.
struct Follower<'a> {
    guide: &'a Guide,
    places: &'a Places,
    progress: Rc<RefCell<Progress>>,
    /// The statement that runs, for each function that does.
    statements: Vec<Option<Start>>,
    last: Option<Start>,
    /// The edge that was begun and not taken yet.
    begun: Option<EdgeId>,
    /// For each state of a cycle after how many edges its step could be taken for the last time.
    rounds: Vec<u64>,
}

/// Whether a condition holds in a state.
fn holds(view: &mut StateView<'_, '_>, condition: &Condition) -> bool {
    let program = view.program();
    let mut is_true = |expr: ExprId| {
        view.eval(expr).map(|value| arith::is_true(&program.types, program.expr(expr).ty, value))
    };
    condition.eval(&mut is_true) == Some(true)
}

impl<'a> Follower<'a> {
    fn new(guide: &'a Guide, places: &'a Places) -> Self {
        let progress = Progress { states: vec![guide.entry], edge: None };
        Self {
            guide,
            places,
            progress: Rc::new(RefCell::new(progress)),
            statements: vec![None],
            last: None,
            begun: None,
            rounds: vec![0; guide.cycle.map_or(0, |first| guide.steps.len() - first)],
        }
    }

    /// Notes which steps of a cycle something passes. A run that goes around for ever passes in every round what it passes in
    /// one, so that the order in which it does does not matter.
    fn note(&mut self, steps: u64, mut passes: impl FnMut(&Step) -> bool) {
        let Some(first) = self.guide.cycle else { return };
        for (last, state) in self.rounds.iter_mut().zip(&self.guide.steps[first..]) {
            if state.iter().any(|step| step.to.is_some() && passes(step)) {
                *last = steps;
            }
        }
    }

    /// Takes all steps that something passes; whether there are any.
    fn pass(&mut self, mut passes: impl FnMut(&Step) -> bool) -> bool {
        let mut progress = self.progress.borrow_mut();
        let (mut entered, mut left) = (Vec::new(), Vec::new());
        for &state in &progress.states {
            for step in &self.guide.steps[state] {
                match step.to {
                    Some(to) if progress.states.contains(&to) => {}
                    Some(to) if passes(step) => entered.push(to),
                    None if passes(step) => left.push(state),
                    _ => {}
                }
            }
        }
        let moved = !entered.is_empty();
        if self.guide.chain
            && let Some(&furthest) = entered.last()
        {
            progress.states = vec![furthest];
            return moved;
        }
        // What is entered by a step was left by it before anything could be avoided there.
        progress.states.retain(|state| !left.contains(state));
        progress.states.extend(entered);
        progress.states.sort_unstable();
        progress.states.dedup();
        moved
    }

    /// Whether a run that ends now in a violation at a statement, or that is in a cycle after so many edges, followed the
    /// witness.
    fn accepts(&self, program: &Program, violation: Option<Start>, cycle_from: Option<u64>) -> bool {
        if self.guide.cycle.is_some()
            && !self.rounds.iter().all(|&last| cycle_from.is_some_and(|from| last > from))
        {
            return false;
        }
        let accepted = self.progress.borrow().states.iter().any(|&state| self.guide.accepting[state]);
        let at_target = match (self.guide.target, violation) {
            (None, _) => true,
            (Some(target), Some(start)) => {
                // Statements of one line are told apart only where the witness does so by a column that is one of theirs.
                let same_file = program.sources.name(target.0) == program.sources.name(start.0);
                same_file && target.1 == start.1
            }
            (Some(_), None) => false,
        };
        accepted && at_target
    }
}

impl Observer for Follower<'_> {
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        self.progress.borrow_mut().edge = Some(edge);
        self.begun = Some(edge);
        let Some(start) = self.places.start(edge) else { return };
        self.last = Some(start);
        let Some(statement) = self.statements.last_mut() else { return };
        if *statement == Some(start) {
            return;
        }
        *statement = Some(start);
        let steps = view.steps();
        let mut passes = |step: &Step| match &step.when {
            When::Before(starts) => starts.get(&start).is_some_and(|condition| holds(view, condition)),
            When::Taken(_) => false,
        };
        self.note(steps, &mut passes);
        // Conditions on one state can be passed one after the other, but around a cycle only once.
        for _ in 0..self.guide.steps.len() {
            if !self.pass(&mut passes) {
                break;
            }
        }
    }

    fn edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        self.begun = None;
        match view.program().edges[edge].op {
            Op::Call(_) => self.statements.push(None),
            Op::Return(_) => drop(self.statements.pop()),
            _ => {}
        }
        if let Some(statement) = self.statements.last_mut().filter(|_| self.places.is_head(view.location())) {
            *statement = None;
        }
        let steps = view.steps();
        self.note(steps, |step| is_taken(step, view, edge));
        // A branch and what holds behind it are one edge here, and two of GraphML, in either order.
        let stated = self.taken(view, edge, true);
        if self.taken(view, edge, false) && !stated {
            self.taken(view, edge, true);
        }
    }
}

impl Follower<'_> {
    /// Takes the steps of an edge, of those about the state behind it or of the others; whether there are any.
    fn taken(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId, of_state: bool) -> bool {
        self.pass(|step| step.of_state == of_state && is_taken(step, view, edge))
    }
}

/// Whether a step is one that an edge takes which leads to a state.
fn is_taken(step: &Step, view: &mut StateView<'_, '_>, edge: EdgeId) -> bool {
    match &step.when {
        When::Taken(edges) => edges
            .get(&edge)
            .is_some_and(|condition| condition.as_ref().is_none_or(|condition| holds(view, condition))),
        When::Before(_) => false,
    }
}

/// Chooses inputs as a witness wants them.
struct Chooser<'a> {
    program: &'a Program,
    guide: &'a Guide,
    progress: Rc<RefCell<Progress>>,
}

impl Chooser<'_> {
    fn answer(&self, request: &Request<'_>) -> Scalar {
        let progress = self.progress.borrow();
        let takers = match (progress.edge, request.kind) {
            (Some(edge), InputKind::Function | InputKind::UndefinedFunction) => self.takers(edge),
            _ => Vec::new(),
        };
        let wanted = |expr: ExprId| match self.program.expr(expr).kind {
            ExprKind::Load(place) => match self.program.place(place).kind {
                PlaceKind::Var(var) if takers.is_empty() => self.program.var_name(var) == request.name,
                PlaceKind::Var(var) => takers.contains(&Taker::Var(var)),
                _ => takers.contains(&Taker::Place(place)),
            },
            _ => false,
        };
        let furthest = progress.states.last().copied();
        let found = furthest.and_then(|state| self.ahead(state, progress.edge, &wanted));
        found
            .and_then(|value| scalar(self.program, request.ty, value))
            .unwrap_or_else(|| request.default_value())
    }

    /// The value that the next steps of the automaton want: one that they name, or else one that goes the way of a branch.
    fn ahead(
        &self,
        mut state: usize,
        edge: Option<EdgeId>,
        wanted: &dyn Fn(ExprId) -> bool,
    ) -> Option<ExprKind> {
        let decided = edge.map(|edge| self.decided(edge)).unwrap_or_default();
        let asked = |atom: ExprId, truth: bool| {
            wanted_value(self.program, atom, truth).filter(|(left, _)| wanted(*left)).map(|(_, value)| value)
        };
        let mut way = None;
        for _ in 0..AHEAD {
            let steps = self.guide.steps.get(state)?;
            for step in steps.iter().filter(|step| step.to.is_some()) {
                let conditions: Vec<&Condition> = match &step.when {
                    When::Before(starts) => starts.values().collect(),
                    When::Taken(edges) => match edge.and_then(|edge| edges.get(&edge)) {
                        Some(condition) => condition.iter().collect(),
                        None => edges.values().flatten().take(1).collect(),
                    },
                };
                let mut named = None;
                for condition in conditions {
                    condition.for_each(&mut |atom, truth| named = named.or_else(|| asked(atom, truth)));
                }
                if named.is_some() {
                    return named;
                }
                if let When::Taken(edges) = &step.when {
                    let taken = decided.iter().find(|(assumed, ..)| edges.contains_key(assumed));
                    way = way.or_else(|| taken.and_then(|&(_, cond, truth)| asked(cond, truth)));
                }
            }
            let Some(next) = steps.iter().find_map(|step| step.to) else { break };
            state = next;
        }
        way
    }

    /// The branch right behind a call, with what its edges demand.
    fn decided(&self, call: EdgeId) -> Vec<(EdgeId, ExprId, bool)> {
        let mut at = self.program.edges[call].to;
        for _ in 0..FORWARD {
            let out = &self.program.locs[at].out;
            let assumed: Vec<(EdgeId, ExprId, bool)> = out
                .iter()
                .filter_map(|&edge| match self.program.edges[edge].op {
                    Op::Assume { cond, truth } => Some((edge, cond, truth)),
                    _ => None,
                })
                .collect();
            match (out.as_slice(), assumed.is_empty()) {
                (_, false) => return assumed,
                ([only], true) => at = self.program.edges[*only].to,
                _ => return Vec::new(),
            }
        }
        Vec::new()
    }

    /// What takes the result of a call.
    fn takers(&self, call: EdgeId) -> Vec<Taker> {
        let program = self.program;
        let Op::Extern(id) = program.edges[call].op else { return Vec::new() };
        let Some(result) = program.extern_calls[id].dst else { return Vec::new() };
        let mut takers = vec![Taker::Var(result)];
        let mut at: LocId = program.edges[call].to;
        for _ in 0..FORWARD {
            let [next] = program.locs[at].out[..] else { break };
            let edge = &program.edges[next];
            let mut add = |place, src| {
                if comes_from(program, src, &takers) {
                    takers.push(match program.place(place).kind {
                        PlaceKind::Var(var) => Taker::Var(var),
                        _ => Taker::Place(place),
                    });
                }
            };
            match &edge.op {
                Op::Assign { dst, src } => add(*dst, *src),
                Op::Init { entries, .. } => entries.iter().for_each(|entry| add(entry.place, entry.value)),
                Op::Noop | Op::Declare { .. } => {}
                _ => break,
            }
            at = edge.to;
        }
        takers
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Taker {
    Var(VarId),
    Place(argand_cfa::PlaceId),
}

/// Whether an expression is a variable that took an input, perhaps converted.
fn comes_from(program: &Program, expr: ExprId, takers: &[Taker]) -> bool {
    match program.expr(expr).kind {
        ExprKind::Cast(inner) => comes_from(program, inner, takers),
        ExprKind::Load(place) => match program.place(place).kind {
            PlaceKind::Var(var) => takers.contains(&Taker::Var(var)),
            _ => false,
        },
        _ => false,
    }
}

/// A constant as a value of a type.
fn scalar(program: &Program, ty: TypeId, value: ExprKind) -> Option<Scalar> {
    match (value, arith::float_kind(&program.types, ty)) {
        (ExprKind::Int(number), _) => Some(Scalar::Int(number)),
        // Floating constants in conditions are doubles nearly always; what is not is found by search.
        (ExprKind::Float(bits), Some(kind)) => {
            Some(Scalar::Float(float::convert(FloatKind::Double, kind, bits)))
        }
        _ => None,
    }
}

/// Runs the program with the inputs that the witness wants.
pub(super) fn guided(
    program: &Program,
    (guide, places): (&Guide, &Places),
    (policy, targets): (Policy, &[String]),
    steps: u64,
) -> Outcome {
    let mut follower = Follower::new(guide, places);
    let chooser = Chooser { program, guide, progress: Rc::clone(&follower.progress) };
    let config = Config {
        inputs: Box::new(move |request: &Request<'_>| chooser.answer(request)),
        targets: targets.to_vec(),
        policy,
        step_limit: steps,
        ..Config::default()
    };
    Interpreter::new(program, config).run_observed(&mut follower)
}

/// Whether a run that was confirmed follows the witness; otherwise how many steps of a chain it passed.
pub(super) fn is_followed(
    program: &Program,
    (guide, places): (&Guide, &Places),
    confirmed: &argand_evidence::Confirmed,
    targets: &[String],
) -> Result<(), usize> {
    let mut follower = Follower::new(guide, places);
    let inputs = confirmed.outcome.inputs_used.iter().map(|input| input.value).collect();
    let config = Config {
        inputs: Box::new(ListInput::new(inputs)),
        targets: targets.to_vec(),
        policy: confirmed.policy,
        step_limit: confirmed.outcome.steps,
        ..Config::default()
    };
    let _ = Interpreter::new(program, config).run_observed(&mut follower);
    // The edge that violates the property is not taken any more, but it is where the run is. The last step is the violation
    // itself: any edge of its statement, also one that was taken before as a branch.
    let violation = crate::witness::violating_statement(program, confirmed).or(follower.last);
    let begun = follower.begun;
    follower.pass(|step| {
        let last = step.to.is_some_and(|to| guide.accepting[to]) && violation.is_some();
        let is_here = |edge: EdgeId| begun == Some(edge) || last && places.start(edge) == violation;
        match &step.when {
            When::Taken(edges) => edges.iter().any(|(&edge, condition)| condition.is_none() && is_here(edge)),
            When::Before(_) => false,
        }
    });
    if follower.accepts(program, violation, confirmed.outcome.cycle_from) {
        return Ok(());
    }
    let furthest = follower.progress.borrow().states.last().copied();
    Err(furthest.unwrap_or(0))
}
