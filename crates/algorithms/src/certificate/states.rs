//! What the states of a finished exploration say, as facts that can be checked.
//!
//! A state that is a conjunction of facts about single places (a number is a constant or lies in a range, a pointer
//! leads to one of a few objects) is a formula, whichever analysis it belongs to. It is read the way siblings read it,
//! by questions ([`Query`]) about the places that the program reads, so that nothing here knows an analysis. The
//! invariant of a loop head is the disjunction of the states there.
//!
//! What cannot be said about single places is left out. That never makes a wrong proof pass: facts are checked, not
//! believed, and too few of them are not inductive.

use super::{Certificate, Method, ProofPoint};
use crate::Exploration;
use argand_cfa::walk::{self, Node};
use argand_cfa::{ExprId, ExprKind, FuncId, PlaceKind, Program, TypeId, VarId};
use argand_cpa::{Composite, Constant, MemoryObject, Pointee, Query, StateId, Status};
use argand_encode::{Encoder, SymState};
use argand_flow::wto::Wto;
use argand_logic::{Bv, Sort, TermId};
use argand_support::{FxHashMap, Limits, Stop};
use std::collections::{BTreeMap, BTreeSet};

/// States of one loop head beyond which no certificate is written.
const MAX_STATES: usize = 4000;
/// Questions beyond which no certificate is written.
const MAX_QUESTIONS: usize = 4_000_000;

/// Why the states of an exploration are no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoCertificate {
    /// They are too many, in the user's words.
    TooLarge(String),
    /// A limit of the run was reached.
    Stop(Stop),
}

/// Reads the states of a composition as formulas.
pub struct States<'p> {
    program: &'p Program,
    limits: Limits,
    /// Reads of scalars, by the functions whose variables they need.
    reads: Vec<(ExprId, Vec<FuncId>)>,
    /// Expressions for the addresses of variables and functions, where the program takes them.
    addresses: FxHashMap<VarId, ExprId>,
    functions: FxHashMap<FuncId, ExprId>,
    questions: usize,
}

impl<'p> States<'p> {
    /// Prepares to read states of a program.
    #[must_use]
    pub fn new(program: &'p Program, limits: Limits) -> Self {
        let (mut addresses, mut functions) = (FxHashMap::default(), FxHashMap::default());
        let mut reads = Vec::new();
        for (id, expr) in program.pool.iter() {
            match expr.kind {
                ExprKind::Load(_) if program.types.is_scalar(expr.ty) => {
                    reads.push((id, functions_of(program, id)));
                }
                ExprKind::AddrOf(place) => {
                    if let Some(var) = start_of(program, place) {
                        addresses.entry(var).or_insert(id);
                    }
                }
                ExprKind::FuncAddr(func) => {
                    functions.entry(func).or_insert(id);
                }
                _ => {}
            }
        }
        Self { program, limits, reads, addresses, functions, questions: 0 }
    }

    /// The facts at loop heads of a finished exploration.
    ///
    /// # Errors
    /// When there is too much to say.
    pub fn certificate(&mut self, exploration: &Exploration<'_>) -> Result<Certificate, NoCertificate> {
        let mut encoder = Encoder::new(self.program);
        let wto = Wto::of_functions(self.program);
        let (reached, composite) = (&exploration.reached, &exploration.composite);
        let mut found: BTreeMap<ProofPoint, BTreeSet<TermId>> = BTreeMap::new();
        for node in reached.iter().filter(|&n| reached.status(n) == Status::Live && !reached.is_target(n)) {
            let row = reached.states(node);
            let Some(location) = composite.location(self.program, row).filter(|&loc| wto.is_head(loc)) else {
                continue;
            };
            let Some(place) = ProofPoint::of(self.program, composite, location, row) else { continue };
            let fact = self.formula(&mut encoder, composite, &place, row)?;
            let states = found.entry(place).or_default();
            states.insert(fact);
            if states.len() > MAX_STATES {
                let text = format!("a loop head has more than {MAX_STATES} states");
                return Err(NoCertificate::TooLarge(text));
            }
        }
        let mut facts = Vec::with_capacity(found.len());
        for (place, states) in found {
            let states: Vec<TermId> = states.into_iter().collect();
            facts.push((place, encoder.pool.or_all(&states)));
        }
        Ok(Certificate { encoder, method: Method::Induction { steps: 0 }, facts, partial: true })
    }

    /// What a composite state says about single places, over the canonical symbols of an encoder.
    ///
    /// # Errors
    /// When there is too much to ask.
    pub fn formula(
        &mut self,
        encoder: &mut Encoder,
        composite: &Composite,
        place: &ProofPoint,
        row: &[StateId],
    ) -> Result<TermId, NoCertificate> {
        let program = self.program;
        let active: Vec<FuncId> = place.calls.iter().map(|&site| program.call_sites[site].callee).collect();
        let within = encoder.start(program).fresh_within(&encoder.pool, active.iter().copied());
        let is_active = |func: &FuncId| *func == program.start || active.contains(func);
        self.questions += self.reads.len();
        if self.questions > MAX_QUESTIONS {
            return Err(NoCertificate::TooLarge("the states are too large to be written down".to_owned()));
        }
        let mut parts = Vec::new();
        for (expr, functions) in &self.reads {
            self.limits.check().map_err(NoCertificate::Stop)?;
            if !functions.iter().all(is_active) {
                continue;
            }
            let fact = self.fact(encoder, composite, row, &within, *expr);
            // A term with an input in it speaks of a value that nobody will ever see again.
            let fact = fact.filter(|&t| {
                encoder.pool.free_vars(&[t]).iter().all(|&symbol| encoder.cell_of(symbol).is_some())
            });
            parts.extend(fact);
        }
        Ok(encoder.pool.and_all(&parts))
    }

