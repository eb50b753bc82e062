//! Predicates as text that another run can read back.
//!
//! A term is written as an S-expression with the names of cells, which are the same in every run, and their
//! widths. Floating point and function symbols are not written: predicates with them are learnt again. A line is
//! `function: predicate`, with `*` for predicates that are tracked everywhere.

use super::precision::PredicatePrecision;
use super::{Engine, PredId};
use argand_cfa::{FuncId, Program};
use argand_encode::Encoder;
use argand_logic::{Bv, Op, Sort, TermId, TermPool};

/// The words for operators with a fixed meaning of their arguments.
const WORDS: [(&str, Op); 20] = [
    ("not", Op::Not),
    ("and", Op::And),
    ("ite", Op::Ite),
    ("=", Op::Eq),
    ("+", Op::Add),
    ("*", Op::Mul),
    ("udiv", Op::Udiv),
    ("urem", Op::Urem),
    ("sdiv", Op::Sdiv),
    ("srem", Op::Srem),
    ("bvnot", Op::BvNot),
    ("bvand", Op::BvAnd),
    ("bvor", Op::BvOr),
    ("bvxor", Op::BvXor),
    ("shl", Op::Shl),
    ("lshr", Op::Lshr),
    ("ashr", Op::Ashr),
    ("concat", Op::Concat),
    ("<u", Op::Ult),
    ("<", Op::Slt),
];

/// A term as text; `None` if it has parts that are not written.
fn write(pool: &TermPool, t: TermId) -> Option<String> {
    let args = || -> Option<Vec<String>> { pool.args(t).iter().map(|&a| write(pool, a)).collect() };
    let op = pool.op(t);
    Some(match op {
        Op::True => "true".to_owned(),
        Op::False => "false".to_owned(),
        Op::Const(_) => {
            let value = pool.as_const(t)?;
            format!("{}:{}", value.to_u128()?, value.width())
        }
        Op::Var(v) => {
            let Sort::Bv(width) = pool.sort(t) else { return None };
            format!("|{}|:{width}", pool.var_name(v))
        }
        Op::Extract { hi, lo } => format!("(bits {hi} {lo} {})", write(pool, pool.arg(t, 0))?),
        Op::SignExt => format!("(sext {} {})", pool.width(t), write(pool, pool.arg(t, 0))?),
        _ => {
            let (word, _) = WORDS.iter().find(|(_, known)| *known == op)?;
            format!("({word} {})", args()?.join(" "))
        }
    })
}

/// Reads one predicate; `None` if it is none, or a cell is not known yet or has another width.
pub fn read(encoder: &mut Encoder, text: &str) -> Option<TermId> {
    let (term, rest) = read_term(encoder, text)?;
    (rest.trim().is_empty() && encoder.pool.sort(term) == Sort::Bool).then_some(term)
}

fn read_number(text: &str) -> Option<(u128, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

fn read_width(text: &str) -> Option<(u32, &str)> {
    let (width, rest) = read_number(text)?;
    let width = u32::try_from(width).ok().filter(|w| (1..=128).contains(w))?;
    Some((width, rest))
}

fn read_term<'t>(encoder: &mut Encoder, text: &'t str) -> Option<(TermId, &'t str)> {
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix('|') {
        let (name, rest) = rest.split_once('|')?;
        let (width, rest) = read_width(rest.strip_prefix(':')?)?;
        let var = encoder.pool.find_var(name)?;
        let known = encoder.cell_of(var).is_some() && encoder.pool.sort(var) == Sort::Bv(width);
        return known.then_some((var, rest));
    }
    if let Some(rest) = text.strip_prefix("true") {
        return Some((encoder.pool.tt(), rest));
    }
    if let Some(rest) = text.strip_prefix("false") {
        return Some((encoder.pool.ff(), rest));
    }
    let Some(inside) = text.strip_prefix('(') else {
        let (value, rest) = read_number(text)?;
        let (width, rest) = read_width(rest.strip_prefix(':')?)?;
        return Some((encoder.pool.constant(Bv::from_u128(width, value)), rest));
    };
    let (word, mut rest) = inside.split_once(' ')?;
    let mut numbers = Vec::new();
    for _ in 0..match word {
        "bits" => 2,
        "sext" => 1,
        _ => 0,
    } {
        let (number, after) = read_number(rest)?;
        numbers.push(u32::try_from(number).ok()?);
        rest = after;
    }
    let mut args = Vec::new();
    while !rest.trim_start().starts_with(')') {
        let (arg, after) = read_term(encoder, rest)?;
        args.push(arg);
        rest = after;
    }
    let rest = &rest.trim_start()[1..];
    Some((apply(&mut encoder.pool, word, &numbers, &args)?, rest))
}

