//! Reads SMT-LIB 2 scripts and runs them on the default back end.
//!
//! Knows the commands and operators that verifiers write (bit-vectors, floats, arrays, functions). Anything
//! else ends the run with a message. Shared by the example `smt2` and the benchmarks.

pub mod workloads;

use std::collections::BTreeMap;
use std::time::Instant;

use argand_logic::{
    BitSolver, Bv, Float, FloatFormat, FuncId, Rounding, SatResult, Solver, Sort, TermId, TermPool,
    UnsatCore, Value,
};

/// A result or why the script cannot be run.
pub type Res<T> = Result<T, String>;

/// An s-expression.
#[derive(Clone, Debug)]
enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

fn parse(text: &str) -> Res<Vec<Sexp>> {
    let mut stack: Vec<Vec<Sexp>> = vec![Vec::new()];
    let mut chars = text.char_indices().peekable();
    let push = |stack: &mut Vec<Vec<Sexp>>, s: Sexp| {
        if let Some(top) = stack.last_mut() {
            top.push(s);
        }
    };
    while let Some((start, c)) = chars.next() {
        match c {
            ';' => {
                for (_, c) in chars.by_ref() {
                    if c == '\n' {
                        break;
                    }
                }
            }
            '(' => stack.push(Vec::new()),
            ')' => {
                let list = stack.pop().filter(|_| !stack.is_empty()).ok_or("unbalanced parenthesis")?;
                push(&mut stack, Sexp::List(list));
            }
            '|' | '"' => {
                let mut end = start + 1;
                for (i, d) in chars.by_ref() {
                    end = i;
                    if d == c {
                        break;
                    }
                }
                push(&mut stack, Sexp::Atom(text[start + 1..end].to_owned()));
            }
            c if c.is_whitespace() => {}
            _ => {
                let mut end = text.len();
                while let Some(&(i, c)) = chars.peek() {
                    if c.is_whitespace() || "();".contains(c) {
                        end = i;
                        break;
                    }
                    chars.next();
                }
                push(&mut stack, Sexp::Atom(text[start..end].to_owned()));
            }
        }
    }
    if stack.len() == 1 { stack.pop().ok_or_else(String::new) } else { Err("unbalanced parenthesis".into()) }
}

impl Sexp {
    fn atom(&self) -> Res<&str> {
        match self {
            Self::Atom(a) => Ok(a),
            Self::List(_) => Err(format!("a name was expected, not {self:?}")),
        }
    }

    fn list(&self) -> Res<&[Sexp]> {
        match self {
            Self::List(l) => Ok(l),
            Self::Atom(a) => Err(format!("a list was expected, not {a}")),
        }
    }

    fn number(&self) -> Res<u32> {
        self.atom()?.parse().map_err(|e| format!("{self:?}: {e}"))
    }
}

/// The state of a script.
pub struct Script {
    pool: TermPool,
    /// The solver that answers.
    pub solver: BitSolver,
    names: BTreeMap<String, TermId>,
    funcs: BTreeMap<String, FuncId>,
    quiet: bool,
    times: bool,
    /// The answers so far.
    pub answers: Vec<SatResult>,
}

fn sort(s: &Sexp) -> Res<Sort> {
    if let Sexp::Atom(a) = s {
        return match a.as_str() {
            "Bool" => Ok(Sort::Bool),
            "Float32" => Ok(Sort::Float(FloatFormat::F32)),
            "Float64" => Ok(Sort::Float(FloatFormat::F64)),
            _ => Err(format!("unknown sort {a}")),
        };
    }
    let l = s.list()?;
    match (l[0].atom()?, l.len()) {
        ("_", 3) => Ok(Sort::Bv(l[2].number()?)),
        ("_", 4) => Ok(Sort::Float(format(l[2].number()?, l[3].number()?))),
        ("Array", 3) => match (sort(&l[1])?, sort(&l[2])?) {
            (Sort::Bv(index), Sort::Bv(element)) => Ok(Sort::Array { index, element }),
            _ => Err("only arrays of bit-vectors".into()),
        },
        _ => Err(format!("unknown sort {s:?}")),
    }
}

fn format(exponent: u32, significand: u32) -> FloatFormat {
    FloatFormat { exponent, significand, explicit: (exponent, significand) == (15, 64) }
}

fn rounding(s: &Sexp) -> Res<Rounding> {
    let name = s.atom()?;
    let long = |r: &Rounding| format!("{r:?}");
    Rounding::ALL
        .into_iter()
        .find(|r| r.smt_name() == name || long(r) == name)
        .ok_or_else(|| format!("unknown rounding mode {name}"))
}

