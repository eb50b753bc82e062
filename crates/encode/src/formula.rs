//! Formulas about the cells of a program that are bound to no pool of terms: what runs and analyses tell each other.
//!
//! A formula is written as an S-expression with the names of cells, which are the same in every run, and their
//! widths. Floating point and function symbols have no words: formulas with them are learnt again.

use crate::Encoder;
use argand_logic::{Bv, Op, Sort, TermId, TermPool};
use std::fmt;

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

/// A formula or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// A constant.
    Number {
        /// Its value.
        value: u128,
        /// Its width in bits.
        width: u32,
    },
    /// The value of a cell.
    Cell {
        /// The name of the cell.
        name: String,
        /// Its width in bits.
        width: u32,
    },
    /// An operator with its arguments.
    Operator {
        /// The word for it.
        word: String,
        /// The bits that it is about, where it is about some.
        numbers: Vec<u32>,
        /// The arguments.
        args: Vec<Self>,
    },
}

impl Formula {
    /// The formula that a term stands for; `None` if it has parts without words.
    #[must_use]
    pub fn of(pool: &TermPool, term: TermId) -> Option<Self> {
        let args = pool.args(term).iter().map(|&arg| Self::of(pool, arg));
        let operator = |word: &str, numbers, args: Option<_>| {
            Some(Self::Operator { word: word.to_owned(), numbers, args: args? })
        };
        let op = pool.op(term);
        match op {
            Op::True => operator("true", Vec::new(), Some(Vec::new())),
            Op::False => operator("false", Vec::new(), Some(Vec::new())),
            Op::Const(_) => {
                let value = pool.as_const(term)?;
                Some(Self::Number { value: value.to_u128()?, width: value.width() })
            }
            Op::Var(v) => {
                let Sort::Bv(width) = pool.sort(term) else { return None };
                Some(Self::Cell { name: pool.var_name(v).to_owned(), width })
            }
            Op::Extract { hi, lo } => operator("bits", vec![hi, lo], args.collect()),
            Op::SignExt => operator("sext", vec![pool.width(term)], args.collect()),
            _ => {
                let (word, _) = WORDS.iter().find(|(_, known)| *known == op)?;
                operator(word, Vec::new(), args.collect())
            }
        }
    }

    /// Reads what [`Display`](fmt::Display) writes; `None` if it is no formula.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (formula, rest) = read(text, 0)?;
        rest.trim().is_empty().then_some(formula)
    }

    /// The term of the formula; `None` if a cell is not known yet or has another width, or where sorts do not fit.
    pub fn term(&self, encoder: &mut Encoder) -> Option<TermId> {
        match self {
            Self::Number { value, width } => Some(encoder.pool.constant(Bv::from_u128(*width, *value))),
            Self::Cell { name, width } => {
                let var = encoder.pool.find_var(name)?;
                let known = encoder.cell_of(var).is_some() && encoder.pool.sort(var) == Sort::Bv(*width);
                known.then_some(var)
            }
            Self::Operator { word, numbers, args } => {
                let args: Option<Vec<TermId>> = args.iter().map(|arg| arg.term(encoder)).collect();
                apply(&mut encoder.pool, word, numbers, &args?)
            }
        }
    }

    /// The term of the formula, where it is a truth value.
    pub fn condition(&self, encoder: &mut Encoder) -> Option<TermId> {
        self.term(encoder).filter(|&term| encoder.pool.sort(term) == Sort::Bool)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { value, width } => write!(f, "{value}:{width}"),
            Self::Cell { name, width } => write!(f, "|{name}|:{width}"),
            Self::Operator { word, numbers, args } if numbers.is_empty() && args.is_empty() => {
                f.write_str(word)
            }
            Self::Operator { word, numbers, args } => {
                write!(f, "({word}")?;
                for number in numbers {
                    write!(f, " {number}")?;
                }
                for arg in args {
                    write!(f, " {arg}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Formulas that nest deeper were written by nobody.
const MAX_DEPTH: u32 = 500;

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

fn read(text: &str, depth: u32) -> Option<(Formula, &str)> {
    let text = text.trim_start();
    if depth > MAX_DEPTH {
        return None;
    }
    if let Some(rest) = text.strip_prefix('|') {
        let (name, rest) = rest.split_once('|')?;
        let (width, rest) = read_width(rest.strip_prefix(':')?)?;
        return Some((Formula::Cell { name: name.to_owned(), width }, rest));
    }
    for word in ["true", "false"] {
        if let Some(rest) = text.strip_prefix(word) {
            let (numbers, args) = (Vec::new(), Vec::new());
            return Some((Formula::Operator { word: word.to_owned(), numbers, args }, rest));
        }
    }
    let Some(inside) = text.strip_prefix('(') else {
        let (value, rest) = read_number(text)?;
        let (width, rest) = read_width(rest.strip_prefix(':')?)?;
        return Some((Formula::Number { value, width }, rest));
    };
    let (word, mut rest) = inside.split_once(' ')?;
    let expected = match word {
        "bits" => 2,
        "sext" => 1,
        _ if WORDS.iter().any(|(known, _)| *known == word) => 0,
        _ => return None,
    };
    let mut numbers = Vec::new();
    for _ in 0..expected {
        let (number, after) = read_number(rest)?;
        numbers.push(u32::try_from(number).ok()?);
        rest = after;
    }
    let mut args = Vec::new();
    while !rest.trim_start().starts_with(')') {
        let (arg, after) = read(rest, depth + 1)?;
        args.push(arg);
        rest = after;
    }
    let rest = &rest.trim_start()[1..];
    Some((Formula::Operator { word: word.to_owned(), numbers, args }, rest))
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
        ("true", [], []) => Some(pool.tt()),
        ("false", [], []) => Some(pool.ff()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "true",
            "(not (= |main::x|:32 7:32))",
            "(and (< (sext 64 |a|:32) 1:64) (<u (bits 7 0 |b|:32) 3:8))",
        ] {
            assert_eq!(Formula::parse(text).map(|f| f.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn garbage_is_no_formula() {
        let deep = "(not ".repeat(2000);
        for text in ["", "x", "(frobnicate 1:8)", "(= 1:8", "1:0", "1:8 1:8", "(bits 1 |a|:8)", &deep] {
            assert_eq!(Formula::parse(text), None, "{text}");
        }
    }
}
