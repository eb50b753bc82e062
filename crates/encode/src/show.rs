//! Terms for people: as C expressions over the program's variables.
//!
//! Arithmetic wraps like the machine's. Comparisons of signed and unsigned numbers are told apart by the types of
//! variables, with a cast where a variable has the other kind. What C has no words for is written as the term.

use crate::{CellKind, Encoder};
use argand_cfa::{ArrayLen, DataModel, Program, TypeId, TypeKind};
use argand_logic::{Op, Sort, TermId};

impl Encoder {
    /// A term over canonical symbols, as a C expression.
    #[must_use]
    pub fn to_c(&self, program: &Program, t: TermId) -> String {
        let writer = Writer { encoder: self, program };
        match self.pool.sort(t) {
            Sort::Bool => writer.truth(t, true),
            Sort::Bv(_) => writer.word(t, writer.is_signed(t)),
            _ => self.pool.display(t),
        }
    }

    /// Whether a term says something about the program. Where the model of memory puts the next object is
    /// nobody's business.
    #[must_use]
    pub fn is_about_program(&self, t: TermId) -> bool {
        let symbols = self.pool.free_vars(&[t]);
        let mut cells = symbols.iter().filter_map(|&symbol| self.cell_of(symbol));
        !cells.any(|cell| self.cell(cell).kind.is_internal())
    }
}

struct Writer<'a> {
    encoder: &'a Encoder,
    program: &'a Program,
}

/// Whether a text needs no parentheses as an operand: a name, a number, or one with a cast.
fn is_plain(text: &str) -> bool {
    let text = match text.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((cast, rest)) if cast.chars().all(|c| c.is_alphabetic() || c == ' ') => rest,
        _ => text,
    };
    let text = text.strip_prefix('-').unwrap_or(text);
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_.[]:@".contains(c))
}

/// Puts an operand into parentheses where it needs them.
fn operand(text: String) -> String {
    if is_plain(&text) { text } else { format!("({text})") }
}

/// The same for an operand of a weaker operator: sums in comparisons, and products in sums.
fn part(text: String, inside: &[char]) -> String {
    let weak = |c: char| !(c.is_alphanumeric() || " _.[]:@()".contains(c) || inside.contains(&c));
    if text.contains(weak) { operand(text) } else { text }
}

fn binary(a: String, op: &str, b: String) -> String {
    format!("{} {op} {}", operand(a), operand(b))
}

