//! Z3 behind the same traits, as a second opinion. Needs the feature `z3` and the library of Z3.
//!
//! Every question becomes a script and is asked afresh, so that nothing but the export ([`TermPool::to_smtlib`]) and
//! the reading of models is shared with other solvers. That is slow, and on purpose simple.
//!
//! A model is read from what Z3 prints. Values that it describes in other ways (arrays as functions) are left at
//! their defaults: whoever uses a model checks it.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use argand_support::{FxHashMap, Limits, Stop};
use z3::ast::Bool;

use crate::eval::{Assignment, FuncValue};
use crate::provider::{Listener, Question};
use crate::solver::{AllSat, SatResult, Solver, Statistics, UnsatCore};
use crate::sort::Sort;
use crate::term::{TermId, TermPool};
use crate::value::{ArrayValue, Bv, Float, Value};

/// How often a search looks at its limits.
const INTERVAL: Duration = Duration::from_millis(20);

/// An incremental solver that asks Z3 each question as a whole.
pub struct Z3Solver {
    levels: Vec<Vec<TermId>>,
    limits: Limits,
    core: Vec<TermId>,
    model: Assignment,
    statistics: Statistics,
    asker: &'static str,
    listener: Option<Listener>,
}

impl std::fmt::Debug for Z3Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Z3Solver {:?}", self.levels)
    }
}

impl Z3Solver {
    /// A solver without assertions.
    #[must_use]
    pub fn new(asker: &'static str, limits: Limits, listener: Option<Listener>) -> Self {
        Self {
            levels: vec![Vec::new()],
            limits,
            core: Vec::new(),
            model: Assignment::default(),
            statistics: Statistics::default(),
            asker,
            listener,
        }
    }

    fn assertions(&self) -> Vec<TermId> {
        self.levels.iter().flatten().copied().collect()
    }

    fn search(&mut self, pool: &TermPool, assumptions: &[TermId]) -> Result<bool, Stop> {
        self.limits.check_now()?;
        let asserted = self.assertions();
        let solver = z3::Solver::new();
        solver.from_string(pool.script(&asserted, assumptions));
        let named: Vec<Bool> =
            (0..assumptions.len()).map(|k| Bool::new_const(TermPool::assumed(k))).collect();
        self.statistics.searches += 1;
        let context = z3::Context::thread_local();
        let (handle, limits) = (context.handle(), &self.limits);
        let (finished, watched) = mpsc::channel::<()>();
        let answer = std::thread::scope(|scope| {
            scope.spawn(move || {
                while watched.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if limits.check_now().is_err() {
                        handle.interrupt();
                    }
                }
            });
            let answer = solver.check_assumptions(&named);
            drop(finished);
            answer
        });
        match answer {
            z3::SatResult::Sat => {
                let question: Vec<TermId> = asserted.iter().chain(assumptions).copied().collect();
                self.model =
                    solver.get_model().map_or_else(Assignment::default, |m| read(pool, &question, &m));
                Ok(true)
            }
            z3::SatResult::Unsat => {
                let used: Vec<String> =
                    solver.get_unsat_core().iter().map(|b| unquoted(&b.to_string()).to_owned()).collect();
                let part = |k: usize| used.contains(&TermPool::assumed(k));
                self.core = (0..assumptions.len()).filter(|&k| part(k)).map(|k| assumptions[k]).collect();
                Ok(false)
            }
            // Z3 gives up for reasons of its own too; to the caller that is a limit like others.
            z3::SatResult::Unknown => Err(self.limits.check_now().err().unwrap_or(Stop::Time)),
        }
    }
}

impl Solver for Z3Solver {
    fn assert(&mut self, pool: &mut TermPool, t: TermId) {
        debug_assert_eq!(pool.sort(t), Sort::Bool);
        if let Some(level) = self.levels.last_mut() {
            level.push(t);
        }
    }

    fn push(&mut self) {
        self.levels.push(Vec::new());
    }

    fn pop(&mut self, levels: usize) {
        let left = self.level().saturating_sub(levels);
        self.levels.truncate(left + 1);
    }

    fn level(&self) -> usize {
        self.levels.len() - 1
    }

    fn check(&mut self, pool: &mut TermPool, assumptions: &[TermId]) -> SatResult {
        let start = Instant::now();
        self.core.clear();
        self.model = Assignment::default();
        self.statistics.checks += 1;
        let answer = match self.search(pool, assumptions) {
            Ok(true) => SatResult::Sat,
            Ok(false) => SatResult::Unsat,
            Err(stop) => SatResult::Unknown(stop),
        };
        self.statistics.time += start.elapsed();
        if let Some(listener) = &self.listener {
            let mut terms = self.assertions();
            terms.extend_from_slice(assumptions);
            listener(&Question { asker: self.asker, pool, terms: &terms, answer });
        }
        answer
    }

