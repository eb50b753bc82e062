//! Whether a path is feasible, and the inputs that take it.
//!
//! The path becomes a formula, edge by edge. If it has a model, the model's values are what the program is told
//! when it asks. If it has none, the edges whose conditions contradict each other say why.

use argand_cfa::arith::Scalar;
use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{EdgeId, ExprId, ExprKind, FuncId, Op, PathStep, PlaceId, Program, TypeKind};
use argand_encode::layout::SharedLayout;
use argand_encode::{Encoder, InputKind, SymState};
use argand_exec::{CommandLine, InputKind as AskedFor, Request, function_address, place_name};
use argand_logic::{Evaluator, FullSolver, SatResult, Solvers, TermId, Value};
use argand_support::{FxHashMap, FxHashSet, Limits, Stop};
use std::collections::VecDeque;

/// What logic says about a path.
#[derive(Clone, Debug)]
pub enum PathAnswer {
    /// No run takes it, because the conditions on these steps contradict each other.
    Infeasible(Vec<usize>),
    /// Runs with these inputs take it, unless the encoding knows too little of the path.
    Feasible(PathModel),
    /// Something on it cannot be put into logic.
    Unsupported {
        /// What it is.
        construct: String,
        /// Where it is.
        edge: EdgeId,
    },
}

/// The inputs of a path.
#[derive(Clone, Debug, Default)]
pub struct PathModel {
    /// The values the program is given on each step.
    asked: Vec<VecDeque<Scalar>>,
    /// The values of places that nobody wrote, when they are read on a step.
    unwritten: FxHashMap<(usize, String), Scalar>,
    /// The functions by the addresses that they have in logic, and where they are in runs.
    functions: FxHashMap<i128, i128>,
    /// Answers where the model has none.
    fallback: Fallback,
}

/// Answers for a run that nobody has better ones for: pointers from outside lead somewhere, each to a place of its
/// own, the command line is short, and all else is zero.
#[derive(Clone, Debug, Default)]
pub struct Fallback {
    pointers: i128,
}

impl Fallback {
    /// The answer to a request.
    pub fn answer(&mut self, request: &Request<'_>) -> Scalar {
        let any = matches!(request.kind, AskedFor::Function | AskedFor::Uninitialised);
        let outside = request.kind.leads_outside() || any;
        if !outside || !request.program.types.is_pointer(request.ty) {
            return request.default_value();
        }
        self.pointers = (self.pointers + 1) % POINTERS;
        Scalar::Int((self.pointers + 1) * POINTER_STEP + FIRST_POINTER)
    }
}

/// How often pointers that contradict a path are left out of those that must not be null.
const ATTEMPTS: usize = 8;

/// Where pointers from outside lead: below all objects of the program, also with small addresses.
const FIRST_POINTER: i128 = 0x0100_0000;
const POINTER_STEP: i128 = 0x1_0000;
const POINTERS: i128 = 0x600;

impl PathModel {
    /// The answer to a request on a step.
    pub fn answer(&mut self, step: usize, request: &Request<'_>) -> Scalar {
        let value = self.value(step, request);
        let types = &request.program.types;
        let to_function =
            types.pointee(request.ty).is_some_and(|to| matches!(types.kind(to), TypeKind::Function(_)));
        match value {
            Scalar::Int(address) if to_function => {
                Scalar::Int(self.functions.get(&address).copied().unwrap_or(address))
            }
            value => value,
        }
    }

    fn value(&mut self, step: usize, request: &Request<'_>) -> Scalar {
        match (request.kind, request.command_line()) {
            (_, Some(part @ (CommandLine::Length | CommandLine::Byte))) => part.name_alone(),
            (AskedFor::Uninitialised | AskedFor::Outside, _) => {
                let key = (step, request.name.to_owned());
                let known = self.unwritten.get(&key).copied();
                known.unwrap_or_else(|| self.fallback.answer(request))
            }
            _ => {
                let value = self.asked.get_mut(step).and_then(VecDeque::pop_front);
                value.unwrap_or_else(|| self.fallback.answer(request))
            }
        }
    }
}

/// What a run is likely to need though the path can do without: that a pointer is not null, or is its number.
struct Hope {
    term: TermId,
    /// The lesser hope is given up where two contradict each other.
    weight: Weight,
}

/// How much a run needs what is hoped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// A pointer that is used somehow is not null.
    Used,
    /// A pointer is its number.
    Number,
    /// A pointer that memory is accessed through is not null.
    Accessed,
}

/// Asks logic about paths of one program.
pub struct Solving<'p> {
    program: &'p Program,
    encoder: Encoder,
    solvers: Solvers,
    limits: Limits,
}

