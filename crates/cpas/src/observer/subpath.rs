//! The part of an infeasible path that makes it so.
//!
//! A path is a conjunction of what its steps demand, in terms of the values at its beginning; taking it from a state in which
//! nothing is known gives its weakest precondition ([`argand_encode`]). The search goes backwards from the end, as that for the
//! path would, and stops as soon as what was gathered contradicts itself: so it finds the last step from which on no
//! run takes the rest, whatever memory holds there, and then the first step at which that is clear. Nothing can be left out
//! at either end of what lies between.
//!
//! Within it only some steps matter: those whose conditions are in the unsatisfiable core, and those that write what they
//! look at. Where all of that is in variables that no pointer reaches, every other step that does not write them may
//! come in between as often as it likes, calls and rounds of loops included ([`Pattern::loose`]).

use super::pattern::Pattern;
use argand_cfa::walk::{self, Node};
use argand_cfa::{EdgeId, ExprKind, FuncId, Op, PathStep, PlaceKind, Program, VarId};
use argand_encode::{Encoder, SymState, Unsupported};
use argand_flow::edges::{Write, read_vars, writes};
use argand_logic::{SatResult, Solvers, TermId};
use argand_support::{FxHashSet, Limits, Stop};

/// Longer paths are not looked at: each part of one is a formula.
const MAX_STEPS: usize = 5000;

/// Who asks, for the solver.
const ASKER: &str = "observer";

/// What is known of a path.
#[derive(Debug)]
pub(super) enum Answer {
    /// A run may take it.
    Feasible,
    /// No run takes a part of it, which is given as it is, and without what does not matter where that can be said.
    Infeasible(Pattern, Option<Pattern>),
    /// Why it cannot be told.
    Unknown(String),
}

/// Asks logic about parts of paths.
pub(super) struct Subpaths {
    encoder: Encoder,
    solvers: Solvers,
}

/// Why a part of a path has no formula.
enum Failed {
    Unsupported(String),
    Stopped(Stop),
}

impl From<Unsupported> for Failed {
    fn from(why: Unsupported) -> Self {
        Self::Unsupported(why.to_string())
    }
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// A path that is looked at.
struct Asked<'a> {
    program: &'a Program,
    edges: Vec<EdgeId>,
    limits: &'a Limits,
    /// Before each step, nothing known but which calls are active; at the entry of the program what holds there.
    open: Vec<SymState>,
}

impl Subpaths {
    pub fn new(encoder: Encoder, solvers: Solvers) -> Self {
        Self { encoder, solvers }
    }

    /// What is known of a path from the entry of the program.
    ///
    /// # Errors
    /// A limit of the run.
    pub fn look(&mut self, program: &Program, steps: &[PathStep], limits: &Limits) -> Result<Answer, Stop> {
        match self.try_look(program, steps, limits) {
            Ok(answer) => Ok(answer),
            Err(Failed::Unsupported(why)) => Ok(Answer::Unknown(why)),
            Err(Failed::Stopped(stop)) => Err(stop),
        }
    }

    fn try_look(&mut self, program: &Program, steps: &[PathStep], limits: &Limits) -> Result<Answer, Failed> {
        if steps.len() > MAX_STEPS {
            return Ok(Answer::Unknown("a path is too long to be looked at step by step".to_owned()));
        }
        let mut state = self.encoder.start(program);
        let mut open = vec![state.clone()];
        for step in steps {
            state = self.post(program, &state, step.edge, limits)?;
            open.push(state.fresh_block(&self.encoder.pool));
            for &(expr, truth) in &step.demands {
                let demand = self.encoder.condition(program, &state, expr, truth)?;
                state.assume(&mut self.encoder.pool, demand);
            }
        }
        if !self.is_impossible(&state, limits)? {
            return Ok(Answer::Feasible);
        }
        let edges: Vec<EdgeId> = steps.iter().map(|step| step.edge).collect();
        let asked = Asked { program, edges, limits, open };
        let Some(first) = self.last_start(&asked)? else {
            return Ok(Answer::Unknown(
                "a path is ruled out only by what a specification assumes".to_owned(),
            ));
        };
        let end = self.first_end(&asked, first)?;
        if first == 0 && !begins_program(program, asked.edges[0]) {
            return Ok(Answer::Unknown("the program may start more than once".to_owned()));
        }
        let exact = Pattern::exact(&asked.edges[first..end]);
        let loose = if first == 0 { None } else { self.loose(&asked, first, end)? };
        Ok(Answer::Infeasible(exact, loose))
    }

    fn post(
        &mut self,
        program: &Program,
        state: &SymState,
        edge: EdgeId,
        limits: &Limits,
    ) -> Result<SymState, Failed> {
        limits.check()?;
        Ok(self.encoder.post(program, state, edge)?)
    }