impl Writer<'_> {
    fn args(&self, t: TermId) -> &[TermId] {
        self.encoder.pool.args(t)
    }

    fn other(&self, t: TermId) -> String {
        self.encoder.pool.display(t)
    }

    /// The type of the cell that a symbol stands for.
    fn symbol_type(&self, t: TermId) -> Option<TypeId> {
        self.encoder.cell_of(t).and_then(|cell| self.encoder.cell(cell).ty)
    }

    /// Whether a number is signed; one that has no type of C is not.
    fn is_signed(&self, t: TermId) -> bool {
        self.type_name(self.encoder.pool.width(t), true).is_some() && self.is_signed_in(t)
    }

    /// Whether the first variable in a term is signed.
    fn is_signed_in(&self, t: TermId) -> bool {
        let symbols = self.encoder.pool.free_vars(&[t]);
        let types = symbols.iter().find_map(|&s| self.symbol_type(s));
        types.is_none_or(|ty| self.program.types.is_signed(ty))
    }

    fn type_name(&self, width: u32, signed: bool) -> Option<String> {
        let long = if self.program.types.model() == DataModel::Lp64 { "long" } else { "long long" };
        let name = match width {
            8 => "char",
            16 => "short",
            32 => "int",
            64 => long,
            128 => "__int128",
            _ => return None,
        };
        Some(match (signed, name) {
            (true, "char") => "signed char".to_owned(),
            (true, name) => name.to_owned(),
            (false, name) => format!("unsigned {name}"),
        })
    }

    fn cast(&self, text: String, width: u32, signed: bool) -> String {
        match self.type_name(width, signed) {
            Some(name) => format!("({name}){}", operand(text)),
            None => text,
        }
    }

    /// A Boolean term, or its negation.
    fn truth(&self, t: TermId, holds: bool) -> String {
        let pool = &self.encoder.pool;
        let args = self.args(t);
        let comparison = |signed: bool, op: &str| {
            let side = |t| part(self.word(t, signed), &['+', '-', '*']);
            format!("{} {op} {}", side(args[0]), side(args[1]))
        };
        match pool.op(t) {
            Op::True => u8::from(holds).to_string(),
            Op::False => u8::from(!holds).to_string(),
            Op::Not => self.truth(args[0], !holds),
            Op::And => {
                let parts = pool.conjuncts(t).into_iter().map(|p| operand(self.truth(p, holds)));
                parts.collect::<Vec<_>>().join(if holds { " && " } else { " || " })
            }
            Op::Ite => {
                let [condition, yes, no] = [args[0], args[1], args[2]];
                let (yes, no) = (operand(self.truth(yes, holds)), operand(self.truth(no, holds)));
                format!("{} ? {yes} : {no}", operand(self.truth(condition, true)))
            }
            Op::Eq => match pool.sort(args[0]) {
                Sort::Bool => {
                    let (a, b) = (operand(self.truth(args[0], true)), operand(self.truth(args[1], true)));
                    format!("!{a} {} !{b}", if holds { "==" } else { "!=" })
                }
                Sort::Bv(width) => {
                    let signed = self.type_name(width, true).is_some() && self.is_signed_in(t);
                    comparison(signed, if holds { "==" } else { "!=" })
                }
                _ => self.negated(t, holds),
            },
            Op::Slt => comparison(true, if holds { "<" } else { ">=" }),
            Op::Ult => comparison(false, if holds { "<" } else { ">=" }),
            _ => self.negated(t, holds),
        }
    }

    fn negated(&self, t: TermId, holds: bool) -> String {
        let text = self.other(t);
        if holds { text } else { format!("!({text})") }
    }

    /// A bit-vector as a number of C, signed or not.
    fn word(&self, t: TermId, signed: bool) -> String {
        let pool = &self.encoder.pool;
        let width = pool.width(t);
        if let Some(value) = pool.as_const(t) {
            let number = if signed { value.to_i128().map(|v| v.to_string()) } else { None };
            return number.unwrap_or_else(|| value.to_decimal());
        }
        let args = self.args(t);
        let both =
            |op: &str, signed: bool| binary(self.word(args[0], signed), op, self.word(args[1], signed));
        match pool.op(t) {
            Op::Var(_) => self.symbol(t, width, signed),
            Op::Add => self.sum(args, signed),
            Op::Mul => both("*", signed),
            Op::BvAnd => both("&", signed),
            Op::BvOr => both("|", signed),
            Op::BvXor => both("^", signed),
            Op::BvNot => format!("~{}", operand(self.word(args[0], signed))),
            Op::Shl => both("<<", signed),
            Op::Udiv => self.turned(both("/", false), width, signed),
            Op::Urem => self.turned(both("%", false), width, signed),
            Op::Lshr => self.turned(both(">>", false), width, signed),
            Op::Sdiv if signed => both("/", true),
            Op::Srem if signed => both("%", true),
            Op::Ashr if signed => both(">>", true),
            Op::Sdiv | Op::Srem | Op::Ashr => self.cast(self.word(t, true), width, false),
            Op::SignExt => self.cast(self.word(args[0], true), width, signed),
            Op::Concat if pool.as_const(args[0]).is_some_and(argand_logic::Bv::is_zero) => {
                self.cast(self.word(args[1], false), width, signed)
            }
            Op::Extract { hi, lo } => {
                let inner = operand(self.word(args[0], false));
                let shifted = if lo == 0 { inner } else { format!("({inner} >> {lo})") };
                let count = hi - lo + 1;
                if matches!(count, 8 | 16 | 32 | 64) {
                    return self.cast(shifted, count, signed);
                }
                if count >= 64 { self.other(t) } else { format!("{shifted} & {}", (1_u64 << count) - 1) }
            }
            Op::Ite => {
                let (yes, no) = (self.word(args[1], signed), self.word(args[2], signed));
                let condition = operand(self.truth(args[0], true));
                format!("{condition} ? {} : {}", operand(yes), operand(no))
            }
            _ => self.other(t),
        }
    }

    /// An unsigned result where a signed one may be asked for.
    fn turned(&self, text: String, width: u32, signed: bool) -> String {
        if signed { self.cast(text, width, true) } else { text }
    }

    fn sum(&self, args: &[TermId], signed: bool) -> String {
        let pool = &self.encoder.pool;
        let mut out = String::new();
        // Numbers go last.
        let (numbers, others): (Vec<TermId>, Vec<TermId>) =
            args.iter().partition(|&&a| pool.as_const(a).is_some());
        let product = |text| part(text, &['*']);
        for &term in others.iter().chain(&numbers) {
            if out.is_empty() {
                out = product(self.word(term, signed));
                continue;
            }
            let below = pool.as_const(term).filter(|c| c.sign()).map(|c| c.neg().to_decimal());
            match below {
                Some(number) => out.push_str(&format!(" - {number}")),
                None => out.push_str(&format!(" + {}", product(self.word(term, signed)))),
            }
        }
        out
    }

    fn symbol(&self, t: TermId, width: u32, signed: bool) -> String {
        let Some(cell) = self.encoder.cell_of(t) else { return self.other(t) };
        let name = self.cell_name(cell);
        let has = self.symbol_type(t).map(|ty| self.program.types.is_signed(ty));
        if has == Some(signed) { name } else { self.cast(name, width, signed) }
    }

    /// A variable, member or element by the name that the source has for it.
    fn cell_name(&self, cell: crate::CellId) -> String {
        let CellKind::Scalar { var, depth, bit_offset } = self.encoder.cell(cell).kind else {
            return self.encoder.cell_name(cell).to_owned();
        };
        let mut name = self.program.var_name(var).to_owned();
        self.member(self.program.vars[var].ty, bit_offset, &mut name);
        if depth > 0 {
            name.push_str(&format!("@{depth}"));
        }
        name
    }

    /// Adds the way to a scalar inside an aggregate.
    fn member(&self, ty: TypeId, bit_offset: u64, name: &mut String) {
        let types = &self.program.types;
        match types.kind(ty) {
            TypeKind::Record(record) => {
                let fields = &types.record(*record).fields;
                let Some(field) = fields.iter().rfind(|f| f.bit_offset <= bit_offset) else { return };
                if let Some(member) = field.name {
                    name.push_str(&format!(".{}", self.program.names.resolve(member)));
                }
                self.member(field.ty, bit_offset - field.bit_offset, name);
            }
            TypeKind::Array { elem, len: ArrayLen::Fixed(_) } => {
                let size = types.size_of(*elem).unwrap_or(1).max(1) * 8;
                name.push_str(&format!("[{}]", bit_offset / size));
                self.member(*elem, bit_offset % size, name);
            }
            _ => {}
        }
    }
}