impl<'p> Solving<'p> {
    /// Prepares questions about a program.
    #[must_use]
    pub fn new(program: &'p Program, layout: &SharedLayout, solvers: Solvers, limits: Limits) -> Self {
        Self { program, encoder: Encoder::sharing(program, layout), solvers, limits }
    }

    /// Whether a path from the program's entry is feasible.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn path(&mut self, steps: &[PathStep]) -> Result<PathAnswer, Stop> {
        let mut states = vec![self.encoder.start(self.program)];
        // Which step each conjunct comes from.
        let mut conjuncts: Vec<(TermId, usize)> = Vec::new();
        for (position, step) in steps.iter().enumerate() {
            self.limits.check()?;
            let state = &states[position];
            let before = state.guard().len();
            let next = self.encoder.post(self.program, state, step.edge).and_then(|mut next| {
                for &(expr, truth) in &step.demands {
                    let demand = self.encoder.condition(self.program, &next, expr, truth)?;
                    next.assume(&mut self.encoder.pool, demand);
                }
                Ok(next)
            });
            let next = match next {
                Ok(next) => next,
                Err(unsupported) => {
                    return Ok(PathAnswer::Unsupported { construct: unsupported.construct, edge: step.edge });
                }
            };
            conjuncts.extend(next.guard().iter().skip(before).map(|&t| (t, position)));
            if next.is_false(&self.encoder.pool) {
                return Ok(PathAnswer::Infeasible(vec![position]));
            }
            states.push(next);
        }
        let mut solver = self.solvers.make("path", self.limits.clone());
        let wanted: Vec<TermId> = conjuncts.iter().map(|&(t, _)| t).collect();
        let mut hopes = self.non_null(steps, &states);
        let plain = self.encoder.plain_numbers(&wanted);
        hopes.extend(plain.into_iter().map(|term| Hope { term, weight: Weight::Number }));
        for _ in 0..ATTEMPTS {
            if hopes.is_empty() {
                break;
            }
            let all: Vec<TermId> = wanted.iter().copied().chain(hopes.iter().map(|h| h.term)).collect();
            match solver.check(&mut self.encoder.pool, &all) {
                SatResult::Sat => {
                    return Ok(PathAnswer::Feasible(self.model(&mut *solver, steps, &states)));
                }
                SatResult::Unsat => {
                    let guilty: FxHashSet<TermId> = solver.core().iter().copied().collect();
                    let before = hopes.len();
                    let least = hopes.iter().filter(|h| guilty.contains(&h.term)).map(|h| h.weight).min();
                    hopes.retain(|h| !guilty.contains(&h.term) || Some(h.weight) != least);
                    if hopes.len() == before {
                        break;
                    }
                }
                SatResult::Unknown(_) => break,
            }
        }
        match solver.check(&mut self.encoder.pool, &wanted) {
            SatResult::Unknown(stop) => Err(stop),
            SatResult::Unsat => {
                let core: FxHashSet<TermId> = solver.core().iter().copied().collect();
                let mut guilty: Vec<usize> =
                    conjuncts.iter().filter(|(t, _)| core.contains(t)).map(|&(_, at)| at).collect();
                guilty.dedup();
                Ok(PathAnswer::Infeasible(guilty))
            }
            SatResult::Sat => Ok(PathAnswer::Feasible(self.model(&mut *solver, steps, &states))),
        }
    }

    fn model(&mut self, solver: &mut dyn FullSolver, steps: &[PathStep], states: &[SymState]) -> PathModel {
        let unwritten = self.unwritten(steps, states);
        let functions = states.first().map_or_else(Vec::new, |state| self.functions(state));
        let asked: Vec<Vec<TermId>> = (0..steps.len())
            .map(|at| {
                let new = states[at + 1].inputs().iter().skip(states[at].inputs().len());
                new.filter(|i| i.kind == InputKind::Asked).map(|i| i.term).collect()
            })
            .collect();
        let mut roots: Vec<TermId> = asked.iter().flatten().copied().collect();
        roots.extend(unwritten.iter().map(|&(_, t)| t));
        roots.extend(functions.iter().map(|&(t, _)| t));
        if let Some(last) = states.last() {
            roots.push(last.condition(&self.encoder.pool));
        }
        let assignment = solver.model(&mut self.encoder.pool, &roots);
        let mut evaluator = Evaluator::new(&self.encoder.pool, &assignment);
        let asked = asked
            .into_iter()
            .map(|terms| terms.into_iter().filter_map(|t| scalar(&evaluator.eval(t))).collect())
            .collect();
        let unwritten =
            unwritten.into_iter().filter_map(|(key, t)| Some((key, scalar(&evaluator.eval(t))?))).collect();
        let functions = functions
            .into_iter()
            .filter_map(|(term, func)| {
                let there = function_address(self.program.types.model(), func);
                Some((scalar(&evaluator.eval(term))?.as_int()?, i128::from(there)))
            })
            .collect();
        PathModel { asked, unwritten, functions, fallback: Fallback::default() }
    }

    /// Every expression that is computed after so many steps: on the next edge, or because it was demanded.
    fn read(&self, steps: &[PathStep]) -> Vec<(usize, Vec<ExprId>)> {
        let on_edge = |step: &PathStep| {
            let mut nodes = Vec::new();
            operands(self.program, &self.program.edges[step.edge].op, |node| nodes.push(node));
            nodes
        };
        let demanded = |step: &PathStep| step.demands.iter().map(|&(expr, _)| Node::Expr(expr)).collect();
        (0..=steps.len())
            .map(|at| {
                let mut work = steps.get(at).map_or_else(Vec::new, on_edge);
                work.extend(at.checked_sub(1).map_or_else(Vec::new, |last| demanded(&steps[last])));
                let mut exprs = Vec::new();
                while let Some(node) = work.pop() {
                    parts(self.program, node, |part| work.push(part));
                    if let Node::Expr(expr) = node {
                        exprs.push(expr);
                    }
                }
                (at, exprs)
            })
            .collect()
    }

    /// That pointers which steps load are not null. A path may be feasible without, but a run that goes through them
    /// needs it.
    fn non_null(&mut self, steps: &[PathStep], states: &[SymState]) -> Vec<Hope> {
        let mut found: Vec<Hope> = Vec::new();
        let mut seen: FxHashMap<TermId, usize> = FxHashMap::default();
        for (at, exprs) in self.read(steps) {
            let mut places: Vec<PlaceId> = Vec::new();
            let mut pointers: Vec<(ExprId, Weight)> = Vec::new();
            if let Some(Op::Assign { dst, .. } | Op::Havoc { dst, .. }) =
                steps.get(at).map(|step| &self.program.edges[step.edge].op)
            {
                places.push(*dst);
            }
            for expr in exprs {
                let data = self.program.expr(expr);
                let types = &self.program.types;
                if let ExprKind::Cast(number) = data.kind
                    && types.is_pointer(data.ty)
                    && types.is_integer(self.program.expr(number).ty)
                {
                    pointers.push((number, Weight::Used));
                }
                let ExprKind::Load(place) = data.kind else { continue };
                places.push(place);
                if self.program.types.is_pointer(data.ty) {
                    pointers.push((expr, Weight::Used));
                }
            }
            let accessed = places.into_iter().filter_map(|place| self.program.pool.deref_pointer(place));
            pointers.extend(accessed.map(|pointer| (pointer, Weight::Accessed)));
            for (pointer, weight) in pointers {
                let Ok(value) = self.encoder.value(self.program, &states[at], pointer) else { continue };
                let pool = &mut self.encoder.pool;
                if pool.as_const(value).is_some() {
                    continue;
                }
                let null = pool.bv(pool.width(value), 0);
                // The upper half of the addresses is left out: an offset must not lead around to null.
                let term = pool.slt(null, value);
                let known = *seen.entry(term).or_insert(found.len());
                match found.get_mut(known) {
                    Some(known) => known.weight = known.weight.max(weight),
                    None => found.push(Hope { term, weight }),
                }
            }
        }
        found
    }

    /// The functions whose address is taken, with the terms for their addresses.
    fn functions(&mut self, state: &SymState) -> Vec<(TermId, FuncId)> {
        let taken: Vec<(ExprId, FuncId)> = self
            .program
            .pool
            .iter()
            .filter_map(|(id, expr)| match expr.kind {
                ExprKind::FuncAddr(func) => Some((id, func)),
                _ => None,
            })
            .collect();
        let term = |(expr, func)| Some((self.encoder.value(self.program, state, expr).ok()?, func));
        taken.into_iter().filter_map(term).collect()
    }

    /// The terms of places that are read on a step and may depend on what nobody wrote.
    fn unwritten(&mut self, steps: &[PathStep], states: &[SymState]) -> Vec<((usize, String), TermId)> {
        let mut found = Vec::new();
        for (at, exprs) in self.read(steps) {
            for expr in exprs {
                let ExprKind::Load(place) = self.program.expr(expr).kind else { continue };
                if let Ok(term) = self.encoder.value(self.program, &states[at], expr)
                    && self.encoder.pool.as_const(term).is_none()
                {
                    found.push(((at, place_name(self.program, place)), term));
                }
            }
        }
        found
    }
}

/// A value of logic as a value of the interpreter.
fn scalar(value: &Value) -> Option<Scalar> {
    match value {
        Value::Bv(bits) => bits.to_u128().map(|v| Scalar::Int(v.cast_signed())),
        Value::Float(float) => Some(Scalar::Float(float.bits())),
        Value::Bool(_) | Value::Array(_) => None,
    }
}