    /// Whether no run ends in a state.
    fn is_impossible(&mut self, state: &SymState, limits: &Limits) -> Result<bool, Stop> {
        let pool = &mut self.encoder.pool;
        let run = state.condition(pool);
        let question = pool.or(run, state.doubt());
        if let Some(known) = pool.as_bool(question) {
            return Ok(!known);
        }
        match self.solvers.make(ASKER, limits.clone()).check(pool, &[question]) {
            SatResult::Sat => Ok(false),
            SatResult::Unsat => Ok(true),
            SatResult::Unknown(stop) => Err(stop),
        }
    }

    /// The states from a step on up to the end, as far as they are not false by themselves.
    fn along(&mut self, asked: &Asked<'_>, first: usize) -> Result<Vec<SymState>, Failed> {
        let mut states = vec![asked.open[first].clone()];
        for &edge in &asked.edges[first..] {
            let next = self.post(asked.program, &states[states.len() - 1], edge, asked.limits)?;
            let ends = next.is_false(&self.encoder.pool);
            states.push(next);
            if ends {
                break;
            }
        }
        Ok(states)
    }

    fn rules_out(&mut self, asked: &Asked<'_>, first: usize) -> Result<bool, Failed> {
        let states = self.along(asked, first)?;
        Ok(self.is_impossible(&states[states.len() - 1], asked.limits)?)
    }

    /// The last step from which on no run takes the rest; `None` when there is none, not even the first one.
    fn last_start(&mut self, asked: &Asked<'_>) -> Result<Option<usize>, Failed> {
        let all = asked.edges.len();
        let (mut possible, mut length) = (all, 1);
        let mut impossible = loop {
            let first = all.saturating_sub(length);
            if self.rules_out(asked, first)? {
                break first;
            }
            if first == 0 {
                return Ok(None);
            }
            (possible, length) = (first, length * 2);
        };
        while impossible + 1 < possible {
            let middle = impossible.midpoint(possible);
            if self.rules_out(asked, middle)? {
                impossible = middle;
            } else {
                possible = middle;
            }
        }
        Ok(Some(impossible))
    }

    /// The first step, from one on, behind which no run is left; the number of steps up to it.
    fn first_end(&mut self, asked: &Asked<'_>, first: usize) -> Result<usize, Failed> {
        let states = self.along(asked, first)?;
        let (mut possible, mut impossible) = (0, states.len() - 1);
        while possible + 1 < impossible {
            let middle = possible.midpoint(impossible);
            if self.is_impossible(&states[middle], asked.limits)? {
                impossible = middle;
            } else {
                possible = middle;
            }
        }
        Ok(first + impossible)
    }

    /// What of a subpath contradicts itself, if the rest may be anything that leaves some variables alone.
    fn loose(&mut self, asked: &Asked<'_>, first: usize, end: usize) -> Result<Option<Pattern>, Failed> {
        let program = asked.program;
        let steps = &asked.edges[first..end];
        let guilty = self.guilty(asked, first, end)?;
        let Some(kept) = Kept::of(program, steps, guilty) else { return Ok(None) };
        let edges: Vec<EdgeId> = kept.steps.iter().map(|&at| steps[at]).collect();
        // Only what is kept is taken, so that nothing else can be what contradicts it.
        let mut state = asked.open[first].clone();
        for &edge in &edges {
            state = self.post(program, &state, edge, asked.limits)?;
        }
        if !self.is_impossible(&state, asked.limits)? {
            return Ok(None);
        }
        let idle = program.edges.indices().filter(|&edge| kept.is_idle(program, edge)).collect();
        Ok(Some(Pattern::loose(edges, idle)))
    }

    /// The steps of a subpath whose conditions contradict each other.
    fn guilty(&mut self, asked: &Asked<'_>, first: usize, end: usize) -> Result<Vec<usize>, Failed> {
        let mut state = asked.open[first].clone();
        let mut conditions: Vec<(TermId, usize)> = Vec::new();
        for (at, &edge) in asked.edges[first..end].iter().enumerate() {
            // Conditions are taken apart from each other, so that no sum of them is folded into one.
            let mut next = self.post(asked.program, &state, edge, asked.limits)?;
            let happened = next.settle(&self.encoder.pool);
            conditions.extend(happened.conditions.into_iter().map(|term| (term, at)));
            state = next;
        }
        let terms: Vec<TermId> = conditions.iter().map(|&(term, _)| term).collect();
        let mut solver = self.solvers.make(ASKER, asked.limits.clone());
        let core: FxHashSet<TermId> = match solver.check(&mut self.encoder.pool, &terms) {
            SatResult::Unsat => solver.minimised_core(&mut self.encoder.pool).into_iter().collect(),
            SatResult::Sat => FxHashSet::default(),
            SatResult::Unknown(stop) => return Err(stop.into()),
        };
        let mut guilty: Vec<usize> =
            conditions.into_iter().filter(|(term, _)| core.contains(term)).map(|(_, at)| at).collect();
        guilty.dedup();
        Ok(guilty)
    }
}