    /// What a state says about the value of an expression.
    fn fact(
        &self,
        encoder: &mut Encoder,
        composite: &Composite,
        row: &[StateId],
        within: &SymState,
        expr: ExprId,
    ) -> Option<TermId> {
        let program = self.program;
        let ty = program.expr(expr).ty;
        if program.types.is_pointer(ty) {
            let mut query = Query::PointsTo { expr, targets: None };
            composite.ask(program, row, &mut query);
            let Query::PointsTo { targets: Some(targets), .. } = query else { return None };
            let value = encoder.value(program, within, expr).ok()?;
            return self.one_of(encoder, within, value, &targets);
        }
        if let Some((least, greatest)) = program.types.int_range(ty) {
            let mut query = Query::IntRange { expr, lo: least, hi: greatest };
            composite.ask(program, row, &mut query);
            let Query::IntRange { lo, hi, .. } = query else { return None };
            if (lo, hi) == (least, greatest) {
                return None;
            }
            let value = encoder.value(program, within, expr).ok()?;
            return in_range(program, encoder, ty, value, (lo, hi));
        }
        let mut query = Query::Value { expr, value: None };
        composite.ask(program, row, &mut query);
        let Query::Value { value: Some(constant), .. } = query else { return None };
        let value = encoder.value(program, within, expr).ok()?;
        let pool = &mut encoder.pool;
        match (constant, pool.sort(value)) {
            (Constant::Int(number), Sort::Bv(width)) => {
                let number = pool.constant(Bv::from_i128(width, number));
                Some(pool.eq(value, number))
            }
            (Constant::Float(bits), Sort::Float(format)) => {
                let bits = pool.constant(Bv::from_i128(format.width(), bits.cast_signed()));
                let number = pool.fp_from_bits(format, bits);
                Some(pool.eq(value, number))
            }
            _ => None,
        }
    }

    /// That a pointer leads to one of these; `None` where one of them has no address here.
    fn one_of(
        &self,
        encoder: &mut Encoder,
        within: &SymState,
        value: TermId,
        targets: &[Pointee],
    ) -> Option<TermId> {
        let Sort::Bv(width) = encoder.pool.sort(value) else { return None };
        let mut cases = Vec::with_capacity(targets.len());
        for &target in targets {
            let address = match target {
                Pointee::Null => encoder.pool.bv(width, 0),
                Pointee::Function(func) => {
                    encoder.value(self.program, within, *self.functions.get(&func)?).ok()?
                }
                Pointee::Object {
                    object: MemoryObject::Var(frame),
                    offset: Some(offset),
                    summary: false,
                } => {
                    let variable = &self.program.vars[frame.var];
                    let local = variable.func.filter(|_| !variable.is_static());
                    if frame.depth != local.map_or(0, |func| within.depth(func)) {
                        return None;
                    }
                    let start = encoder.value(self.program, within, *self.addresses.get(&frame.var)?).ok()?;
                    let offset = encoder.pool.constant(Bv::from_i128(width, offset));
                    encoder.pool.add(start, offset)
                }
                Pointee::Object { .. } => return None,
            };
            cases.push(encoder.pool.eq(value, address));
        }
        Some(encoder.pool.or_all(&cases))
    }
}

/// That a number lies in a range.
fn in_range(
    program: &Program,
    encoder: &mut Encoder,
    ty: TypeId,
    value: TermId,
    (lo, hi): (i128, i128),
) -> Option<TermId> {
    let pool = &mut encoder.pool;
    let Sort::Bv(width) = pool.sort(value) else { return None };
    if lo > hi {
        return Some(pool.ff());
    }
    let (low, high) = (pool.constant(Bv::from_i128(width, lo)), pool.constant(Bv::from_i128(width, hi)));
    if lo == hi {
        return Some(pool.eq(value, low));
    }
    let signed = program.types.is_signed(ty);
    let (above, below) = if signed {
        (pool.sle(low, value), pool.sle(value, high))
    } else {
        (pool.ule(low, value), pool.ule(value, high))
    };
    Some(pool.and(above, below))
}

/// The functions whose variables an expression needs.
fn functions_of(program: &Program, expr: ExprId) -> Vec<FuncId> {
    let mut functions = Vec::new();
    walk::for_each_node(program, Node::Expr(expr), |node| {
        if let Node::Place(place) = node
            && let PlaceKind::Var(var) = program.place(place).kind
            && let Some(func) = program.vars[var].func.filter(|_| !program.vars[var].is_static())
            && !functions.contains(&func)
        {
            functions.push(func);
        }
    });
    functions
}

/// The variable at whose start a place begins, whatever is there.
fn start_of(program: &Program, place: argand_cfa::PlaceId) -> Option<VarId> {
    match program.place(place).kind {
        PlaceKind::Var(var) => Some(var),
        PlaceKind::Index { base, index } if program.expr(index).kind == ExprKind::Int(0) => {
            start_of(program, base)
        }
        PlaceKind::Deref(_) | PlaceKind::Field { .. } | PlaceKind::Index { .. } => None,
    }
}
