//! Writes names, types, expressions and places of the text form.
//!
//! A node is written with its type only where the reader would not derive the same one. Nesting lives on
//! a work list, not on the call stack, so that no program is too deep to print.

use super::scope::{Found, Scope};
use super::words;
use crate::display::precedence;
use crate::expr::{Args, BinaryOp, ExprId, ExprKind, Intrinsic, PlaceId, PlaceKind, UnaryOp};
use crate::program::{FuncId, Program, VarId};
use crate::types::{ArrayLen, FloatKind, IntKind, RecordId, RecordKind, TypeId, TypeKind};
use argand_support::Symbol;
use rustc_apfloat::{Float as _, ieee::X87DoubleExtended};
use std::fmt::Write as _;

/// How tightly prefix operators bind.
pub(super) const UNARY: u8 = 13;
/// How tightly `.`, `->` and `[]` bind.
pub(super) const POSTFIX: u8 = 14;

/// Something still to be written. The numbers are the binding strength that the surroundings ask for.
#[derive(Clone, Copy)]
enum Item {
    Text(&'static str),
    /// An expression, with its type if that is not the derived one.
    Expr(ExprId, u8),
    /// An expression without its type.
    Node(ExprId, u8),
    Place(PlaceId, u8),
    PlaceNode(PlaceId, u8),
    Type(TypeId),
    Suffix(ArrayLen),
    Member(PlaceId),
}

/// Writes into a string.
pub(super) struct Writer<'p> {
    pub(super) program: &'p Program,
    pub(super) scope: &'p Scope,
    /// The function whose names can stand bare.
    pub(super) func: Option<FuncId>,
    pub(super) out: String,
    work: Vec<Item>,
}

/// The integer constants that have a suffix of their own.
pub(super) const fn int_suffix(kind: IntKind) -> Option<&'static str> {
    Some(match kind {
        IntKind::Int => "",
        IntKind::UInt => "u",
        IntKind::Long => "l",
        IntKind::ULong => "ul",
        IntKind::LongLong => "ll",
        IntKind::ULongLong => "ull",
        _ => return None,
    })
}

/// What the type of an intrinsic's result is derived from.
pub(super) enum ResultType {
    Int,
    SizeT,
    FirstOperand,
}

/// How the reader derives the type of an intrinsic's result.
pub(super) const fn intrinsic_result(op: Intrinsic) -> ResultType {
    use Intrinsic as I;
    match op {
        I::PopCount | I::LeadingZeros | I::TrailingZeros | I::FindFirstSet | I::Parity => ResultType::Int,
        I::RedundantSignBits | I::Overflows { .. } | I::IsNan | I::IsInf | I::IsFinite => ResultType::Int,
        I::IsNormal | I::SignBit | I::FpClassify | I::Unordered => ResultType::Int,
        I::ObjectSize | I::ObjectOffset => ResultType::SizeT,
        _ => ResultType::FirstOperand,
    }
}

/// The operator that a symbol means on operands of these types.
pub(super) fn operator_of(program: &Program, symbol: &str, lhs: TypeId, rhs: TypeId) -> Option<BinaryOp> {
    let pointers = (program.types.is_pointer(lhs), program.types.is_pointer(rhs));
    Some(match (symbol, pointers) {
        ("+", (true, _)) => BinaryOp::PtrAdd,
        ("-", (true, true)) => BinaryOp::PtrDiff,
        ("-", (true, false)) => BinaryOp::PtrSub,
        ("+", _) => BinaryOp::Add,
        ("-", _) => BinaryOp::Sub,
        ("*", _) => BinaryOp::Mul,
        ("/", _) => BinaryOp::Div,
        ("%", _) => BinaryOp::Rem,
        ("<<", _) => BinaryOp::Shl,
        (">>", _) => BinaryOp::Shr,
        ("&", _) => BinaryOp::And,
        ("|", _) => BinaryOp::Or,
        ("^", _) => BinaryOp::Xor,
        ("==", _) => BinaryOp::Eq,
        ("!=", _) => BinaryOp::Ne,
        ("<", _) => BinaryOp::Lt,
        ("<=", _) => BinaryOp::Le,
        (">", _) => BinaryOp::Gt,
        (">=", _) => BinaryOp::Ge,
        _ => return None,
    })
}