/// Whether an edge is taken only when the program starts.
fn begins_program(program: &Program, edge: EdgeId) -> bool {
    let entry = program.entry();
    program.edges[edge].from == entry
        && program.locs[entry].into.is_empty()
        && program.call_sites.iter().all(|site| site.callee != program.start)
}

/// The steps of a subpath that matter, and what they look at.
struct Kept {
    steps: Vec<usize>,
    vars: FxHashSet<VarId>,
    /// The functions whose activations those belong to.
    owners: FxHashSet<FuncId>,
}

impl Kept {
    /// Those with guilty conditions and all that write what these depend on; `None` if somebody else may write it, too.
    fn of(program: &Program, steps: &[EdgeId], guilty: Vec<usize>) -> Option<Self> {
        let owners = FxHashSet::default();
        let mut kept = Self { steps: guilty, vars: FxHashSet::default(), owners };
        if kept.steps.is_empty() {
            return None;
        }
        for &at in &kept.steps {
            look_at(program, steps[at], &mut kept.vars)?;
        }
        // Every step that writes what any of them looks at is one of them.
        loop {
            kept.owners = kept.vars.iter().filter_map(|&var| owner(program, var)).collect();
            let wrong = |at: &usize| !kept.steps.contains(at) && !kept.is_idle(program, steps[*at]);
            let Some(more) = (0..steps.len()).find(wrong) else { break };
            look_at(program, steps[more], &mut kept.vars)?;
            kept.steps.push(more);
        }
        kept.steps.sort_unstable();
        kept.vars.iter().all(|&var| !program.vars[var].addressed).then_some(kept)
    }

    /// Whether an edge leaves what matters as it is.
    fn is_idle(&self, program: &Program, edge: EdgeId) -> bool {
        let op = &program.edges[edge].op;
        let mut idle = !matches!(op, Op::Unsupported(_) | Op::Halt(_));
        writes(program, op, |write| {
            idle &= match write {
                Write::Var(var) => !self.vars.contains(&var),
                Write::Place(place) => {
                    program.pool.root_var(place).is_none_or(|var| !self.vars.contains(&var))
                }
                Write::Frame(func) => !self.owners.contains(&func),
                // No pointer leads to what matters.
                Write::Behind { .. }
                | Write::Count(_)
                | Write::List(_)
                | Write::Reachable(_)
                | Write::Freed(_)
                | Write::Anything => true,
            };
        });
        idle
    }
}

fn owner(program: &Program, var: VarId) -> Option<FuncId> {
    let info = &program.vars[var];
    info.func.filter(|_| !info.is_static())
}

/// Adds all variables that a step reads or writes; `None` if it looks at something else, or is more than an assignment.
fn look_at(program: &Program, edge: EdgeId, vars: &mut FxHashSet<VarId>) -> Option<()> {
    let op = &program.edges[edge].op;
    match op {
        Op::Assume { .. } | Op::Assign { .. } | Op::Havoc { .. } | Op::Declare { size: None, .. } => {}
        Op::Noop
        | Op::Init { .. }
        | Op::Declare { .. }
        | Op::Dead { .. }
        | Op::Call(_)
        | Op::Return(_)
        | Op::Summary(_)
        | Op::Extern(_)
        | Op::Halt(_)
        | Op::Unsupported(_) => return None,
    }
    let mut plain = true;
    walk::operands(program, op, |node| {
        walk::for_each_node(program, node, |node| {
            plain &= match node {
                Node::Place(place) => matches!(program.place(place).kind, PlaceKind::Var(_)),
                Node::Expr(expr) => !matches!(
                    program.expr(expr).kind,
                    ExprKind::AddrOf(_) | ExprKind::FuncAddr(_) | ExprKind::Intrinsic(..)
                ),
            };
        });
    });
    read_vars(program, op, |var| {
        vars.insert(var);
    });
    writes(program, op, |write| match write {
        Write::Var(var) => {
            vars.insert(var);
        }
        Write::Place(place) => match program.place(place).kind {
            PlaceKind::Var(var) => {
                vars.insert(var);
            }
            PlaceKind::Deref(_) | PlaceKind::Field { .. } | PlaceKind::Index { .. } => plain = false,
        },
        Write::Behind { .. }
        | Write::Count(_)
        | Write::List(_)
        | Write::Reachable(_)
        | Write::Freed(_)
        | Write::Frame(_)
        | Write::Anything => plain = false,
    });
    plain.then_some(())
}
