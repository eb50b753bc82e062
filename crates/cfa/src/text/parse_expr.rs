//! Reads expressions and places.
//!
//! Operators wait on a stack of frames (Dijkstra's shunting yard), so that nesting costs memory, not call
//! stack. A place is read as such and becomes the value that lies there where a value is needed.

use super::lex::Tok;
use super::print_expr::{ResultType, intrinsic_result, operator_of};
use super::reader::{Read, Reader};
use super::words;
use crate::display::precedence;
use crate::expr::{Args, BinaryOp, ExprId, ExprKind, Intrinsic, PlaceId, PlaceKind, UnaryOp};
use crate::types::{FloatKind, IntKind, TypeId, TypeKind};
use argand_support::Diagnostic;
use rustc_apfloat::{Float as _, ieee::X87DoubleExtended};

/// What was read.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Expr(ExprId),
    Place(PlaceId),
}

/// A function that is applied to operands in parentheses.
#[derive(Clone, Copy)]
enum Applied {
    Load,
    Binary(BinaryOp),
    Intrinsic(Intrinsic),
}

/// Something that waits for its operand, or for its second one.
enum Frame {
    Unary(UnaryOp),
    Addr,
    Deref,
    Cast(TypeId),
    Retype(TypeId),
    Binary { symbol: &'static str, strength: u8, lhs: ExprId },
    Group,
    Index(PlaceId),
    Apply(Applied, Vec<Value>),
}

/// How tightly a binary operator binds; `None` for marks that are none.
fn strength(mark: &str) -> Option<u8> {
    Some(match mark {
        "*" | "/" | "%" => precedence(BinaryOp::Mul),
        "+" | "-" => precedence(BinaryOp::Add),
        "<<" | ">>" => precedence(BinaryOp::Shl),
        "<" | "<=" | ">" | ">=" => precedence(BinaryOp::Lt),
        "==" | "!=" => precedence(BinaryOp::Eq),
        "&" => precedence(BinaryOp::And),
        "^" => precedence(BinaryOp::Xor),
        "|" => precedence(BinaryOp::Or),
        _ => return None,
    })
}

impl Reader<'_> {
    /// An expression; a place is read.
    pub(super) fn expr(&mut self) -> Read<ExprId> {
        let value = self.value()?;
        Ok(self.loaded(value))
    }

    /// A place.
    pub(super) fn place(&mut self) -> Read<PlaceId> {
        let start = self.here();
        match self.value()? {
            Value::Place(place) => Ok(place),
            Value::Expr(_) => Err(Diagnostic::error("this is a value, not a place", start)),
        }
    }

    fn loaded(&mut self, value: Value) -> ExprId {
        match value {
            Value::Expr(expr) => expr,
            Value::Place(place) => {
                let ty = self.program.place(place).ty;
                self.program.pool.expr(ExprKind::Load(place), ty)
            }
        }
    }

