//! Expressions, places, types and operations as C text, for people.
//!
//! The text is meant for reports, traces and error messages; it is valid C wherever the expression has a C
//! spelling. The form that can be read back is a different one.

use crate::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};
use crate::program::{EdgeId, HaltKind, Op, Program};
use crate::types::{ArrayLen, FloatKind, IntKind, RecordKind, TypeId, TypeKind};
use std::fmt::Write as _;

/// How tightly the surrounding operator binds: an operand that binds less tightly is put in parentheses.
const UNARY: u8 = 13;

/// How tightly an operator binds in C.
pub(crate) const fn precedence(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 12,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff => 11,
        BinaryOp::Shl | BinaryOp::Shr => 10,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 9,
        BinaryOp::Eq | BinaryOp::Ne => 8,
        BinaryOp::And => 7,
        BinaryOp::Xor => 6,
        BinaryOp::Or => 5,
    }
}

impl Program {
    /// An expression as C text.
    #[must_use]
    pub fn expr_text(&self, expr: ExprId) -> String {
        let mut out = String::new();
        self.write_expr(&mut out, expr, 0);
        out
    }

    /// A place as C text.
    #[must_use]
    pub fn place_text(&self, place: PlaceId) -> String {
        let mut out = String::new();
        self.write_place(&mut out, place);
        out
    }

    /// A type as C text (abstract declarator).
    #[must_use]
    pub fn type_text(&self, ty: TypeId) -> String {
        let (mut base, mut declarator) = (String::new(), String::new());
        self.write_type(ty, &mut base, &mut declarator);
        if !declarator.is_empty() {
            let space = if declarator.starts_with('[') { "" } else { " " };
            let _ = write!(base, "{space}{declarator}");
        }
        base
    }

    /// The scalar at a bit of a type: the way to it, such as `.pos[2].x`, and its type. `None` in padding and outside.
    #[must_use]
    pub fn member_at(&self, ty: TypeId, bit: u64) -> Option<(String, TypeId)> {
        match *self.types.kind(ty) {
            TypeKind::Record(id) => {
                let field = self.types.record(id).fields.iter().rfind(|field| {
                    let bytes = self.types.size_of(field.ty).unwrap_or(0);
                    let width = field.bit_width.map_or(bytes * 8, u64::from);
                    (field.bit_offset..field.bit_offset + width).contains(&bit)
                })?;
                let name =
                    field.name.map(|name| format!(".{}", self.names.resolve(name))).unwrap_or_default();
                if field.bit_width.is_some() {
                    return Some((name, field.ty));
                }
                let (rest, ty) = self.member_at(field.ty, bit - field.bit_offset)?;
                Some((name + &rest, ty))
            }
            TypeKind::Array { elem, .. } => {
                let size = self.types.size_of(elem).filter(|&size| size > 0)? * 8;
                let (rest, ty) = self.member_at(elem, bit % size)?;
                Some((format!("[{}]{rest}", bit / size), ty))
            }
            _ => self.types.size_of(ty).filter(|&bytes| bit < bytes * 8).map(|_| (String::new(), ty)),
        }
    }