/// A floating constant in decimal, where that gives back the same bits.
fn float_literal(kind: FloatKind, bits: u128) -> Option<String> {
    match kind {
        FloatKind::Float => {
            let value = f32::from_bits(u32::try_from(bits).ok()?);
            value.is_finite().then(|| format!("{value:?}f"))
        }
        FloatKind::Double => {
            let value = f64::from_bits(u64::try_from(bits).ok()?);
            value.is_finite().then(|| format!("{value:?}"))
        }
        FloatKind::LongDouble => {
            let value = X87DoubleExtended::from_bits(bits);
            let mut text = value.is_finite().then(|| value.to_string().to_lowercase())?;
            if !text.contains(['.', 'e']) {
                text.push_str(".0");
            }
            let again: X87DoubleExtended = text.parse().ok()?;
            text.push('l');
            (again.to_bits() == bits).then_some(text)
        }
    }
}

impl<'p> Writer<'p> {
    pub(super) fn new(program: &'p Program, scope: &'p Scope) -> Self {
        Self { program, scope, func: None, out: String::new(), work: Vec::new() }
    }

    pub(super) fn expr(&mut self, id: ExprId) {
        self.run(Item::Expr(id, 0));
    }

    pub(super) fn place(&mut self, id: PlaceId) {
        self.run(Item::Place(id, 0));
    }

    pub(super) fn ty(&mut self, id: TypeId) {
        self.run(Item::Type(id));
    }

    pub(super) fn symbol(&mut self, symbol: Symbol) {
        let name = self.program.names.resolve(symbol);
        if words::is_plain_name(name) {
            self.out.push_str(name);
        } else {
            let _ = write!(self.out, "`{}`", name.escape_debug().to_string().replace('`', "\\`"));
        }
    }

    pub(super) fn var(&mut self, id: VarId) {
        let name = self.program.vars[id].name;
        self.symbol(name);
        if self.scope.var(self.func, name) != Found::One(id) {
            let _ = write!(self.out, "#{}", id.raw());
        }
    }

    pub(super) fn function(&mut self, id: FuncId) {
        let name = self.program.functions[id].name;
        self.symbol(name);
        if self.scope.function(name) != Found::One(id) {
            let _ = write!(self.out, "#{}", id.raw());
        }
    }

    fn record(&mut self, id: RecordId) {
        let record = self.program.types.record(id);
        self.out.push_str(match record.kind {
            RecordKind::Struct => "struct ",
            RecordKind::Union => "union ",
        });
        if let Some(tag) = record.tag {
            self.symbol(tag);
        }
        if record.tag.is_none_or(|tag| self.scope.record(record.kind, tag) != Found::One(id)) {
            let _ = write!(self.out, "#{}", id.raw());
        }
    }

    fn run(&mut self, first: Item) {
        self.work.push(first);
        while let Some(item) = self.work.pop() {
            match item {
                Item::Text(text) => self.out.push_str(text),
                Item::Expr(id, outer) => {
                    let typed = !self.has_derived_type(id);
                    self.typed(typed, self.program.expr(id).ty, outer, |outer| Item::Node(id, outer));
                }
                Item::Node(id, outer) => self.node(id, outer),
                Item::Place(id, outer) => {
                    let typed = self.derived_place_type(id) != Some(self.program.place(id).ty);
                    self.typed(typed, self.program.place(id).ty, outer, |outer| Item::PlaceNode(id, outer));
                }
                Item::PlaceNode(id, outer) => self.place_node(id, outer),
                Item::Type(id) => self.type_node(id),
                Item::Suffix(ArrayLen::Fixed(n)) => {
                    let _ = write!(self.out, "[{n}]");
                }
                Item::Suffix(ArrayLen::Unknown) => self.out.push_str("[]"),
                Item::Suffix(ArrayLen::Variable) => self.out.push_str("[*]"),
                Item::Member(id) => self.member(id),
            }
        }
    }

    /// Puts items on the work list so that they are written in this order.
    fn push<const N: usize>(&mut self, items: [Item; N]) {
        self.work.extend(items.into_iter().rev());
    }

    fn typed(&mut self, typed: bool, ty: TypeId, outer: u8, node: impl Fn(u8) -> Item) {
        use Item::{Text, Type};
        match (typed, outer > UNARY) {
            (false, _) => self.push([node(outer)]),
            (true, false) => self.push([Text("<"), Type(ty), Text(">"), node(UNARY)]),
            (true, true) => self.push([Text("(<"), Type(ty), Text(">"), node(UNARY), Text(")")]),
        }
    }

    /// Writes items, in parentheses if the surroundings bind more tightly than `own`.
    fn grouped<const N: usize>(&mut self, own: u8, outer: u8, items: [Item; N]) {
        if own < outer {
            self.out.push('(');
            self.work.push(Item::Text(")"));
        }
        self.push(items);
    }