/// Applies an operator if the sorts of its arguments allow it.
fn apply(pool: &mut TermPool, word: &str, numbers: &[u32], args: &[TermId]) -> Option<TermId> {
    let sort = |i: usize| args.get(i).map(|&a| pool.sort(a));
    let vector = |i: usize| if let Some(Sort::Bv(width)) = sort(i) { Some(width) } else { None };
    let (bools, same) = (
        args.iter().all(|&a| pool.sort(a) == Sort::Bool),
        !args.is_empty() && args.iter().all(|&a| pool.sort(a) == pool.sort(args[0])),
    );
    let binary = |pool: &mut TermPool, f: fn(&mut TermPool, TermId, TermId) -> TermId| {
        let fits = matches!((args.len(), pool.sort(args[0])), (2, Sort::Bv(_)));
        fits.then(|| f(pool, args[0], args[1]))
    };
    match (word, numbers, args) {
        ("bits", &[hi, lo], &[a]) => {
            let width = vector(0)?;
            (lo <= hi && hi < width).then(|| pool.extract(a, hi, lo))
        }
        ("sext", &[width], &[a]) => {
            let fits = (vector(0)?..=128).contains(&width);
            fits.then(|| pool.sign_extend(a, width))
        }
        ("not", [], &[a]) if bools => Some(pool.not(a)),
        ("and", [], &[a, b]) if bools => Some(pool.and(a, b)),
        ("ite", [], &[c, a, b]) if sort(0) == Some(Sort::Bool) && sort(1) == sort(2) => {
            Some(pool.ite(c, a, b))
        }
        ("=", [], &[a, b]) if same => Some(pool.eq(a, b)),
        ("+", [], [first, rest @ ..]) if same && vector(0).is_some() => {
            let mut sum = *first;
            for &part in rest {
                sum = pool.add(sum, part);
            }
            Some(sum)
        }
        ("concat", [], &[a, b]) => {
            let fits = vector(0)? + vector(1)? <= 128;
            fits.then(|| pool.concat(a, b))
        }
        ("bvnot", [], &[a]) if vector(0).is_some() => Some(pool.bvnot(a)),
        (_, [], [_, _]) if same => {
            let f: fn(&mut TermPool, TermId, TermId) -> TermId = match word {
                "*" => TermPool::mul,
                "udiv" => TermPool::udiv,
                "urem" => TermPool::urem,
                "sdiv" => TermPool::sdiv,
                "srem" => TermPool::srem,
                "bvand" => TermPool::bvand,
                "bvor" => TermPool::bvor,
                "bvxor" => TermPool::bvxor,
                "shl" => TermPool::shl,
                "lshr" => TermPool::lshr,
                "ashr" => TermPool::ashr,
                "<u" => TermPool::ult,
                "<" => TermPool::slt,
                _ => return None,
            };
            binary(pool, f)
        }
        _ => None,
    }
}

/// The predicates of a text, each with the function where it is tracked, `None` for everywhere; and the lines that
/// are no predicates, by number. Those of functions that are gone are left out.
#[must_use]
pub fn entries(program: &Program, text: &str) -> (Vec<(Option<FuncId>, String)>, Vec<usize>) {
    let (mut found, mut bad) = (Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((scope, term)) = line.split_once(": ") else {
            bad.push(number + 1);
            continue;
        };
        let named = |f: &FuncId| program.func_name(*f) == scope;
        match program.functions.indices().find(named) {
            Some(func) => found.push((Some(func), term.to_owned())),
            None if scope == "*" => found.push((None, term.to_owned())),
            None => {}
        }
    }
    (found, bad)
}

impl Engine {
    /// Takes predicates that another run wrote. Each is used once all its cells exist. The lines that are no
    /// predicates, by number.
    pub fn import(&mut self, program: &Program, text: &str) -> Vec<usize> {
        let (entries, bad) = entries(program, text);
        self.pending.extend(entries);
        bad
    }

    /// Starts to use the imported predicates whose cells exist by now.
    pub fn activate(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        for (func, text) in pending {
            match read(&mut self.encoder, &text) {
                Some(term) => {
                    let predicate: PredId = self.predicate(term);
                    self.imported.add_wide(func, predicate);
                }
                None => self.pending.push((func, text)),
            }
        }
    }

    /// Everything that was learnt and imported, as text.
    #[must_use]
    pub fn export(&self, program: &Program) -> String {
        let mut all: PredicatePrecision = self.learnt.clone();
        all.absorb(&self.imported);
        let mut lines: Vec<String> = all
            .entries(program)
            .into_iter()
            .filter_map(|(func, _, predicate)| {
                let scope = func.map_or("*", |f| program.func_name(f));
                Some(format!("{scope}: {}\n", write(&self.encoder.pool, self.term(predicate))?))
            })
            .collect();
        lines.sort();
        lines.dedup();
        lines.concat()
    }
}
