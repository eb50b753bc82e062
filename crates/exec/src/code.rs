//! Expressions and places as code for a stack machine.
//!
//! The code of an expression is made when it is first evaluated and kept. It leaves one value on the stack;
//! the code of a place leaves a pointer. A machine with a stack of its own runs expressions of any depth
//! without using the host's.

use argand_cfa::arith::{Shape, float_kind};
use argand_cfa::{
    BinaryOp, ExprId, ExprKind, FloatKind, FuncId, IntKind, Intrinsic, PlaceId, PlaceKind, Program, TypeId,
    TypeKind, UnaryOp, VarId,
};
use argand_support::Idx;

/// How the bytes of a scalar are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Int(Shape),
    Bool,
    Float(FloatKind),
    Pointer,
}

impl Class {
    /// How values of a type are read; `None` if the type is no scalar.
    pub(crate) fn of(program: &Program, ty: TypeId) -> Option<Self> {
        Some(match program.types.kind(ty) {
            TypeKind::Int(IntKind::Bool) => Self::Bool,
            TypeKind::Int(_) | TypeKind::BitInt { .. } => Self::Int(Shape::of(&program.types, ty)?),
            TypeKind::Float(kind) => Self::Float(*kind),
            TypeKind::Pointer(_) => Self::Pointer,
            _ => return None,
        })
    }
}

/// How a scalar in memory is accessed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) class: Class,
    /// How many bytes must be there.
    pub(crate) size: u32,
    /// How many of them hold the value: 10 of a `long double`.
    pub(crate) value_bytes: u32,
    /// For a bit-field the first bit in its first byte, and its width.
    pub(crate) bits: Option<(u32, u32)>,
    pub(crate) place: PlaceId,
}

/// Where a variable is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    /// A register of the frame.
    Local(u32),
    /// A register of the frame that points to the variable's object, once it has one.
    LocalObject(u32),
    /// A register of the program.
    Global(u32),
    /// A register of the program that points to the variable's object.
    GlobalObject(u32),
}

/// An instruction. Binary instructions find their left operand below the right one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instr {
    /// Pushes a number.
    Int(i64),
    /// Pushes an entry of the table of wide constants.
    Wide(u32),
    Local(u32, VarId),
    Global(u32, VarId),
    LocalObject(u32, VarId),
    GlobalObject(u32),
    Function(FuncId),
    /// Moves a pointer by bytes.
    Offset(i64),
    /// Moves a pointer by an index times a size.
    Index {
        size: u64,
        place: PlaceId,
        /// Whether nothing is accessed there, so that it may be the end of the array.
        end: bool,
    },
    /// Replaces a pointer by what it points to.
    Load(u32),
    Int2(BinaryOp, Shape, ExprId),
    Float2(BinaryOp, FloatKind),
    Shift(BinaryOp, Shape, Shape, ExprId),
    PointerMove {
        step: u64,
        back: bool,
    },
    PointerDistance {
        step: u64,
    },
    Negate(Shape, ExprId),
    NegateFloat(FloatKind),
    BitNot(Shape),
    /// `!x` of an integer or pointer.
    Not,
    NotFloat(FloatKind),
    IntToInt(Shape, ExprId),
    IntToBool,
    FloatToBool(FloatKind),
    IntToFloat(Shape, FloatKind),
    FloatToInt(FloatKind, Shape, ExprId),
    FloatToFloat(FloatKind, FloatKind),
    IntToPointer,
    /// An entry of the table of intrinsics.
    Intrinsic(u32),
    /// Something expressions cannot compute with.
    Unsupported(TypeId),
    /// The end of the code.
    End,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct IntrinsicCode {
    pub(crate) op: Intrinsic,
    pub(crate) args: [TypeId; 3],
    pub(crate) count: usize,
    pub(crate) ty: TypeId,
}

/// How a place is read and written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PlaceCode {
    /// No code was made yet.
    Unknown,
    /// A scalar in a register.
    Register(Home),
    /// A scalar in memory: the start of the code of its address, and its access.
    Scalar { start: u32, access: u32 },
    /// Anything else: the start of the code of its address, and its size.
    Block { start: u32, size: u64 },
}

const UNKNOWN: u32 = u32::MAX;