    /// What an edge does, in one line.
    #[must_use]
    pub fn op_text(&self, edge: EdgeId) -> String {
        match &self.edges[edge].op {
            Op::Noop => String::new(),
            Op::Assume { cond, truth: true } => format!("[{}]", self.expr_text(*cond)),
            Op::Assume { cond, truth: false } => format!("[!({})]", self.expr_text(*cond)),
            Op::Assign { dst, src } => format!("{} = {};", self.place_text(*dst), self.expr_text(*src)),
            Op::Init { var, entries } => {
                let list: Vec<_> = entries
                    .iter()
                    .take(4)
                    .map(|e| format!("{} = {}", self.place_text(e.place), self.expr_text(e.value)))
                    .collect();
                let more = if entries.len() > 4 {
                    format!(", … ({} in all)", entries.len())
                } else {
                    String::new()
                };
                format!("init {} {{ {}{more} }}", self.var_name(*var), list.join(", "))
            }
            Op::Havoc { dst, .. } => format!("{} = *;", self.place_text(*dst)),
            Op::Declare { var, size: None } => {
                format!("{} {};", self.type_text(self.vars[*var].ty), self.var_name(*var))
            }
            Op::Declare { var, size: Some(size) } => {
                format!(
                    "{} {} /* {} bytes */;",
                    self.type_text(self.vars[*var].ty),
                    self.var_name(*var),
                    self.expr_text(*size)
                )
            }
            Op::Dead { var } => format!("dead {};", self.var_name(*var)),
            Op::Call(site) | Op::Summary(site) => {
                let site = &self.call_sites[*site];
                self.call_text(site.callee, &site.args, site.dst)
            }
            Op::Return(site) => format!("return from {}", self.func_name(self.call_sites[*site].callee)),
            Op::Extern(call) => {
                let call = &self.extern_calls[*call];
                self.call_text(call.callee, &call.args, call.dst)
            }
            Op::Halt(HaltKind::Exit(code)) => format!("halt with {}", self.expr_text(*code)),
            Op::Halt(HaltKind::Abort) => "halt: abort".to_owned(),
            Op::Halt(HaltKind::AssertFail) => "halt: assertion failed".to_owned(),
            Op::Halt(HaltKind::Unreachable) => "halt: unreachable".to_owned(),
            Op::Unsupported(reason) => format!("unsupported: {}", self.names.resolve(*reason)),
        }
    }

    fn call_text(&self, callee: crate::FuncId, args: &[ExprId], dst: Option<crate::VarId>) -> String {
        let args: Vec<_> = args.iter().map(|&a| self.expr_text(a)).collect();
        let call = format!("{}({});", self.func_name(callee), args.join(", "));
        dst.map_or_else(|| call.clone(), |dst| format!("{} = {call}", self.var_name(dst)))
    }