fn literal(a: &str) -> Option<Bv> {
    let bits: Vec<bool> = if let Some(b) = a.strip_prefix("#b") {
        b.chars().rev().map(|c| c == '1').collect()
    } else {
        let digits: Option<Vec<u32>> = a.strip_prefix("#x")?.chars().rev().map(|c| c.to_digit(16)).collect();
        digits?.iter().flat_map(|d| (0..4).map(move |i| d >> i & 1 == 1)).collect()
    };
    (!bits.is_empty()).then(|| Bv::from_bits(&bits))
}

impl Script {
    fn term(&mut self, s: &Sexp, local: &BTreeMap<String, TermId>) -> Res<TermId> {
        let l = match s {
            Sexp::Atom(a) => {
                if let Some(c) = literal(a) {
                    return Ok(self.pool.constant(c));
                }
                return match a.as_str() {
                    "true" => Ok(self.pool.tt()),
                    "false" => Ok(self.pool.ff()),
                    _ => local
                        .get(a)
                        .or_else(|| self.names.get(a))
                        .copied()
                        .ok_or_else(|| format!("unknown name {a}")),
                };
            }
            Sexp::List(l) => l,
        };
        if let Sexp::List(head) = &l[0] {
            return self.indexed(head, &l[1..], local);
        }
        let op = l[0].atom()?;
        match op {
            "let" => {
                let mut inner = local.clone();
                for b in l[1].list()? {
                    let b = b.list()?;
                    let t = self.term(&b[1], local)?;
                    inner.insert(b[0].atom()?.to_owned(), t);
                }
                return self.term(&l[2], &inner);
            }
            "_" => return self.constant(l),
            "!" => return self.term(&l[1], local),
            _ => {}
        }
        if let Some(name) = op.strip_prefix("fp.")
            && let Some(t) = self.rounded(name, &l[1..], local)?
        {
            return Ok(t);
        }
        let mut args = Vec::new();
        for a in &l[1..] {
            args.push(self.term(a, local)?);
        }
        self.apply(op, &args)
    }

    fn constant(&mut self, l: &[Sexp]) -> Res<TermId> {
        let name = l[1].atom()?;
        if let Some(v) = name.strip_prefix("bv") {
            let value: u128 = v.parse().map_err(|e| format!("{name}: {e}"))?;
            return Ok(self.pool.constant(Bv::from_u128(l[2].number()?, value)));
        }
        let f = format(l[2].number()?, l[3].number()?);
        let value = match name {
            "+zero" | "-zero" => Float::zero(f, name == "-zero"),
            "+oo" | "-oo" => Float::infinity(f, name == "-oo"),
            "NaN" => Float::nan(f),
            _ => return Err(format!("unknown constant {name}")),
        };
        Ok(self.pool.fp(value))
    }

    /// Operators with a rounding mode.
    fn rounded(
        &mut self,
        name: &str,
        rest: &[Sexp],
        local: &BTreeMap<String, TermId>,
    ) -> Res<Option<TermId>> {
        if !["add", "sub", "mul", "div", "fma", "sqrt", "roundToIntegral"].contains(&name) {
            return Ok(None);
        }
        let m = rounding(&rest[0])?;
        let mut a = Vec::new();
        for r in &rest[1..] {
            a.push(self.term(r, local)?);
        }
        let p = &mut self.pool;
        Ok(Some(match name {
            "add" => p.fp_add(m, a[0], a[1]),
            "sub" => p.fp_sub(m, a[0], a[1]),
            "mul" => p.fp_mul(m, a[0], a[1]),
            "div" => p.fp_div(m, a[0], a[1]),
            "fma" => p.fp_fma(m, a[0], a[1], a[2]),
            "sqrt" => p.fp_sqrt(m, a[0]),
            _ => p.fp_round_to_integral(m, a[0]),
        }))
    }