/// The code of a program, as far as it was needed yet.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) instrs: Vec<Instr>,
    pub(crate) wide: Vec<i128>,
    pub(crate) accesses: Vec<Access>,
    pub(crate) intrinsics: Vec<IntrinsicCode>,
    exprs: Vec<u32>,
    places: Vec<PlaceCode>,
    homes: Vec<Home>,
    /// Registers of each function.
    pub(crate) frame_sizes: Vec<u32>,
    pub(crate) global_count: u32,
}

enum Todo {
    Expr(ExprId),
    /// The address of a place that is accessed.
    Address(PlaceId),
    /// The address of a place that need not exist: the end of an array has one, too.
    End(PlaceId),
    Emit(Instr),
}

impl Code {
    pub(crate) fn new(program: &Program) -> Self {
        let punned = punned_vars(program);
        let mut frame_sizes = vec![0u32; program.functions.len()];
        let mut global_count = 0;
        let homes = program
            .vars
            .iter_enumerated()
            .map(|(id, var)| {
                let register = !var.addressed
                    && var.extent.is_none()
                    && Class::of(program, var.ty).is_some()
                    && !punned[id.index()];
                match var.func.filter(|_| !var.is_static()) {
                    Some(func) => {
                        let next = &mut frame_sizes[func.index()];
                        *next += 1;
                        if register { Home::Local(*next - 1) } else { Home::LocalObject(*next - 1) }
                    }
                    None => {
                        global_count += 1;
                        if register {
                            Home::Global(global_count - 1)
                        } else {
                            Home::GlobalObject(global_count - 1)
                        }
                    }
                }
            })
            .collect();
        Self {
            instrs: Vec::new(),
            wide: Vec::new(),
            accesses: Vec::new(),
            intrinsics: Vec::new(),
            exprs: vec![UNKNOWN; program.pool.len()],
            places: vec![PlaceCode::Unknown; program.pool.place_count()],
            homes,
            frame_sizes,
            global_count,
        }
    }

    #[inline]
    pub(crate) fn home(&self, var: VarId) -> Home {
        self.homes[var.index()]
    }

    /// The start of the code of a scalar expression.
    #[inline]
    pub(crate) fn expr(&mut self, program: &Program, expr: ExprId) -> u32 {
        let start = self.exprs[expr.index()];
        if start != UNKNOWN { start } else { self.make_expr(program, expr) }
    }

    #[cold]
    fn make_expr(&mut self, program: &Program, expr: ExprId) -> u32 {
        let start = self.emit(program, Todo::Expr(expr));
        self.exprs[expr.index()] = start;
        start
    }

    /// How a place is read and written.
    #[inline]
    pub(crate) fn place(&mut self, program: &Program, place: PlaceId) -> PlaceCode {
        match self.places[place.index()] {
            PlaceCode::Unknown => self.make_place(program, place),
            code => code,
        }
    }

    #[cold]
    fn make_place(&mut self, program: &Program, place: PlaceId) -> PlaceCode {
        let node = program.place(place);
        let register = match node.kind {
            PlaceKind::Var(var) => Some(self.home(var)),
            _ => None,
        };
        let code = match register {
            Some(home @ (Home::Local(_) | Home::Global(_))) => PlaceCode::Register(home),
            _ => {
                let start = self.emit(program, Todo::Address(place));
                match self.access(program, place) {
                    Some(access) => PlaceCode::Scalar { start, access },
                    None => PlaceCode::Block { start, size: program.types.size_of(node.ty).unwrap_or(0) },
                }
            }
        };
        self.places[place.index()] = code;
        code
    }

    /// The access to a scalar place.
    fn access(&mut self, program: &Program, place: PlaceId) -> Option<u32> {
        let ty = program.place(place).ty;
        let class = Class::of(program, ty)?;
        let size = u32::try_from(program.types.size_of(ty)?).ok()?;
        let value_bytes = match class {
            Class::Float(kind) => kind.value_bits() / 8,
            _ => size,
        };
        let bits = program
            .field_of(place)
            .and_then(|field| field.bit_width.map(|width| ((field.bit_offset % 8) as u32, width)));
        let size = bits.map_or(size, |(shift, width)| (shift + width).div_ceil(8));
        self.accesses.push(Access { class, size, value_bytes, bits, place });
        Some(self.accesses.len() as u32 - 1)
    }