    fn value(&mut self) -> Read<Value> {
        let mut frames = Vec::new();
        'operand: loop {
            let Some(mut value) = self.operand(&mut frames)? else { continue };
            loop {
                value = match self.postfix(value, &mut frames)? {
                    Some(value) => value,
                    None => continue 'operand,
                };
                while matches!(
                    frames.last(),
                    Some(Frame::Unary(_) | Frame::Addr | Frame::Deref | Frame::Cast(_) | Frame::Retype(_))
                ) {
                    value = self.reduce(&mut frames, value)?;
                }
                let mark = match *self.peek(0) {
                    Tok::Mark(mark) => mark,
                    _ => "",
                };
                let own = strength(mark);
                while matches!(frames.last(), Some(Frame::Binary { strength, .. }) if own.is_none_or(|o| *strength >= o))
                {
                    value = self.reduce(&mut frames, value)?;
                }
                if let Some(strength) = own {
                    let lhs = self.loaded(value);
                    frames.push(Frame::Binary { symbol: mark, strength, lhs });
                    self.at += 1;
                    continue 'operand;
                }
                value = match (frames.pop(), mark) {
                    (None, _) => return Ok(value),
                    (Some(Frame::Group), ")") => value,
                    (Some(Frame::Index(base)), "]") => {
                        let index = self.loaded(value);
                        self.element(base, index)?
                    }
                    (Some(Frame::Apply(applied, mut args)), ")") => {
                        args.push(value);
                        self.applied(applied, &args)?
                    }
                    (Some(Frame::Apply(applied, mut args)), ",") => {
                        args.push(value);
                        frames.push(Frame::Apply(applied, args));
                        self.at += 1;
                        continue 'operand;
                    }
                    (Some(Frame::Index(_)), _) => return self.expected("`]`"),
                    _ => return self.expected("an operator or `)`"),
                };
                self.at += 1;
            }
        }
    }

    /// Reads one operand, or `None` after something that still needs its operand.
    fn operand(&mut self, frames: &mut Vec<Frame>) -> Read<Option<Value>> {
        let number_follows = matches!(self.peek(1), Tok::Number(_))
            && self.toks.get(self.at + 1).is_some_and(|next| next.start == self.toks[self.at].start + 1);
        let frame = match *self.peek(0) {
            Tok::Mark("-") if number_follows => {
                self.at += 1;
                return self.literal(true).map(Some);
            }
            Tok::Number(_) => return self.literal(false).map(Some),
            Tok::Mark("-") => Frame::Unary(UnaryOp::Neg),
            Tok::Mark("~") => Frame::Unary(UnaryOp::BitNot),
            Tok::Mark("!") => Frame::Unary(UnaryOp::Not),
            Tok::Mark("&") => Frame::Addr,
            Tok::Mark("*") => Frame::Deref,
            Tok::Mark("(") if self.at_type(1) => {
                self.at += 1;
                let ty = self.ty()?;
                self.mark(")")?;
                frames.push(Frame::Cast(ty));
                return Ok(None);
            }
            Tok::Mark("(") => Frame::Group,
            Tok::Mark("<") => {
                self.at += 1;
                let ty = self.ty()?;
                self.mark(">")?;
                frames.push(Frame::Retype(ty));
                return Ok(None);
            }
            Tok::Mark("@") => {
                self.at += 1;
                let func = self.function()?;
                let ty = self.program.types.pointer_to(self.program.functions[func].ty);
                return Ok(Some(Value::Expr(self.program.pool.expr(ExprKind::FuncAddr(func), ty))));
            }
            Tok::Word(word) => match self.application(word)? {
                Some(frame) => {
                    frames.push(frame);
                    return Ok(None);
                }
                None if word == "bits" && matches!(self.peek(1), Tok::Mark("(")) => {
                    return self.bits().map(Some);
                }
                None => return self.variable().map(Some),
            },
            Tok::Quoted(_) => return self.variable().map(Some),
            _ => return self.expected("an expression"),
        };
        self.at += 1;
        frames.push(frame);
        Ok(None)
    }

    fn variable(&mut self) -> Read<Value> {
        let var = self.var()?;
        let ty = self.program.vars[var].ty;
        Ok(Value::Place(self.program.pool.place(PlaceKind::Var(var), ty)))
    }

    /// The name of a function of the expression language with its `(`.
    fn application(&mut self, word: &str) -> Read<Option<Frame>> {
        let applied = match (word, self.peek(1)) {
            ("Overflows" | "WrappingArith", Tok::Mark(".")) => {
                self.at += 2;
                let op = self.keyword("Add, Sub or Mul", words::overflow::find)?;
                if word == "Overflows" {
                    self.mark("<")?;
                    let at = self.ty()?;
                    self.mark(">")?;
                    Applied::Intrinsic(Intrinsic::Overflows { op, at })
                } else {
                    Applied::Intrinsic(Intrinsic::WrappingArith(op))
                }
            }
            ("Load", Tok::Mark("(")) => {
                self.at += 1;
                Applied::Load
            }
            (_, Tok::Mark("(")) => {
                let binary = words::binary::find(word).map(Applied::Binary);
                match binary.or_else(|| words::intrinsic::find(word).map(Applied::Intrinsic)) {
                    Some(applied) => {
                        self.at += 1;
                        applied
                    }
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        self.mark("(")?;
        Ok(Some(Frame::Apply(applied, Vec::new())))
    }

    fn applied(&mut self, applied: Applied, args: &[Value]) -> Read<Value> {
        if let (Applied::Load, [Value::Place(place)]) = (applied, args) {
            let ty = self.program.place(*place).ty;
            return Ok(Value::Expr(self.program.pool.expr(ExprKind::Load(*place), ty)));
        }
        let mut exprs = Vec::with_capacity(args.len());
        for &arg in args {
            exprs.push(self.loaded(arg));
        }
        match (applied, &*exprs) {
            (Applied::Binary(op), [lhs, rhs]) => Ok(Value::Expr(self.binary(op, *lhs, *rhs))),
            (Applied::Intrinsic(op), [a]) => Ok(self.intrinsic(op, Args::One(*a), *a)),
            (Applied::Intrinsic(op), [a, b]) => Ok(self.intrinsic(op, Args::Two(*a, *b), *a)),
            (Applied::Intrinsic(op), [a, b, c]) => Ok(self.intrinsic(op, Args::Three(*a, *b, *c), *a)),
            (Applied::Load, _) => self.error("`Load` takes one place"),
            _ => self.error("wrong number of operands"),
        }
    }

    fn intrinsic(&mut self, op: Intrinsic, args: Args, first: ExprId) -> Value {
        let ty = match intrinsic_result(op) {
            ResultType::Int => self.program.types.int(IntKind::Int),
            ResultType::SizeT => self.program.types.size_t(),
            ResultType::FirstOperand => self.program.expr(first).ty,
        };
        Value::Expr(self.program.pool.expr(ExprKind::Intrinsic(op, args), ty))
    }

    fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let ty = match op {
            _ if op.is_comparison() => self.program.types.int(IntKind::Int),
            BinaryOp::PtrDiff => self.program.types.ptrdiff_t(),
            _ => self.program.expr(lhs).ty,
        };
        self.program.pool.expr(ExprKind::Binary(op, lhs, rhs), ty)
    }

    /// Applies the frame on top of the stack to its last operand.
    fn reduce(&mut self, frames: &mut Vec<Frame>, value: Value) -> Read<Value> {
        let Some(frame) = frames.pop() else { return Ok(value) };
        let program = &mut self.program;
        Ok(match (frame, value) {
            (Frame::Retype(ty), Value::Place(place)) => {
                let kind = program.place(place).kind;
                Value::Place(program.pool.place(kind, ty))
            }
            (Frame::Retype(ty), Value::Expr(expr)) => {
                let kind = program.expr(expr).kind;
                Value::Expr(program.pool.expr(kind, ty))
            }
            (Frame::Addr, Value::Place(place)) => {
                let ty = program.types.pointer_to(program.place(place).ty);
                Value::Expr(program.pool.expr(ExprKind::AddrOf(place), ty))
            }
            (Frame::Addr, Value::Expr(_)) => return self.error("only a place has an address"),
            (Frame::Deref, value) => {
                let pointer = self.loaded(value);
                let ty = match frames.last() {
                    Some(Frame::Retype(ty)) => Some(*ty),
                    _ => None,
                };
                Value::Place(self.pointee(pointer, ty)?)
            }
            (Frame::Cast(ty), value) => {
                let operand = self.loaded(value);
                Value::Expr(self.program.pool.expr(ExprKind::Cast(operand), ty))
            }
            (Frame::Unary(op), value) => {
                let operand = self.loaded(value);
                let ty = match op {
                    UnaryOp::Not => self.program.types.int(IntKind::Int),
                    UnaryOp::Neg | UnaryOp::BitNot => self.program.expr(operand).ty,
                };
                Value::Expr(self.program.pool.expr(ExprKind::Unary(op, operand), ty))
            }
            (Frame::Binary { symbol, lhs, .. }, value) => {
                let rhs = self.loaded(value);
                let (left, right) = (self.program.expr(lhs).ty, self.program.expr(rhs).ty);
                match operator_of(&self.program, symbol, left, right) {
                    Some(op) => Value::Expr(self.binary(op, lhs, rhs)),
                    None => return self.expected("an operator"),
                }
            }
            (Frame::Group | Frame::Index(_) | Frame::Apply(..), value) => value,
        })
    }

    /// What a pointer points to, seen as `ty` if that is given.
    fn pointee(&mut self, pointer: ExprId, ty: Option<TypeId>) -> Read<PlaceId> {
        let pointer_ty = self.program.expr(pointer).ty;
        match ty.or_else(|| self.program.types.pointee(pointer_ty)) {
            Some(ty) => Ok(self.program.pool.place(PlaceKind::Deref(pointer), ty)),
            None => {
                let text = self.program.type_text(pointer_ty);
                self.error(format!("only a pointer can be followed, and this is a value of type `{text}`"))
            }
        }
    }

    fn element(&mut self, base: PlaceId, index: ExprId) -> Read<Value> {
        match self.program.types.kind(self.program.place(base).ty) {
            TypeKind::Array { elem, .. } => {
                let elem = *elem;
                Ok(Value::Place(self.program.pool.place(PlaceKind::Index { base, index }, elem)))
            }
            _ => self.error("only an array has elements"),
        }
    }

    /// Reads `.member` and `->member`; `None` after the `[` of an index.
    fn postfix(&mut self, mut value: Value, frames: &mut Vec<Frame>) -> Read<Option<Value>> {
        loop {
            let base = match (self.peek(0), value) {
                (Tok::Mark("["), Value::Place(place)) => {
                    self.at += 1;
                    frames.push(Frame::Index(place));
                    return Ok(None);
                }
                (Tok::Mark("."), Value::Place(place)) => place,
                (Tok::Mark("->"), value) => {
                    let pointer = self.loaded(value);
                    self.pointee(pointer, None)?
                }
                (Tok::Mark("[" | "."), Value::Expr(_)) => return self.error("this is a value, not a place"),
                _ => return Ok(Some(value)),
            };
            self.at += 1;
            value = Value::Place(self.member(base)?);
        }
    }

    fn member(&mut self, base: PlaceId) -> Read<PlaceId> {
        let start = self.here();
        let number: Option<u32> = if self.take_mark("#") { Some(self.number("a number")?) } else { None };
        let name = if number.is_none() { Some(self.name()?) } else { None };
        let TypeKind::Record(record) = *self.program.types.kind(self.program.place(base).ty) else {
            return Err(Diagnostic::error("only a struct or union has members", start));
        };
        let fields = &self.program.types.record(record).fields;
        let found = match number {
            Some(number) => number as usize,
            None => fields.iter().position(|f| f.name == name).unwrap_or(fields.len()),
        };
        match (fields.get(found), u32::try_from(found)) {
            (Some(member), Ok(field)) => {
                let ty = member.ty;
                Ok(self.program.pool.place(PlaceKind::Field { base, field }, ty))
            }
            _ => Err(Diagnostic::error("there is no such member", start)),
        }
    }

    /// `bits(0x7ff8000000000000)`: a floating constant by its bits.
    fn bits(&mut self) -> Read<Value> {
        self.at += 2;
        let bits = match self.peek(0) {
            Tok::Number(text) => {
                text.strip_prefix("0x").and_then(|digits| u128::from_str_radix(digits, 16).ok())
            }
            _ => None,
        };
        let Some(bits) = bits else { return self.expected("a number that starts with `0x`") };
        self.at += 1;
        self.mark(")")?;
        let ty = self.program.types.float(FloatKind::Double);
        Ok(Value::Expr(self.program.pool.expr(ExprKind::Float(bits), ty)))
    }

    fn literal(&mut self, negative: bool) -> Read<Value> {
        let Tok::Number(text) = *self.peek(0) else { return self.expected("a number") };
        let parsed = if text.contains(['.', 'e', 'E']) && !text.starts_with("0x") {
            float(text, negative).map(|(bits, kind)| (ExprKind::Float(bits), self.program.types.float(kind)))
        } else {
            integer(text, negative).map(|(value, kind)| (ExprKind::Int(value), self.program.types.int(kind)))
        };
        let Some((kind, ty)) = parsed else { return self.error(format!("`{text}` is not a number")) };
        self.at += 1;
        Ok(Value::Expr(self.program.pool.expr(kind, ty)))
    }
}

fn integer(text: &str, negative: bool) -> Option<(i128, IntKind)> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let kind = match &text[digits..] {
        "" => IntKind::Int,
        "u" => IntKind::UInt,
        "l" => IntKind::Long,
        "ul" => IntKind::ULong,
        "ll" => IntKind::LongLong,
        "ull" => IntKind::ULongLong,
        _ => return None,
    };
    let magnitude: u128 = text[..digits].parse().ok()?;
    let value =
        if negative { 0i128.checked_sub_unsigned(magnitude)? } else { i128::try_from(magnitude).ok()? };
    Some((value, kind))
}

/// The bits of a decimal floating constant. Longer ones than any that is ever printed are refused.
fn float(text: &str, negative: bool) -> Option<(u128, FloatKind)> {
    const LONGEST: usize = 400;
    const LARGEST_EXPONENT: i64 = 20_000;
    let exponent = text.find(['e', 'E']).map_or("0", |at| &text[at + 1..]);
    let exponent: i64 = exponent.trim_end_matches(['f', 'l']).parse().ok()?;
    if text.len() > LONGEST || exponent.abs() > LARGEST_EXPONENT {
        return None;
    }
    Some(if let Some(digits) = text.strip_suffix('f') {
        let value: f32 = digits.parse().ok()?;
        (u128::from((if negative { -value } else { value }).to_bits()), FloatKind::Float)
    } else if let Some(digits) = text.strip_suffix('l') {
        let value: X87DoubleExtended = digits.parse().ok()?;
        ((if negative { -value } else { value }).to_bits(), FloatKind::LongDouble)
    } else {
        let value: f64 = text.parse().ok()?;
        (u128::from((if negative { -value } else { value }).to_bits()), FloatKind::Double)
    })
}