    fn indexed(&mut self, head: &[Sexp], rest: &[Sexp], local: &BTreeMap<String, TermId>) -> Res<TermId> {
        if head[0].atom()? == "as" {
            let Sort::Array { index, .. } = sort(&head[2])? else { return Err("unknown constant".into()) };
            let v = self.term(&rest[0], local)?;
            return Ok(self.pool.const_array(index, v));
        }
        let name = head[1].atom()?;
        let n = |i: usize| head[i].number();
        match name {
            "to_fp" if rest.len() == 1 => {
                let a = self.term(&rest[0], local)?;
                return Ok(self.pool.fp_from_bits(format(n(2)?, n(3)?), a));
            }
            "to_fp" | "to_fp_unsigned" => {
                let (m, a) = (rounding(&rest[0])?, self.term(&rest[1], local)?);
                let f = format(n(2)?, n(3)?);
                return Ok(match self.pool.sort(a) {
                    Sort::Float(_) => self.pool.fp_to_fp(m, f, a),
                    _ => self.pool.fp_from_int(m, f, a, name == "to_fp"),
                });
            }
            "fp.to_sbv" | "fp.to_ubv" => {
                let (m, a) = (rounding(&rest[0])?, self.term(&rest[1], local)?);
                return Ok(self.pool.fp_to_int(m, n(2)?, a, name == "fp.to_sbv"));
            }
            _ => {}
        }
        let a = self.term(&rest[0], local)?;
        let p = &mut self.pool;
        let width = p.width(a);
        Ok(match name {
            "extract" => p.extract(a, n(2)?, n(3)?),
            "zero_extend" => p.zero_extend(a, width + n(2)?),
            "sign_extend" => p.sign_extend(a, width + n(2)?),
            "repeat" => {
                let mut t = a;
                for _ in 1..n(2)? {
                    t = p.concat(t, a);
                }
                t
            }
            "rotate_left" | "rotate_right" => {
                let k = n(2)? % width;
                let k = if name == "rotate_left" { k } else { (width - k) % width };
                if k == 0 {
                    a
                } else {
                    let (h, l) = (p.extract(a, width - 1 - k, 0), p.extract(a, width - 1, width - k));
                    p.concat(h, l)
                }
            }
            _ => return Err(format!("unknown operator {name}")),
        })
    }

    fn chain(&mut self, a: &[TermId], f: fn(&mut TermPool, TermId, TermId) -> TermId) -> TermId {
        let parts: Vec<TermId> = a.windows(2).map(|w| f(&mut self.pool, w[0], w[1])).collect();
        self.pool.and_all(&parts)
    }

    fn fold(&mut self, a: &[TermId], f: fn(&mut TermPool, TermId, TermId) -> TermId) -> TermId {
        a[1..].iter().fold(a[0], |acc, &x| f(&mut self.pool, acc, x))
    }

    fn apply(&mut self, op: &str, a: &[TermId]) -> Res<TermId> {
        if let Some(&f) = self.funcs.get(op) {
            return Ok(self.pool.apply(f, a));
        }
        Ok(match op {
            "and" => self.pool.and_all(a),
            "or" => self.pool.or_all(a),
            "xor" => self.fold(a, TermPool::xor),
            "not" => self.pool.not(a[0]),
            "=>" => {
                let (last, init) = a.split_last().ok_or("=> needs arguments")?;
                init.iter().rev().fold(*last, |acc, &x| self.pool.implies(x, acc))
            }
            "ite" => self.pool.ite(a[0], a[1], a[2]),
            "=" => self.chain(a, TermPool::eq),
            "distinct" => self.pool.distinct(a),
            "bvadd" => self.fold(a, TermPool::add),
            "bvsub" => self.fold(a, TermPool::sub),
            "bvmul" => self.fold(a, TermPool::mul),
            "bvneg" => self.pool.neg(a[0]),
            "bvnot" => self.pool.bvnot(a[0]),
            "bvand" => self.fold(a, TermPool::bvand),
            "bvor" => self.fold(a, TermPool::bvor),
            "bvxor" => self.fold(a, TermPool::bvxor),
            "bvudiv" => self.pool.udiv(a[0], a[1]),
            "bvurem" => self.pool.urem(a[0], a[1]),
            "bvsdiv" => self.pool.sdiv(a[0], a[1]),
            "bvsrem" => self.pool.srem(a[0], a[1]),
            "bvsmod" => self.pool.smod(a[0], a[1]),
            "bvshl" => self.pool.shl(a[0], a[1]),
            "bvlshr" => self.pool.lshr(a[0], a[1]),
            "bvashr" => self.pool.ashr(a[0], a[1]),
            "bvult" => self.pool.ult(a[0], a[1]),
            "bvule" => self.pool.ule(a[0], a[1]),
            "bvugt" => self.pool.ugt(a[0], a[1]),
            "bvuge" => self.pool.uge(a[0], a[1]),
            "bvslt" => self.pool.slt(a[0], a[1]),
            "bvsle" => self.pool.sle(a[0], a[1]),
            "bvsgt" => self.pool.sgt(a[0], a[1]),
            "bvsge" => self.pool.sge(a[0], a[1]),
            "bvcomp" => {
                let c = self.pool.eq(a[0], a[1]);
                self.pool.bool_to_bv(c, 1)
            }
            "concat" => self.fold(a, TermPool::concat),
            "select" => self.pool.select(a[0], a[1]),
            "store" => self.pool.store(a[0], a[1], a[2]),
            "fp" => {
                let f = format(self.pool.width(a[1]), self.pool.width(a[2]) + 1);
                let bits = self.fold(a, TermPool::concat);
                self.pool.fp_from_bits(FloatFormat { explicit: false, ..f }, bits)
            }
            "fp.neg" => self.pool.fp_neg(a[0]),
            "fp.abs" => self.pool.fp_abs(a[0]),
            "fp.rem" => self.pool.fp_rem(a[0], a[1]),
            "fp.min" => self.pool.fp_min(a[0], a[1]),
            "fp.max" => self.pool.fp_max(a[0], a[1]),
            "fp.eq" => self.chain(a, TermPool::fp_eq),
            "fp.lt" => self.chain(a, TermPool::fp_lt),
            "fp.leq" => self.chain(a, TermPool::fp_le),
            "fp.gt" => self.chain(a, |p, x, y| p.fp_lt(y, x)),
            "fp.geq" => self.chain(a, |p, x, y| p.fp_le(y, x)),
            "fp.isNaN" => self.pool.fp_is_nan(a[0]),
            "fp.isInfinite" => self.pool.fp_is_inf(a[0]),
            "fp.isZero" => self.pool.fp_is_zero(a[0]),
            "fp.isNormal" => self.pool.fp_is_normal(a[0]),
            "fp.isSubnormal" => self.pool.fp_is_subnormal(a[0]),
            "fp.isNegative" => self.pool.fp_is_negative(a[0]),
            _ => return Err(format!("unknown operator {op}")),
        })
    }