    fn emit(&mut self, program: &Program, root: Todo) -> u32 {
        let start = self.instrs.len() as u32;
        let mut todo = vec![root];
        while let Some(next) = todo.pop() {
            match next {
                Todo::Emit(instr) => self.instrs.push(instr),
                Todo::Expr(expr) => self.emit_expr(program, expr, &mut todo),
                Todo::Address(place) => self.emit_address(program, (place, false), &mut todo),
                Todo::End(place) => self.emit_address(program, (place, true), &mut todo),
            }
        }
        self.instrs.push(Instr::End);
        start
    }

    fn constant(&mut self, value: i128) -> Instr {
        if let Ok(small) = i64::try_from(value) {
            return Instr::Int(small);
        }
        self.wide.push(value);
        Instr::Wide(self.wide.len() as u32 - 1)
    }

    fn emit_expr(&mut self, program: &Program, id: ExprId, todo: &mut Vec<Todo>) {
        let expr = program.expr(id);
        match expr.kind {
            ExprKind::Int(value) => {
                let instr = self.constant(value);
                self.instrs.push(instr);
            }
            ExprKind::Float(bits) => {
                let instr = self.constant(bits.cast_signed());
                self.instrs.push(instr);
            }
            ExprKind::FuncAddr(func) => self.instrs.push(Instr::Function(func)),
            ExprKind::AddrOf(place) => todo.push(Todo::End(place)),
            ExprKind::Load(place) => match self.direct(program, place) {
                Some(instr) => self.instrs.push(instr),
                None => {
                    let load = match self.access(program, place) {
                        Some(access) => Instr::Load(access),
                        None => Instr::Unsupported(expr.ty),
                    };
                    todo.extend([Todo::Emit(load), Todo::Address(place)]);
                }
            },
            ExprKind::Unary(op, operand) => {
                let instr = unary(program, op, program.expr(operand).ty, id);
                todo.extend([Todo::Emit(instr), Todo::Expr(operand)]);
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let instr = binary(program, op, program.expr(lhs).ty, program.expr(rhs).ty, id);
                todo.extend([Todo::Emit(instr), Todo::Expr(rhs), Todo::Expr(lhs)]);
            }
            ExprKind::Cast(operand) => {
                if let Some(instr) = cast(program, program.expr(operand).ty, expr.ty, id) {
                    todo.push(Todo::Emit(instr));
                }
                todo.push(Todo::Expr(operand));
            }
            ExprKind::Intrinsic(op, args) => {
                let mut code = IntrinsicCode { op, args: [expr.ty; 3], count: 0, ty: expr.ty };
                let operands: Vec<ExprId> = args.iter().collect();
                for (slot, &arg) in code.args.iter_mut().zip(&operands) {
                    *slot = program.expr(arg).ty;
                    code.count += 1;
                }
                self.intrinsics.push(code);
                todo.push(Todo::Emit(Instr::Intrinsic(self.intrinsics.len() as u32 - 1)));
                todo.extend(operands.into_iter().rev().map(Todo::Expr));
            }
        }
    }

    /// The instruction that reads a variable kept in a register.
    fn direct(&self, program: &Program, place: PlaceId) -> Option<Instr> {
        let PlaceKind::Var(var) = program.place(place).kind else { return None };
        match self.home(var) {
            Home::Local(register) => Some(Instr::Local(register, var)),
            Home::Global(register) => Some(Instr::Global(register, var)),
            Home::LocalObject(_) | Home::GlobalObject(_) => None,
        }
    }

    fn emit_address(&mut self, program: &Program, (id, end): (PlaceId, bool), todo: &mut Vec<Todo>) {
        let place = program.place(id);
        match place.kind {
            PlaceKind::Var(var) => self.instrs.push(match self.home(var) {
                Home::LocalObject(register) => Instr::LocalObject(register, var),
                Home::GlobalObject(register) => Instr::GlobalObject(register),
                // A variable whose address is taken is never in a register.
                Home::Local(_) | Home::Global(_) => Instr::Unsupported(place.ty),
            }),
            PlaceKind::Deref(pointer) => todo.push(Todo::Expr(pointer)),
            PlaceKind::Field { base, .. } => {
                let offset = program.field_of(id).map_or(0, argand_cfa::Field::offset);
                if let Some(distance) = i64::try_from(offset).ok().filter(|&d| d != 0) {
                    todo.push(Todo::Emit(Instr::Offset(distance)));
                }
                todo.push(if end { Todo::End(base) } else { Todo::Address(base) });
            }
            PlaceKind::Index { base, index } => {
                let size = program.types.size_of(place.ty).unwrap_or(0);
                todo.extend([
                    Todo::Emit(Instr::Index { size, place: id, end }),
                    Todo::Expr(index),
                    if end { Todo::End(base) } else { Todo::Address(base) },
                ]);
            }
        }
    }
}

