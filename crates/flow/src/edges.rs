//! What an edge reads and writes: the one description that everybody takes.
//!
//! [`writes`] names everything that an operation may change, in terms of variables, places and what arguments point
//! to; whoever knows where a pointer points may say it more precisely, never less. What calls of functions without a
//! body do comes from [`Effects`].

use crate::effects::{Effects, Extent, Memory, Returned};
use argand_cfa::walk::{self, Node};
use argand_cfa::{ExprId, ExprKind, ExternId, FuncId, LibFn, Op, PlaceId, PlaceKind, Program, VarId};

/// Something that an edge may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Write<'p> {
    /// All of a variable.
    Var(VarId),
    /// A place.
    Place(PlaceId),
    /// Bytes from where a pointer points to; as many as an expression says, or from there on as many as it likes.
    Behind {
        /// The pointer.
        pointer: ExprId,
        /// How many bytes.
        bytes: Option<ExprId>,
    },
    /// What an argument points to, if the format of the call asks for a count.
    Count(ExprId),
    /// A list of arguments, and what they point to if the format of the call asks for counts.
    List(ExprId),
    /// Whatever these arguments point to, directly or through other pointers.
    Reachable(&'p [ExprId]),
    /// The object that a pointer points to: it ends.
    Freed(ExprId),
    /// The variables of an activation of a function: it begins or ends.
    Frame(FuncId),
    /// Anything that a pointer can reach.
    Anything,
}

impl Write<'_> {
    /// Whether what is written depends on the value of a pointer.
    #[must_use]
    pub fn is_through_pointer(&self, program: &Program) -> bool {
        match *self {
            Self::Var(_) | Self::Frame(_) => false,
            Self::Place(place) => program.pool.deref_pointer(place).is_some(),
            Self::Behind { .. }
            | Self::Count(_)
            | Self::List(_)
            | Self::Reachable(_)
            | Self::Freed(_)
            | Self::Anything => true,
        }
    }
}

/// A call of a function without a body.
#[derive(Clone, Copy, Debug)]
pub struct Call<'p> {
    /// Its meaning.
    pub model: LibFn,
    /// What it does.
    pub effects: Effects,
    /// Its arguments.
    pub args: &'p [ExprId],
    /// The variable that takes its result.
    pub dst: Option<VarId>,
}

impl<'p> Call<'p> {
    /// A call of the program.
    #[must_use]
    pub fn of(program: &'p Program, id: ExternId) -> Self {
        let (model, call) = (program.extern_model(id), &program.extern_calls[id]);
        Self { model, effects: Effects::of(model), args: &call.args, dst: call.dst }
    }

    /// The argument with this number.
    #[must_use]
    pub fn arg(&self, index: usize) -> Option<ExprId> {
        self.args.get(index).copied()
    }

    /// The format that says whether counts are written.
    #[must_use]
    pub fn format(&self) -> Option<ExprId> {
        self.arg(self.effects.format?)
    }

    /// Whether the size of the object that the call makes may not be a number that the machine has, so that there is
    /// none and the result is null.
    #[must_use]
    pub fn may_be_too_large(&self, program: &Program) -> bool {
        let Returned::Object { first, last, .. } = self.effects.returns else { return false };
        if first == last {
            return false;
        }
        let mut most = 1u128;
        for index in first..=last {
            let factor = self.arg(index).and_then(|arg| largest(program, arg));
            match factor.and_then(|factor| most.checked_mul(factor)) {
                Some(product) => most = product,
                None => return true,
            }
        }
        most >> (program.types.model().pointer_bytes() * 8) != 0
    }

