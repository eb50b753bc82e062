//! SMT-LIB 2 export of any question, for other solvers and for bug reports.
//!
//! Every inner term becomes a `define-fun`, so the text is linear in the size of the DAG. What SMT-LIB
//! leaves open (zeros in `fp.min`, conversions that do not fit, bits of NaN) is written out as this crate
//! defines it.

use std::fmt::Write;

use crate::sort::{FloatFormat, Sort};
use crate::term::{Op, TermId, TermPool};
use crate::value::{Bv, Float};
use crate::visit::post_order;

impl TermPool {
    /// A script that asks whether `assertions` can hold together.
    #[must_use]
    pub fn to_smtlib(&self, assertions: &[TermId]) -> String {
        let mut out = String::from("(set-logic ALL)\n");
        self.definitions(assertions, &mut out);
        for &t in assertions {
            let _ = writeln!(out, "(assert {})", self.smt_leaf(t));
        }
        out.push_str("(check-sat)\n");
        out
    }

    /// A script in which some terms hold, and others if their names ([`TermPool::assumed`]) do.
    #[cfg(feature = "z3")]
    pub(crate) fn script(&self, asserted: &[TermId], assumed: &[TermId]) -> String {
        let mut out = String::new();
        let all: Vec<TermId> = asserted.iter().chain(assumed).copied().collect();
        self.definitions(&all, &mut out);
        for &t in asserted {
            let _ = writeln!(out, "(assert {})", self.smt_leaf(t));
        }
        for (k, &t) in assumed.iter().enumerate() {
            let name = quoted(&Self::assumed(k));
            let _ = writeln!(out, "(declare-const {name} Bool)\n(assert (=> {name} {}))", self.smt_leaf(t));
        }
        out
    }

    /// The name of an assumption in a script. No symbol of ours has an apostrophe at its start.
    #[cfg(feature = "z3")]
    pub(crate) fn assumed(k: usize) -> String {
        format!("'assumed {k}")
    }

    /// The name of a symbol in scripts.
    #[cfg(feature = "z3")]
    pub(crate) fn smt_name(&self, symbol: TermId) -> String {
        self.smt_leaf(symbol)
    }

    /// The name of a function in scripts.
    #[cfg(feature = "z3")]
    pub(crate) fn smt_func_name(&self, f: crate::term::FuncId) -> String {
        quoted(&self.func_decl(f).name)
    }

    fn definitions(&self, assertions: &[TermId], out: &mut String) {
        for v in self.free_vars(assertions) {
            let _ = writeln!(out, "(declare-const {} {})", self.smt_leaf(v), smt_sort(self.sort(v)));
        }
        for f in self.free_funcs(assertions) {
            let decl = self.func_decl(f);
            let params: Vec<String> = decl.params.iter().map(|&s| smt_sort(s)).collect();
            let _ = writeln!(
                out,
                "(declare-fun {} ({}) {})",
                quoted(&decl.name),
                params.join(" "),
                smt_sort(decl.result)
            );
        }
        for t in post_order(self, assertions, |_| false) {
            if self.args(t).is_empty() {
                continue;
            }
            if self.op(t) == Op::FpToBits {
                self.bits_definition(t, out);
            } else {
                let _ = writeln!(out, "(define-fun {t} () {} {})", smt_sort(self.sort(t)), self.smt_node(t));
            }
        }
    }

    /// The name of a term in the script: a literal, a symbol, or the id of its definition.
    fn smt_leaf(&self, t: TermId) -> String {
        if let Some(c) = self.as_const(t) {
            return literal(c);
        }
        if let Some(f) = self.as_fp(t) {
            return float_literal(f);
        }
        match self.op(t) {
            Op::True => "true".into(),
            Op::False => "false".into(),
            Op::Var(v) => quoted(self.var_name(v)),
            _ => t.to_string(),
        }
    }

    /// There is no operator for the encoding in SMT-LIB: a symbol whose number is the argument stands for it.
    fn bits_definition(&self, t: TermId, out: &mut String) {
        let x = self.arg(t, 0);
        let (format, name) = (self.format(x), self.smt_leaf(x));
        let nan = Float::nan(format);
        let nan = literal(&Bv::from_u128(format.width(), nan.bits()));
        let _ = writeln!(out, "(declare-const {t} {})", smt_sort(self.sort(t)));
        let _ = writeln!(out, "(assert (= {} {name}))", from_bits(format, &t.to_string()));
        let _ = writeln!(out, "(assert (=> (fp.isNaN {name}) (= {t} {nan})))");
        if format.explicit {
            let f = format.fraction();
            let field = format!("((_ extract {} {f}) {t})", f + format.exponent - 1);
            let zero = literal(&Bv::zero(format.exponent));
            let integer = format!("((_ extract {} {}) {t})", f - 1, f - 1);
            let _ = writeln!(out, "(assert (= (= {field} {zero}) (= {integer} #b0)))");
        }
    }