    fn command(&mut self, s: &Sexp) -> Res<bool> {
        let l = s.list()?;
        let none = BTreeMap::new();
        match l[0].atom()? {
            "set-info" | "set-option" | "set-logic" => {}
            "declare-const" | "declare-fun" => {
                let name = l[1].atom()?.to_owned();
                let result = sort(&l[l.len() - 1])?;
                let params = if l.len() == 4 { l[2].list()? } else { &[] };
                if params.is_empty() {
                    let t = self.pool.var(&name, result);
                    self.names.insert(name, t);
                } else {
                    let params: Res<Vec<Sort>> = params.iter().map(sort).collect();
                    let f = self.pool.func(&name, &params?, result);
                    self.funcs.insert(name, f);
                }
            }
            "define-fun" | "define-const" => {
                let t = self.term(&l[l.len() - 1], &none)?;
                self.names.insert(l[1].atom()?.to_owned(), t);
            }
            "assert" => {
                let t = self.term(&l[1], &none)?;
                self.solver.assert(&mut self.pool, t);
            }
            "push" => (0..l.get(1).map_or(Ok(1), Sexp::number)?).for_each(|_| self.solver.push()),
            "pop" => self.solver.pop(l.get(1).map_or(Ok(1), Sexp::number)? as usize),
            "check-sat" => self.check(&[])?,
            "check-sat-assuming" => {
                let mut a = Vec::new();
                for t in l[1].list()? {
                    a.push(self.term(t, &none)?);
                }
                self.check(&a)?;
            }
            "get-value" => {
                let mut out = Vec::new();
                for s in l[1].list()? {
                    let t = self.term(s, &none)?;
                    let v = match self.solver.value(&mut self.pool, t) {
                        Value::Bool(b) => b.to_string(),
                        v => format!("{v:?}"),
                    };
                    out.push(format!("({} {v})", s.atom().unwrap_or("_")));
                }
                self.say(&format!("({})", out.join(" ")));
            }
            "get-unsat-assumptions" => {
                let text = format!("core of {}", self.solver.core().len());
                self.say(&text);
            }
            "exit" => return Ok(false),
            c => return Err(format!("unknown command {c}")),
        }
        Ok(true)
    }

    fn say(&self, text: &str) {
        if !self.quiet {
            println!("{text}");
        }
    }

    fn check(&mut self, assumptions: &[TermId]) -> Res<()> {
        let start = Instant::now();
        let answer = self.solver.check(&mut self.pool, assumptions);
        self.answers.push(answer);
        match answer {
            SatResult::Sat => self.say("sat"),
            SatResult::Unsat => self.say("unsat"),
            SatResult::Unknown(stop) => self.say(&format!("unknown: {stop}")),
        }
        if self.times {
            eprintln!("{:9.3} ms", start.elapsed().as_secs_f64() * 1e3);
        }
        Ok(())
    }
}

impl Script {
    /// A script that nothing was read of. Answers are printed unless `quiet`, with the time of each
    /// question if `times`.
    pub fn new(quiet: bool, times: bool) -> Self {
        Self {
            pool: TermPool::new(),
            solver: BitSolver::default(),
            names: BTreeMap::new(),
            funcs: BTreeMap::new(),
            quiet,
            times,
            answers: Vec::new(),
        }
    }

    /// Reads on, up to the end of the text or an `exit`.
    pub fn feed(&mut self, text: &str) -> Res<()> {
        for s in parse(text)? {
            if !self.command(&s)? {
                break;
            }
        }
        Ok(())
    }
}