    fn node(&mut self, id: ExprId, outer: u8) {
        use Item::{Expr, Place, Text, Type};
        let expr = self.program.expr(id);
        match expr.kind {
            ExprKind::Int(value) => {
                let suffix = match self.program.types.kind(expr.ty) {
                    TypeKind::Int(kind) => int_suffix(*kind).unwrap_or_default(),
                    _ => "",
                };
                let _ = write!(self.out, "{value}{suffix}");
            }
            ExprKind::Float(bits) => match self.decimal(bits, expr.ty) {
                Some(text) => self.out.push_str(&text),
                None => {
                    let _ = write!(self.out, "bits({bits:#x})");
                }
            },
            ExprKind::Load(place) if expr.ty == self.program.place(place).ty => {
                self.push([Place(place, outer)]);
            }
            ExprKind::Load(place) => self.push([Text("Load("), Place(place, 0), Text(")")]),
            ExprKind::AddrOf(place) => self.grouped(UNARY, outer, [Text("&"), Place(place, UNARY)]),
            ExprKind::FuncAddr(func) => {
                self.out.push('@');
                self.function(func);
            }
            ExprKind::Unary(op, operand) => {
                let mark = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::BitNot => "~",
                    UnaryOp::Not => "!",
                };
                // `-5` is a constant, so the negation of a constant needs parentheses.
                let literal =
                    matches!(self.program.expr(operand).kind, ExprKind::Int(_) | ExprKind::Float(_));
                if literal && op == UnaryOp::Neg {
                    self.grouped(UNARY, outer, [Text("-("), Expr(operand, 0), Text(")")]);
                } else {
                    self.grouped(UNARY, outer, [Text(mark), Expr(operand, UNARY)]);
                }
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let (left, right) = (self.program.expr(lhs).ty, self.program.expr(rhs).ty);
                if operator_of(self.program, op.symbol(), left, right) == Some(op) {
                    let own = precedence(op);
                    let items = [Expr(lhs, own), Text(" "), Text(op.symbol()), Text(" "), Expr(rhs, own + 1)];
                    self.grouped(own, outer, items);
                } else {
                    self.out.push_str(words::binary::word(op));
                    self.push([Text("("), Expr(lhs, 0), Text(", "), Expr(rhs, 0), Text(")")]);
                }
            }
            ExprKind::Cast(operand) => {
                self.grouped(UNARY, outer, [Text("("), Type(expr.ty), Text(")"), Expr(operand, UNARY)]);
            }
            ExprKind::Intrinsic(op, args) => self.intrinsic(op, args),
        }
    }

    fn intrinsic(&mut self, op: Intrinsic, args: Args) {
        use Item::{Expr, Text};
        match args {
            Args::One(a) => self.push([Text("("), Expr(a, 0), Text(")")]),
            Args::Two(a, b) => self.push([Text("("), Expr(a, 0), Text(", "), Expr(b, 0), Text(")")]),
            Args::Three(a, b, c) => {
                let comma = Text(", ");
                self.push([Text("("), Expr(a, 0), comma, Expr(b, 0), comma, Expr(c, 0), Text(")")]);
            }
        }
        self.out.push_str(words::intrinsic::word(op));
        match op {
            Intrinsic::Overflows { op, at } => {
                let _ = write!(self.out, ".{}", words::overflow::word(op));
                self.push([Text("<"), Item::Type(at), Text(">")]);
            }
            Intrinsic::WrappingArith(op) => {
                let _ = write!(self.out, ".{}", words::overflow::word(op));
            }
            _ => {}
        }
    }

    fn decimal(&self, bits: u128, ty: TypeId) -> Option<String> {
        match self.program.types.kind(ty) {
            TypeKind::Float(kind) => float_literal(*kind, bits),
            _ => None,
        }
    }

    /// Whether the reader derives the type of this node from its parts.
    fn has_derived_type(&self, id: ExprId) -> bool {
        let (program, types) = (self.program, &self.program.types);
        let expr = program.expr(id);
        let int = types.int(IntKind::Int);
        match expr.kind {
            ExprKind::Int(_) => match types.kind(expr.ty) {
                TypeKind::Int(kind) => int_suffix(*kind).is_some(),
                _ => false,
            },
            ExprKind::Float(bits) => {
                expr.ty == types.float(FloatKind::Double) || self.decimal(bits, expr.ty).is_some()
            }
            ExprKind::Load(place) => program.place(place).ty == expr.ty,
            ExprKind::AddrOf(place) => types.pointee(expr.ty) == Some(program.place(place).ty),
            ExprKind::FuncAddr(func) => types.pointee(expr.ty) == Some(program.functions[func].ty),
            ExprKind::Unary(UnaryOp::Not, _) => expr.ty == int,
            ExprKind::Unary(_, operand) => expr.ty == program.expr(operand).ty,
            ExprKind::Binary(op, _, _) if op.is_comparison() => expr.ty == int,
            ExprKind::Binary(BinaryOp::PtrDiff, _, _) => expr.ty == types.ptrdiff_t(),
            ExprKind::Binary(_, lhs, _) => expr.ty == program.expr(lhs).ty,
            ExprKind::Cast(_) => true,
            ExprKind::Intrinsic(op, args) => match intrinsic_result(op) {
                ResultType::Int => expr.ty == int,
                ResultType::SizeT => expr.ty == types.size_t(),
                ResultType::FirstOperand => args.iter().next().is_some_and(|a| program.expr(a).ty == expr.ty),
            },
        }
    }

    fn derived_place_type(&self, id: PlaceId) -> Option<TypeId> {
        let program = self.program;
        match program.place(id).kind {
            PlaceKind::Var(var) => Some(program.vars[var].ty),
            PlaceKind::Deref(pointer) => program.types.pointee(program.expr(pointer).ty),
            PlaceKind::Field { .. } => program.field_of(id).map(|f| f.ty),
            PlaceKind::Index { base, .. } => match program.types.kind(program.place(base).ty) {
                TypeKind::Array { elem, .. } => Some(*elem),
                _ => None,
            },
        }
    }

    fn place_node(&mut self, id: PlaceId, outer: u8) {
        use Item::{Expr, Member, Place, Text};
        match self.program.place(id).kind {
            PlaceKind::Var(var) => self.var(var),
            PlaceKind::Deref(pointer) => {
                self.grouped(UNARY, outer, [Text("*"), Expr(pointer, UNARY)]);
            }
            PlaceKind::Field { base, .. } => match self.program.place(base).kind {
                PlaceKind::Deref(pointer)
                    if self.derived_place_type(base) == Some(self.program.place(base).ty) =>
                {
                    self.push([Expr(pointer, POSTFIX), Text("->"), Member(id)]);
                }
                _ => self.push([Place(base, POSTFIX), Text("."), Member(id)]),
            },
            PlaceKind::Index { base, index } => {
                self.push([Place(base, POSTFIX), Text("["), Expr(index, 0), Text("]")]);
            }
        }
    }

    /// The name of a member if it is the first of that name in its record, otherwise its number.
    fn member(&mut self, id: PlaceId) {
        let PlaceKind::Field { base, field } = self.program.place(id).kind else { return };
        let name = self.program.field_of(id).and_then(|f| f.name).filter(|&name| {
            let TypeKind::Record(record) = self.program.types.kind(self.program.place(base).ty) else {
                return false;
            };
            let fields = &self.program.types.record(*record).fields;
            fields.iter().position(|f| f.name == Some(name)) == Some(field as usize)
        });
        match name {
            Some(name) => self.symbol(name),
            None => {
                let _ = write!(self.out, "#{field}");
            }
        }
    }

    /// A base type with suffixes from the inside out; neighbouring array suffixes are in C's order.
    fn type_node(&mut self, mut id: TypeId) {
        let types = &self.program.types;
        loop {
            match types.kind(id) {
                TypeKind::Pointer(to) => {
                    self.work.push(Item::Text("*"));
                    id = *to;
                }
                TypeKind::Array { .. } => {
                    let run = self.work.len();
                    while let TypeKind::Array { elem, len } = types.kind(id) {
                        self.work.push(Item::Suffix(*len));
                        id = *elem;
                    }
                    self.work[run..].reverse();
                }
                TypeKind::Function(function) => {
                    self.work.push(Item::Text(")"));
                    let list = self.work.len();
                    if !function.prototyped {
                        self.work.push(Item::Text("?"));
                    } else if function.params.is_empty() && !function.variadic {
                        self.work.push(Item::Text("void"));
                    }
                    for (i, &param) in function.params.iter().enumerate() {
                        if i > 0 || !function.prototyped {
                            self.work.push(Item::Text(if i > 0 { ", " } else { " " }));
                        }
                        self.work.push(Item::Type(param));
                    }
                    if function.variadic {
                        self.work.push(Item::Text(if function.params.is_empty() { "..." } else { ", ..." }));
                    }
                    self.work[list..].reverse();
                    self.work.push(Item::Text("("));
                    id = function.ret;
                }
                _ => break,
            }
        }
        match types.kind(id) {
            TypeKind::Int(kind) => self.out.push_str(kind.name()),
            TypeKind::BitInt { signed, width } => {
                let _ = write!(self.out, "{}_BitInt({width})", if *signed { "" } else { "unsigned " });
            }
            TypeKind::Float(kind) => self.out.push_str(kind.name()),
            TypeKind::Record(record) => self.record(*record),
            TypeKind::Opaque { name, size, align } => {
                self.out.push_str("opaque(");
                self.symbol(*name);
                let _ = write!(self.out, ", {size}, {align})");
            }
            _ => self.out.push_str("void"),
        }
    }
}