    fn smt_node(&self, t: TermId) -> String {
        let args: Vec<String> = self.args(t).iter().map(|&a| self.smt_leaf(a)).collect();
        let (op, sort) = (self.op(t), self.sort(t));
        let plain = |name: &str| format!("({name} {})", args.join(" "));
        let rounded =
            |name: &str, m: crate::Rounding| format!("({name} {} {})", m.smt_name(), args.join(" "));
        let (eb, sb) = match sort {
            Sort::Float(f) => (f.exponent, f.significand),
            _ => (0, 0),
        };
        match op {
            Op::Not => plain("not"),
            Op::And => plain("and"),
            Op::Ite => plain("ite"),
            Op::Eq => plain("="),
            Op::Add => args[1..].iter().fold(args[0].clone(), |acc, a| format!("(bvadd {acc} {a})")),
            Op::Mul => plain("bvmul"),
            Op::Udiv => plain("bvudiv"),
            Op::Urem => plain("bvurem"),
            Op::Sdiv => plain("bvsdiv"),
            Op::Srem => plain("bvsrem"),
            Op::BvNot => plain("bvnot"),
            Op::BvAnd => plain("bvand"),
            Op::BvOr => plain("bvor"),
            Op::BvXor => plain("bvxor"),
            Op::Shl => plain("bvshl"),
            Op::Lshr => plain("bvlshr"),
            Op::Ashr => plain("bvashr"),
            Op::Concat => plain("concat"),
            Op::Extract { hi, lo } => plain(&format!("(_ extract {hi} {lo})")),
            Op::SignExt => {
                let by = sort.width().unwrap_or(0) - self.width(self.arg(t, 0));
                plain(&format!("(_ sign_extend {by})"))
            }
            Op::Ult => plain("bvult"),
            Op::Slt => plain("bvslt"),
            Op::Select => plain("select"),
            Op::Store => plain("store"),
            Op::ConstArray => plain(&format!("(as const {})", smt_sort(sort))),
            Op::Apply(f) => plain(&quoted(&self.func_decl(f).name)),
            Op::FpFromBits => match sort {
                Sort::Float(f) => from_bits(f, &args[0]),
                _ => String::new(),
            },
            Op::FpNeg => plain("fp.neg"),
            Op::FpAbs => plain("fp.abs"),
            Op::FpAdd(m) => rounded("fp.add", m),
            Op::FpMul(m) => rounded("fp.mul", m),
            Op::FpDiv(m) => rounded("fp.div", m),
            Op::FpFma(m) => rounded("fp.fma", m),
            Op::FpSqrt(m) => rounded("fp.sqrt", m),
            Op::FpRem => plain("fp.rem"),
            Op::FpFmod => fmod(&args[0], &args[1]),
            Op::FpRoundInt(m) => rounded("fp.roundToIntegral", m),
            Op::FpMin => extreme(&args[0], &args[1], "fp.lt", true),
            Op::FpMax => extreme(&args[0], &args[1], "fp.gt", false),
            Op::FpEq => plain("fp.eq"),
            Op::FpLt => plain("fp.lt"),
            Op::FpLe => plain("fp.leq"),
            Op::FpIsNan => plain("fp.isNaN"),
            Op::FpIsInf => plain("fp.isInfinite"),
            Op::FpIsZero => plain("fp.isZero"),
            Op::FpIsNormal => plain("fp.isNormal"),
            Op::FpIsSubnormal => plain("fp.isSubnormal"),
            Op::FpIsNegative => plain("fp.isNegative"),
            Op::FpToFp(m) | Op::FpFromSigned(m) => rounded(&format!("(_ to_fp {eb} {sb})"), m),
            Op::FpFromUnsigned(m) => rounded(&format!("(_ to_fp_unsigned {eb} {sb})"), m),
            Op::FpToSigned(m) | Op::FpToUnsigned(m) => {
                let signed = matches!(op, Op::FpToSigned(_));
                let (w, format) = (sort.width().unwrap_or(1), self.format(self.arg(t, 0)));
                let name = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
                let value = rounded(&format!("(_ {name} {w})"), m);
                let whole = rounded("fp.roundToIntegral", m);
                guarded(format, w, signed, &args[0], &whole, &value)
            }
            // Leaves are written where they are used.
            Op::Var(_) | Op::True | Op::False | Op::Const(_) | Op::FpConst(_) | Op::FpToBits => {
                self.smt_leaf(t)
            }
        }
    }
}