/// The variables of which some place sees a part, or a type that is not theirs.
fn punned_vars(program: &Program) -> Vec<bool> {
    let mut punned = vec![false; program.vars.len()];
    for (_, place) in program.pool.iter_places() {
        match place.kind {
            PlaceKind::Var(var) if place.ty != program.vars[var].ty => punned[var.index()] = true,
            PlaceKind::Field { base, .. } | PlaceKind::Index { base, .. } => {
                if let PlaceKind::Var(var) = program.place(base).kind {
                    punned[var.index()] = true;
                }
            }
            _ => {}
        }
    }
    punned
}

fn unary(program: &Program, op: UnaryOp, ty: TypeId, id: ExprId) -> Instr {
    match (op, float_kind(&program.types, ty), Shape::of(&program.types, ty)) {
        (UnaryOp::Not, Some(kind), _) => Instr::NotFloat(kind),
        (UnaryOp::Not, None, Some(_)) => Instr::Not,
        (UnaryOp::Neg, Some(kind), _) => Instr::NegateFloat(kind),
        (UnaryOp::Neg, None, Some(shape)) => Instr::Negate(shape, id),
        (UnaryOp::BitNot, None, Some(shape)) => Instr::BitNot(shape),
        _ => Instr::Unsupported(ty),
    }
}

fn binary(program: &Program, op: BinaryOp, lhs: TypeId, rhs: TypeId, id: ExprId) -> Instr {
    let types = &program.types;
    let step = types.pointee_size(lhs);
    match (op, float_kind(types, lhs), Shape::of(types, lhs), Shape::of(types, rhs)) {
        (BinaryOp::PtrAdd, None, Some(_), Some(_)) => Instr::PointerMove { step, back: false },
        (BinaryOp::PtrSub, None, Some(_), Some(_)) => Instr::PointerMove { step, back: true },
        (BinaryOp::PtrDiff, None, Some(_), Some(_)) => Instr::PointerDistance { step },
        (BinaryOp::Shl | BinaryOp::Shr, None, Some(shape), Some(count)) => Instr::Shift(op, shape, count, id),
        (_, None, Some(shape), Some(_)) => Instr::Int2(op, shape, id),
        (_, Some(kind), _, _) => Instr::Float2(op, kind),
        _ => Instr::Unsupported(lhs),
    }
}

/// The instruction of a conversion; `None` if the value stays as it is.
fn cast(program: &Program, from: TypeId, to: TypeId, id: ExprId) -> Option<Instr> {
    let (Some(source), Some(target)) = (Class::of(program, from), Class::of(program, to)) else {
        return (from != to && *program.types.kind(to) != TypeKind::Void).then_some(Instr::Unsupported(to));
    };
    let pointer = Shape { signed: false, width: program.types.model().pointer_bytes() as u32 * 8 };
    Some(match (source, target) {
        (Class::Float(kind), Class::Bool) => Instr::FloatToBool(kind),
        (_, Class::Bool) => Instr::IntToBool,
        (Class::Float(a), Class::Float(b)) if a == b => return None,
        (Class::Float(a), Class::Float(b)) => Instr::FloatToFloat(a, b),
        (Class::Float(kind), Class::Int(shape)) => Instr::FloatToInt(kind, shape, id),
        (Class::Float(kind), Class::Pointer) => Instr::FloatToInt(kind, pointer, id),
        (Class::Int(shape), Class::Float(kind)) => Instr::IntToFloat(shape, kind),
        (Class::Bool, Class::Float(kind)) => Instr::IntToFloat(Shape { signed: false, width: 1 }, kind),
        (Class::Pointer, Class::Float(kind)) => Instr::IntToFloat(pointer, kind),
        (Class::Int(_) | Class::Bool | Class::Pointer, Class::Int(shape)) => Instr::IntToInt(shape, id),
        (Class::Int(_) | Class::Bool, Class::Pointer) => Instr::IntToPointer,
        (Class::Pointer, Class::Pointer) => return None,
    })
}