    fn write_expr(&self, out: &mut String, id: ExprId, outer: u8) {
        let expr = self.expr(id);
        match expr.kind {
            ExprKind::Int(value) => self.write_int(out, value, expr.ty),
            ExprKind::Float(bits) => self.write_float(out, bits, expr.ty),
            ExprKind::Load(place) => self.write_place(out, place),
            ExprKind::AddrOf(place) => {
                out.push('&');
                self.write_place(out, place);
            }
            ExprKind::FuncAddr(func) => {
                let _ = write!(out, "&{}", self.func_name(func));
            }
            ExprKind::Unary(op, operand) => {
                out.push(match op {
                    UnaryOp::Neg => '-',
                    UnaryOp::BitNot => '~',
                    UnaryOp::Not => '!',
                });
                self.write_expr(out, operand, UNARY + 1);
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let own = precedence(op);
                let parens = own < outer;
                if parens {
                    out.push('(');
                }
                self.write_expr(out, lhs, own);
                let _ = write!(out, " {} ", op.symbol());
                self.write_expr(out, rhs, own + 1);
                if parens {
                    out.push(')');
                }
            }
            ExprKind::Cast(operand) => {
                let _ = write!(out, "({})", self.type_text(expr.ty));
                self.write_expr(out, operand, UNARY);
            }
            ExprKind::Intrinsic(op, args) => {
                let _ = write!(out, "{op:?}(");
                for (i, arg) in args.iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    self.write_expr(out, arg, 0);
                }
                out.push(')');
            }
        }
    }

    fn write_int(&self, out: &mut String, value: i128, ty: TypeId) {
        let _ = match self.types.kind(ty) {
            TypeKind::Int(IntKind::UInt) => write!(out, "{value}U"),
            TypeKind::Int(IntKind::Long) => write!(out, "{value}L"),
            TypeKind::Int(IntKind::ULong) => write!(out, "{value}UL"),
            TypeKind::Int(IntKind::LongLong) => write!(out, "{value}LL"),
            TypeKind::Int(IntKind::ULongLong) => write!(out, "{value}ULL"),
            TypeKind::Int(IntKind::UInt128) => write!(out, "{}", value.cast_unsigned()),
            TypeKind::Pointer(_) if value != 0 => write!(out, "({}){value}", self.type_text(ty)),
            _ => write!(out, "{value}"),
        };
    }

    fn write_float(&self, out: &mut String, bits: u128, ty: TypeId) {
        let _ = match self.types.kind(ty) {
            TypeKind::Float(FloatKind::Float) => write!(out, "{:?}f", f32::from_bits(bits as u32)),
            TypeKind::Float(FloatKind::Double) => write!(out, "{:?}", f64::from_bits(bits as u64)),
            _ => {
                use rustc_apfloat::Float as _;
                write!(out, "{}L", rustc_apfloat::ieee::X87DoubleExtended::from_bits(bits))
            }
        };
    }

    fn write_place(&self, out: &mut String, id: PlaceId) {
        match self.place(id).kind {
            PlaceKind::Var(var) => out.push_str(self.var_name(var)),
            PlaceKind::Deref(pointer) => {
                out.push_str("(*");
                self.write_expr(out, pointer, UNARY);
                out.push(')');
            }
            PlaceKind::Field { base, .. } => {
                match self.place(base).kind {
                    PlaceKind::Deref(pointer) => {
                        self.write_expr(out, pointer, UNARY + 2);
                        out.push_str("->");
                    }
                    _ => {
                        self.write_place(out, base);
                        out.push('.');
                    }
                }
                let name =
                    self.field_of(id).and_then(|f| f.name).map_or("<anonymous>", |n| self.names.resolve(n));
                out.push_str(name);
            }
            PlaceKind::Index { base, index } => {
                self.write_place(out, base);
                out.push('[');
                self.write_expr(out, index, 0);
                out.push(']');
            }
        }
    }

    /// Writes the specifier to `base` and wraps `declarator` from the inside out.
    fn write_type(&self, ty: TypeId, base: &mut String, declarator: &mut String) {
        match self.types.kind(ty) {
            TypeKind::Void => base.push_str("void"),
            TypeKind::Int(kind) => base.push_str(kind.name()),
            TypeKind::BitInt { signed, width } => {
                let _ = write!(base, "{}_BitInt({width})", if *signed { "" } else { "unsigned " });
            }
            TypeKind::Float(kind) => base.push_str(kind.name()),
            TypeKind::Pointer(to) => {
                let compound = matches!(self.types.kind(*to), TypeKind::Array { .. } | TypeKind::Function(_));
                *declarator = if compound { format!("(*{declarator})") } else { format!("*{declarator}") };
                self.write_type(*to, base, declarator);
            }
            TypeKind::Array { elem, len } => {
                match len {
                    ArrayLen::Fixed(n) => {
                        let _ = write!(declarator, "[{n}]");
                    }
                    ArrayLen::Unknown => declarator.push_str("[]"),
                    ArrayLen::Variable => declarator.push_str("[*]"),
                }
                self.write_type(*elem, base, declarator);
            }
            TypeKind::Record(id) => {
                let record = self.types.record(*id);
                base.push_str(match record.kind {
                    RecordKind::Struct => "struct ",
                    RecordKind::Union => "union ",
                });
                match record.tag {
                    Some(tag) => base.push_str(self.names.resolve(tag)),
                    None => {
                        let _ = write!(base, "<{id}>");
                    }
                }
            }
            TypeKind::Function(function) => {
                let mut params: Vec<_> = function.params.iter().map(|&p| self.type_text(p)).collect();
                if function.variadic {
                    params.push("...".to_owned());
                }
                let list = if params.is_empty() && function.prototyped {
                    "void".to_owned()
                } else {
                    params.join(", ")
                };
                let _ = write!(declarator, "({list})");
                self.write_type(function.ret, base, declarator);
            }
            TypeKind::Opaque { name, .. } => base.push_str(self.names.resolve(*name)),
        }
    }
}