fn smt_sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Bv(w) => format!("(_ BitVec {w})"),
        Sort::Float(f) => format!("(_ FloatingPoint {} {})", f.exponent, f.significand),
        Sort::Array { index, element } => format!("(Array (_ BitVec {index}) (_ BitVec {element}))"),
    }
}

fn quoted(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "_.!$%&*+-/<=>?@^~".contains(c);
    // Ids of definitions start with t and a digit; a symbol must not look like one.
    let like_id =
        name.strip_prefix('t').is_some_and(|r| !r.is_empty() && r.chars().all(|c| c.is_ascii_digit()));
    if like_id {
        return format!("|{name}'|");
    }
    let ok = !name.is_empty() && name.chars().all(simple) && !name.starts_with(|c: char| c.is_ascii_digit());
    if ok { name.to_owned() } else { format!("|{}|", name.replace(['|', '\\'], "_")) }
}

fn literal(c: &Bv) -> String {
    let mut out = String::from("#b");
    for i in (0..c.width()).rev() {
        out.push(if c.bit(i) { '1' } else { '0' });
    }
    out
}

fn float_literal(f: Float) -> String {
    let format = f.format();
    let (eb, sb) = (format.exponent, format.significand);
    if f.is_nan() {
        return format!("(_ NaN {eb} {sb})");
    }
    let bits = Bv::from_u128(format.width(), f.bits());
    let (top, fraction) = (format.width() - 1, format.fraction());
    let sign = literal(&bits.extract(top, top));
    let field = literal(&bits.extract(top - 1, fraction));
    format!("(fp {sign} {field} {})", literal(&bits.extract(sb - 2, 0)))
}

fn from_bits(format: FloatFormat, bits: &str) -> String {
    let (eb, sb) = (format.exponent, format.significand);
    if !format.explicit {
        return format!("((_ to_fp {eb} {sb}) {bits})");
    }
    let (top, f) = (format.width() - 1, format.fraction());
    let part = |hi: u32, lo: u32| format!("((_ extract {hi} {lo}) {bits})");
    let (sign, field, integer, fraction) =
        (part(top, top), part(top - 1, f), part(f - 1, f - 1), part(f - 2, 0));
    let (zero, one) = (literal(&Bv::zero(eb)), literal(&Bv::one(eb)));
    format!(
        "(ite (and (= {field} {zero}) (= {integer} #b1)) (fp {sign} {one} {fraction}) \
         (ite (and (not (= {field} {zero})) (= {integer} #b0)) (_ NaN {eb} {sb}) (fp {sign} {field} {fraction})))"
    )
}

fn extreme(a: &str, b: &str, first: &str, negative_first: bool) -> String {
    let tie = if negative_first { (a, b) } else { (b, a) };
    format!(
        "(ite (fp.isNaN {a}) {b} (ite (fp.isNaN {b}) {a} (ite ({first} {a} {b}) {a} (ite ({first} {b} {a}) {b} \
         (ite (fp.isNegative {a}) {} {})))))",
        tie.0, tie.1
    )
}

fn fmod(a: &str, b: &str) -> String {
    // The IEEE remainder of the magnitudes is at most half the divisor off; both steps are exact. The local
    // names must not capture a symbol.
    let (r, m) = ("|fmod rest|", "|fmod magnitude|");
    format!(
        "(let (({r} (fp.rem (fp.abs {a}) (fp.abs {b})))) (let (({m} (ite (fp.lt {r} (fp.sub RNE {r} {r})) \
         (fp.add RNE {r} (fp.abs {b})) {r}))) (ite (fp.isNegative {a}) (fp.neg {m}) {m})))"
    )
}

fn guarded(format: FloatFormat, width: u32, signed: bool, x: &str, whole: &str, value: &str) -> String {
    let other = if signed { Bv::min_signed(width) } else { Bv::ones(width) };
    let limit = |exponent: u32, negative: bool| {
        let field = i64::from(exponent) + format.bias();
        (field < (1 << format.exponent) - 1).then(|| {
            let integer = if format.explicit { 1u128 << (format.fraction() - 1) } else { 0 };
            let bits = (field as u128) << format.fraction() | integer;
            let f = Float::from_bits(format, bits);
            float_literal(if negative { f.neg() } else { f })
        })
    };
    let mut bad = vec![format!("(fp.isNaN {x})"), format!("(fp.isInfinite {x})")];
    if let Some(top) = limit(if signed { width - 1 } else { width }, false) {
        bad.push(format!("(fp.geq {whole} {top})"));
    }
    if signed {
        if let Some(bottom) = limit(width - 1, true) {
            bad.push(format!("(fp.lt {whole} {bottom})"));
        }
    } else {
        bad.push(format!("(fp.lt {whole} {})", float_literal(Float::zero(format, false))));
    }
    format!("(ite (or {}) {} {value})", bad.join(" "), literal(&other))
}