    fn value(&mut self, pool: &mut TermPool, t: TermId) -> Value {
        self.model.eval(pool, t)
    }

    fn model(&mut self, pool: &mut TermPool, roots: &[TermId]) -> Assignment {
        let mut out = Assignment::default();
        for v in pool.free_vars(roots) {
            let known = self.model.get(v).cloned();
            out.set(v, known.unwrap_or_else(|| Value::default_of(pool.sort(v))));
        }
        for f in pool.free_funcs(roots) {
            if let Some(graph) = self.model.func(f) {
                out.set_func(f, graph.clone());
            }
        }
        out
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl UnsatCore for Z3Solver {
    fn core(&self) -> &[TermId] {
        &self.core
    }

    fn minimised_core(&mut self, pool: &mut TermPool) -> Vec<TermId> {
        let core = crate::solver::minimise(self, pool);
        self.core.clone_from(&core);
        core
    }
}

impl AllSat for Z3Solver {
    fn all_sat(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        over: &[TermId],
        each: &mut dyn FnMut(&[bool]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.push();
        // Z3 is asked for the values of names, so that nothing depends on how it prints other values.
        let names: Vec<TermId> = over
            .iter()
            .map(|&t| {
                let name = pool.fresh_var("holds", Sort::Bool);
                let same = pool.eq(name, t);
                self.assert(pool, same);
                name
            })
            .collect();
        let result = loop {
            match self.check(pool, assumptions) {
                SatResult::Unsat => break Ok(()),
                SatResult::Unknown(stop) => break Err(stop),
                SatResult::Sat => {}
            }
            let values: Vec<bool> = names.iter().map(|&t| self.model.holds(pool, t)).collect();
            if each(&values).is_break() {
                break Ok(());
            }
            let found: Vec<TermId> =
                names.iter().zip(&values).map(|(&t, &v)| if v { t } else { pool.not(t) }).collect();
            let all = pool.and_all(&found);
            let other = pool.not(all);
            self.assert(pool, other);
        };
        self.pop(1);
        result
    }
}

/// The values of the symbols and functions of a question.
fn read(pool: &TermPool, question: &[TermId], model: &z3::Model) -> Assignment {
    let (mut vars, mut funcs) = (FxHashMap::default(), FxHashMap::default());
    for v in pool.free_vars(question) {
        vars.insert(unquoted(&pool.smt_name(v)).to_owned(), v);
    }
    for f in pool.free_funcs(question) {
        funcs.insert(unquoted(&pool.smt_func_name(f)).to_owned(), f);
    }
    let mut out = Assignment::default();
    for decl in model {
        let name = decl.name();
        if let Some(&v) = vars.get(unquoted(&name)) {
            let text = model.get_interp(&decl).and_then(|i| i.as_const().map(ToString::to_string));
            if let Some(value) = text.and_then(|text| parse(&text, pool.sort(v))) {
                out.set(v, value);
            }
        } else if let Some(&f) = funcs.get(unquoted(&name))
            && let Some(graph) = model.get_func_interp(&decl)
        {
            let sorts = pool.func_decl(f);
            let result = |t: &z3::ast::Dynamic| parse(&t.to_string(), sorts.result);
            let entries = graph.get_entries().into_iter().filter_map(|entry| {
                let arguments = entry.get_args();
                let arguments = arguments.iter().zip(&sorts.params).map(|(a, &s)| parse(&a.to_string(), s));
                Some((arguments.collect::<Option<Vec<Value>>>()?, result(&entry.get_value())?))
            });
            let entries = entries.collect();
            let default = graph.get_else().and_then(|t| result(&t));
            let default = default.unwrap_or_else(|| Value::default_of(sorts.result));
            out.set_func(f, FuncValue { entries, default });
        }
    }
    out
}

fn unquoted(name: &str) -> &str {
    name.strip_prefix('|').and_then(|n| n.strip_suffix('|')).unwrap_or(name)
}

/// An expression in prefix form.
enum Form {
    Atom(String),
    List(Vec<Form>),
}

impl Form {
    fn read(text: &str) -> Option<Self> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut open: Vec<Vec<Self>> = vec![Vec::new()];
        for word in spaced.split_whitespace() {
            match word {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop()?;
                    open.last_mut()?.push(Self::List(list));
                }
                word => open.last_mut()?.push(Self::Atom(word.to_owned())),
            }
        }
        let mut whole = open.pop().filter(|_| open.is_empty())?;
        if whole.len() == 1 { whole.pop() } else { None }
    }

    fn atom(&self) -> Option<&str> {
        match self {
            Self::Atom(word) => Some(word),
            Self::List(_) => None,
        }
    }

    fn bits(&self) -> Option<Bv> {
        let word = self.atom()?.strip_prefix('#')?;
        let (base, digits) = (word.chars().next()?, word.get(1..)?);
        let mut bits = Vec::new();
        for digit in digits.chars().rev() {
            let (value, width) = match base {
                'b' => (digit.to_digit(2)?, 1),
                'x' => (digit.to_digit(16)?, 4),
                _ => return None,
            };
            bits.extend((0..width).map(|k| value >> k & 1 == 1));
        }
        Some(Bv::from_bits(&bits))
    }

    fn value(&self, sort: Sort) -> Option<Value> {
        match sort {
            Sort::Bool => self.atom()?.parse().ok().map(Value::Bool),
            Sort::Bv(width) => self.bits().filter(|b| b.width() == width).map(Value::Bv),
            Sort::Float(format) => {
                let Self::List(parts) = self else { return None };
                let (head, second) = (parts.first()?.atom()?, parts.get(1)?);
                if head == "fp" {
                    let (sign, field, fraction) =
                        (second.bits()?, parts.get(2)?.bits()?, parts.get(3)?.bits()?);
                    let normal = Bv::new(1, u64::from(!field.is_zero()));
                    let fraction = if format.explicit { normal.concat(&fraction) } else { fraction };
                    let bits = sign.concat(&field).concat(&fraction);
                    return Some(Value::Float(Float::from_bits(format, bits.to_u128()?)));
                }
                Some(Value::Float(match second.atom()? {
                    "+zero" => Float::zero(format, false),
                    "-zero" => Float::zero(format, true),
                    "+oo" => Float::infinity(format, false),
                    "-oo" => Float::infinity(format, true),
                    _ => Float::nan(format),
                }))
            }
            Sort::Array { index, element } => {
                let Self::List(parts) = self else { return None };
                if parts.first()?.atom() == Some("store") {
                    let Value::Array(mut array) = parts.get(1)?.value(sort)? else { return None };
                    array.set(&parts.get(2)?.bits()?, parts.get(3)?.bits()?);
                    return Some(Value::Array(array));
                }
                // ((as const SORT) VALUE)
                let Self::List(head) = parts.first()? else { return None };
                (head.get(1)?.atom()? == "const").then_some(())?;
                let default = parts.get(1)?.bits().filter(|b| b.width() == element)?;
                Some(Value::Array(ArrayValue::constant(index, default)))
            }
        }
    }
}

fn parse(text: &str, sort: Sort) -> Option<Value> {
    Form::read(text)?.value(sort)
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::{Bv, FloatFormat, Sort, Value};

    #[test]
    fn values_are_read_as_z3_prints_them() {
        assert_eq!(parse("true", Sort::Bool), Some(Value::Bool(true)));
        assert_eq!(parse("#x2a", Sort::Bv(8)), Some(Value::Bv(Bv::new(8, 42))));
        assert_eq!(parse("#b101", Sort::Bv(3)), Some(Value::Bv(Bv::new(3, 5))));
        let single = Sort::Float(FloatFormat::F32);
        let one = parse("(fp #b0 #x7f #b00000000000000000000000)", single).and_then(|v| v.as_float());
        assert_eq!(one.map(crate::Float::bits), Some(u128::from(1f32.to_bits())));
        let infinity = parse("(_ -oo 8 24)", single).and_then(|v| v.as_float());
        assert_eq!(infinity.map(crate::Float::bits), Some(u128::from(f32::NEG_INFINITY.to_bits())));
        let sort = Sort::Array { index: 8, element: 8 };
        let text = "(store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x07) #x01 #x05)";
        let array = parse(text, sort).and_then(|v| v.as_array().cloned()).unwrap();
        assert_eq!((array.get(&Bv::new(8, 1)), array.get(&Bv::new(8, 2))), (&Bv::new(8, 5), &Bv::new(8, 7)));
        assert_eq!(parse("(_ as-array k!0)", sort), None);
        assert_eq!(parse(")(", Sort::Bool), None);
    }
}
