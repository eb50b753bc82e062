//! Terms as people read them: C-like, signed where the operator is signed.

use crate::sort::Sort;
use crate::term::{Op, TermId, TermPool};
use crate::value::Bv;

/// Subterms past this many nodes are shown as their id: a DAG can be exponentially large as text.
const BUDGET: usize = 1000;
/// And so are those nested deeper than this.
const MAX_DEPTH: usize = 200;

struct Printer<'a> {
    pool: &'a TermPool,
    left: usize,
    depth: usize,
}

impl TermPool {
    /// The term in infix notation.
    #[must_use]
    pub fn display(&self, t: TermId) -> String {
        let mut out = String::new();
        Printer { pool: self, left: BUDGET, depth: 0 }.term(t, 0, &mut out);
        out
    }
}

/// A constant as a small signed number where it is one.
fn number(c: &Bv) -> String {
    match c.to_i128() {
        Some(v) if v.abs() < 1 << 16 || c.width() <= 64 && v > 0 => v.to_string(),
        _ => c.to_decimal(),
    }
}

impl Printer<'_> {
    fn term(&mut self, t: TermId, outer: u8, out: &mut String) {
        let pool = self.pool;
        if let Some(c) = pool.as_const(t) {
            out.push_str(&number(c));
            return;
        }
        match pool.op(t) {
            Op::True => return out.push_str("true"),
            Op::False => return out.push_str("false"),
            Op::Var(v) => return out.push_str(pool.var_name(v)),
            Op::FpConst(_) => {
                let text = pool.as_fp(t).map_or_else(String::new, |f| format!("{:?}", f.to_f64()));
                return out.push_str(&text);
            }
            _ => {}
        }
        if self.left == 0 || self.depth == MAX_DEPTH {
            return out.push_str(&t.to_string());
        }
        self.left -= 1;
        self.depth += 1;
        self.operator(t, outer, out);
        self.depth -= 1;
    }

    fn infix(&mut self, symbol: &str, level: u8, outer: u8, args: &[TermId], out: &mut String) {
        let parens = level <= outer;
        if parens {
            out.push('(');
        }
        for (i, &a) in args.iter().enumerate() {
            if i > 0 {
                out.push_str(symbol);
            }
            self.term(a, level, out);
        }
        if parens {
            out.push(')');
        }
    }

    fn call(&mut self, name: &str, args: &[TermId], out: &mut String) {
        out.push_str(name);
        out.push('(');
        for (i, &a) in args.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.term(a, 0, out);
        }
        out.push(')');
    }

    fn operator(&mut self, t: TermId, outer: u8, out: &mut String) {
        let pool = self.pool;
        let args = pool.args(t);
        match pool.op(t) {
            Op::Not => self.negation(args[0], outer, out),
            Op::And => self.infix(" && ", 2, outer, &pool.conjuncts(t), out),
            Op::Eq => self.infix(" == ", 4, outer, args, out),
            Op::Ult => self.infix(" <u ", 5, outer, args, out),
            Op::Slt => self.infix(" < ", 5, outer, args, out),
            Op::FpEq => self.infix(" ==. ", 4, outer, args, out),
            Op::FpLt => self.infix(" <. ", 5, outer, args, out),
            Op::FpLe => self.infix(" <=. ", 5, outer, args, out),
            Op::Ite => {
                out.push('(');
                self.term(args[0], 1, out);
                out.push_str(" ? ");
                self.term(args[1], 1, out);
                out.push_str(" : ");
                self.term(args[2], 1, out);
                out.push(')');
            }
            Op::BvOr => self.infix(" | ", 6, outer, args, out),
            Op::BvXor => self.infix(" ^ ", 7, outer, args, out),
            Op::BvAnd => self.infix(" & ", 8, outer, args, out),
            Op::Shl => self.infix(" << ", 9, outer, args, out),
            Op::Lshr => self.infix(" >>u ", 9, outer, args, out),
            Op::Ashr => self.infix(" >> ", 9, outer, args, out),
            Op::Add => self.sum(args, outer, out),
            Op::Mul => self.infix("*", 11, outer, args, out),
            Op::Udiv => self.infix(" /u ", 11, outer, args, out),
            Op::Urem => self.infix(" %u ", 11, outer, args, out),
            Op::Sdiv => self.infix(" / ", 11, outer, args, out),
            Op::Srem => self.infix(" % ", 11, outer, args, out),
            Op::BvNot => {
                out.push('~');
                self.term(args[0], 12, out);
            }
            Op::Extract { hi, lo } => {
                self.term(args[0], 13, out);
                out.push_str(&format!("[{hi}:{lo}]"));
            }
            Op::Concat if pool.as_const(args[0]).is_some_and(Bv::is_zero) => {
                self.call(&format!("zext{}", pool.width(t)), &args[1..], out);
            }
            Op::Concat => self.infix(" ++ ", 3, outer, args, out),
            Op::SignExt => self.call(&format!("sext{}", pool.width(t)), args, out),
            Op::Select => {
                self.term(args[0], 13, out);
                out.push('[');
                self.term(args[1], 0, out);
                out.push(']');
            }
            Op::Store => {
                self.term(args[0], 13, out);
                out.push('[');
                self.term(args[1], 0, out);
                out.push_str(" := ");
                self.term(args[2], 0, out);
                out.push(']');
            }
            Op::Apply(f) => self.call(&pool.func_decl(f).name, args, out),
            op => self.call(&operator_name(op, pool.sort(t)), args, out),
        }
    }

    /// Negations of comparisons and conjunctions have names of their own.
    fn negation(&mut self, inner: TermId, outer: u8, out: &mut String) {
        let pool = self.pool;
        let args = pool.args(inner);
        match pool.op(inner) {
            Op::Eq => self.infix(" != ", 4, outer, args, out),
            Op::Ult => self.infix(" <=u ", 5, outer, &[args[1], args[0]], out),
            Op::Slt => self.infix(" <= ", 5, outer, &[args[1], args[0]], out),
            Op::And => {
                let parts = pool.conjuncts(inner);
                let parens = outer >= 1;
                if parens {
                    out.push('(');
                }
                for (i, &p) in parts.iter().enumerate() {
                    if i > 0 {
                        out.push_str(" || ");
                    }
                    match pool.as_not(p) {
                        Some(q) => self.term(q, 1, out),
                        None => self.negation(p, 1, out),
                    }
                }
                if parens {
                    out.push(')');
                }
            }
            _ => {
                out.push('!');
                self.term(inner, 12, out);
            }
        }
    }

    fn sum(&mut self, args: &[TermId], outer: u8, out: &mut String) {
        let pool = self.pool;
        let parens = outer >= 10;
        if parens {
            out.push('(');
        }
        for (i, &a) in args.iter().enumerate() {
            // Coefficients and constants past half the range read better subtracted.
            let (minus, factor, x) = match (pool.as_const(a), pool.op(a)) {
                (Some(c), _) if c.sign() && i > 0 => (true, Some(c.neg()), None),
                (None, Op::Mul) => match pool.as_const(pool.arg(a, 0)) {
                    Some(c) if c.sign() && i > 0 => (true, Some(c.neg()), Some(pool.arg(a, 1))),
                    _ => (false, None, Some(a)),
                },
                _ => (false, None, Some(a)),
            };
            if i > 0 {
                out.push_str(if minus { " - " } else { " + " });
            }
            match (factor, x) {
                (Some(c), Some(x)) if c.is_one() => self.term(x, 10, out),
                (Some(c), Some(x)) => {
                    out.push_str(&format!("{}*", number(&c)));
                    self.term(x, 11, out);
                }
                (Some(c), None) => out.push_str(&number(&c)),
                (None, Some(x)) => self.term(x, 10, out),
                (None, None) => {}
            }
        }
        if parens {
            out.push(')');
        }
    }
}