    /// Calls `visit` for all that the call may change, the variable that takes its result aside.
    pub fn writes(&self, program: &Program, mut visit: impl FnMut(Write<'p>)) {
        for memory in self.effects.writes {
            self.touched(program, *memory, &mut visit);
        }
        if let Some(freed) = self.effects.frees {
            visit(self.arg(freed).map_or(Write::Anything, Write::Freed));
        }
    }

    /// Calls `visit` for the memory that the call reads behind its arguments.
    pub fn reads(&self, program: &Program, mut visit: impl FnMut(Write<'p>)) {
        for memory in self.effects.reads {
            self.touched(program, *memory, &mut visit);
        }
    }

    fn touched(&self, program: &Program, memory: Memory, visit: &mut impl FnMut(Write<'p>)) {
        match memory {
            Memory::Behind { pointer, extent } => {
                let bytes = match extent {
                    Extent::Argument(size) => self.arg(size),
                    Extent::List | Extent::Unknown => None,
                };
                visit(self.arg(pointer).map_or(Write::Anything, |pointer| Write::Behind { pointer, bytes }));
            }
            Memory::Reachable { from } => visit(Write::Reachable(self.args.get(from..).unwrap_or_default())),
            Memory::Variadic { from } => {
                let rest = self.args.get(from..).unwrap_or_default();
                rest.iter()
                    .filter(|&&arg| may_be_address(program, arg))
                    .for_each(|&a| visit(Write::Count(a)));
            }
            Memory::List { list } => visit(self.arg(list).map_or(Write::Anything, Write::List)),
        }
    }
}

/// Whether the value of an expression can be an address: pointers and integers that are as wide.
#[must_use]
pub fn may_be_address(program: &Program, expr: ExprId) -> bool {
    let types = &program.types;
    let width = types.int_shape(program.expr(expr).ty).map(|(_, width)| u64::from(width));
    width.is_some_and(|width| width >= types.model().pointer_bytes() * 8)
}

/// The largest number that an unsigned expression can be, as far as it says so itself.
fn largest(program: &Program, expr: ExprId) -> Option<u128> {
    let of_type = |expr: ExprId| match program.types.int_shape(program.expr(expr).ty)? {
        (false, width) => 1u128.checked_shl(width).map(|above| above - 1),
        (true, _) => None,
    };
    match program.expr(expr).kind {
        ExprKind::Int(value) => u128::try_from(value).ok(),
        ExprKind::Cast(operand) => match (largest(program, operand), of_type(expr)) {
            (Some(inner), Some(outer)) => Some(inner.min(outer)),
            (_, outer) => outer,
        },
        _ => of_type(expr),
    }
}

/// Calls `visit` for all that an operation may change.
pub fn writes<'p>(program: &'p Program, op: &'p Op, mut visit: impl FnMut(Write<'p>)) {
    match op {
        Op::Noop | Op::Assume { .. } | Op::Halt(_) | Op::Summary(_) | Op::Unsupported(_) => {}
        Op::Assign { dst, .. } | Op::Havoc { dst, .. } => visit(Write::Place(*dst)),
        Op::Init { var, .. } | Op::Declare { var, .. } | Op::Dead { var } => visit(Write::Var(*var)),
        Op::Call(site) => visit(Write::Frame(program.call_sites[*site].callee)),
        Op::Return(site) => {
            let site = &program.call_sites[*site];
            visit(Write::Frame(site.callee));
            site.dst.into_iter().for_each(|dst| visit(Write::Var(dst)));
        }
        Op::Extern(id) => {
            let call = Call::of(program, *id);
            call.writes(program, &mut visit);
            call.dst.into_iter().for_each(|dst| visit(Write::Var(dst)));
        }
    }
}

/// Calls `visit` for every variable that an operation reads or whose address it takes; a variable that stands in
/// several places is named several times. The variable that is assigned or initialised as a whole is not read.
pub fn read_vars(program: &Program, op: &Op, mut visit: impl FnMut(VarId)) {
    let mut walk_from = |node: Node| {
        walk::for_each_node(program, node, |node| {
            if let Node::Place(place) = node
                && let PlaceKind::Var(var) = program.place(place).kind
            {
                visit(var);
            }
        });
    };
    let whole = |place: PlaceId| matches!(program.place(place).kind, PlaceKind::Var(_));
    match op {
        Op::Assign { dst, src } if whole(*dst) => walk_from(Node::Expr(*src)),
        Op::Havoc { dst, .. } if whole(*dst) => {}
        Op::Init { entries, .. } => {
            for entry in entries {
                let mut target = Some(entry.place);
                while let Some(place) = target.take() {
                    walk::parts(program, Node::Place(place), |part| match part {
                        Node::Place(base) => target = Some(base),
                        Node::Expr(_) => walk_from(part),
                    });
                }
                walk_from(Node::Expr(entry.value));
            }
        }
        Op::Noop
        | Op::Assume { .. }
        | Op::Assign { .. }
        | Op::Havoc { .. }
        | Op::Declare { .. }
        | Op::Dead { .. }
        | Op::Call(_)
        | Op::Return(_)
        | Op::Summary(_)
        | Op::Extern(_)
        | Op::Halt(_)
        | Op::Unsupported(_) => walk::operands(program, op, walk_from),
    }
}