fn operator_name(op: Op, sort: Sort) -> String {
    let text = format!("{op:?}");
    let name = text.strip_prefix("Fp").unwrap_or(&text).to_lowercase();
    match (op, sort) {
        (Op::FpToFp(_) | Op::FpFromSigned(_) | Op::FpFromUnsigned(_) | Op::FpFromBits, Sort::Float(f)) => {
            format!("{name}:{f}")
        }
        (Op::FpToSigned(_) | Op::FpToUnsigned(_), Sort::Bv(w)) => format!("{name}:{w}"),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_and_sums_read_like_c() {
        let mut p = TermPool::new();
        let (x, y) = (p.var("x", Sort::Bv(32)), p.var("y", Sort::Bv(32)));
        let three = p.bv(32, 3);
        let twice = p.add(y, y);
        let sum = p.sub(x, twice);
        let sum = p.sub(sum, three);
        assert_eq!(p.display(sum), "x - 2*y - 3");
        let (a, b) = (p.sle(x, y), p.eq(x, three));
        let either = p.or(a, b);
        assert_eq!(p.display(either), "x <= y || x == 3");
        let ne = p.ne(x, y);
        let both = p.and(ne, either);
        // Conjuncts are ordered by age.
        assert_eq!(p.display(both), "(x <= y || x == 3) && x != y");
    }

    #[test]
    fn a_term_that_is_exponential_as_a_tree_prints_in_bounded_space() {
        let mut p = TermPool::new();
        let mut t = p.var("x", Sort::Bv(32));
        for _ in 0..10_000 {
            t = p.mul(t, t);
        }
        assert!(p.display(t).len() < 100_000);
    }
}
