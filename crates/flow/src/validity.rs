//! Accesses to memory that nothing shows to be valid.
//!
//! What a C program does after an access to memory that is not there is open: the compiled program may go on with other
//! values than anybody computed. Analyses that do not look at this speak of runs without such accesses only, and a proof
//! must say so, unless every access can be shown to be valid. [`is_shown`] holds the accesses of one edge against what is
//! known there ([`Knowledge`]); [`doubtful`] lists the edges that show nothing by themselves.
//!
//! Showing edge after edge is no circle: what an analysis knows of a place is true of every run up to its first invalid
//! access, so that, if all accesses are valid in all its states, no run has a first one.

use crate::callgraph::CallGraph;
use crate::edges::{Call, Write};
use crate::formats::{Formats, literal_of};
use argand_cfa::program::PlaceBase;
use argand_cfa::types::{ArrayLen, TypeKind};
use argand_cfa::walk::{self, Node};
use argand_cfa::{EdgeId, ExprId, ExprKind, Op, PlaceId, PlaceKind, Program, VarId, VarKind};

/// Where a pointer may point: a variable that is alive, and the distance from its start in bytes.
pub type Spot = (VarId, i128);

/// What is known where an edge begins.
pub trait Knowledge {
    /// The smallest and the greatest value of an integer expression.
    fn range(&self, expr: ExprId) -> Option<(i128, i128)>;

    /// Everything that a pointer may point to; `None` if that may be something else than variables that are alive.
    fn spots(&self, pointer: ExprId) -> Option<Vec<Spot>>;
}

/// Nothing but what the program says itself.
struct Text;

impl Knowledge for Text {
    fn range(&self, _: ExprId) -> Option<(i128, i128)> {
        None
    }

    fn spots(&self, _: ExprId) -> Option<Vec<Spot>> {
        None
    }
}

/// The edges of functions that are called whose accesses are not valid at first sight.
#[must_use]
pub fn doubtful(program: &Program) -> Vec<EdgeId> {
    let (calls, formats) = (CallGraph::new(program), Formats::of(program));
    let edges = program.edges.iter_enumerated();
    let called = edges.filter(|(_, edge)| calls.is_reachable(program.locs[edge.from].func));
    called.filter(|(_, edge)| !is_shown(program, &formats, &edge.op, &Text)).map(|(id, _)| id).collect()
}

/// Whether all accesses of an operation are valid, as far as is known.
#[must_use]
pub fn is_shown(program: &Program, formats: &Formats, op: &Op, known: &dyn Knowledge) -> bool {
    let check = Check { program, formats, known };
    let mut shown = true;
    let mut visit = |node: Node| shown = shown && check.node(node);
    match op {
        // A variable is initialised within its bounds.
        Op::Init { entries, .. } => entries.iter().for_each(|entry| visit(Node::Expr(entry.value))),
        Op::Noop
        | Op::Assume { .. }
        | Op::Assign { .. }
        | Op::Havoc { .. }
        | Op::Declare { .. }
        | Op::Dead { .. }
        | Op::Call(_)
        | Op::Return(_)
        | Op::Extern(_)
        | Op::Halt(_) => walk::operands(program, op, visit),
        // The arguments stand in the call as well, and what nobody supports is no part of any proof.
        Op::Summary(_) | Op::Unsupported(_) => {}
    }
    if let Op::Extern(id) = op {
        shown = shown && check.library(&Call::of(program, *id));
    }
    shown
}

struct Check<'a> {
    program: &'a Program,
    formats: &'a Formats,
    known: &'a dyn Knowledge,
}

impl Check<'_> {
    /// Whether a place that is written, or an expression that is computed, has valid accesses only.
    fn node(&self, root: Node) -> bool {
        let program = self.program;
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            let (mut within, accessed) = match node {
                Node::Place(place) => (Some(place), true),
                Node::Expr(expr) => match program.expr(expr).kind {
                    ExprKind::Load(place) => (Some(place), true),
                    ExprKind::AddrOf(place) => (Some(place), false),
                    _ => (None, false),
                },
            };
            if accessed && within.is_some_and(|place| !self.is_within(place)) {
                return false;
            }
            if within.is_none() {
                walk::parts(program, node, |part| open.push(part));
            }
            // What a place is part of is not accessed, but where it lies is computed.
            while let Some(place) = within.take() {
                walk::parts(program, Node::Place(place), |part| match part {
                    Node::Place(base) => within = Some(base),
                    Node::Expr(_) => open.push(part),
                });
            }
        }
        true
    }

    /// Whether a place lies in an object that is there.
    fn is_within(&self, mut place: PlaceId) -> bool {
        let program = self.program;
        loop {
            match program.place(place).kind {
                PlaceKind::Var(_) => return true,
                PlaceKind::Field { base, .. } => place = base,
                PlaceKind::Index { base, index } => {
                    let TypeKind::Array { len: ArrayLen::Fixed(len), .. } =
                        program.types.kind(program.place(base).ty)
                    else {
                        return false;
                    };
                    let range = self.range(index);
                    if !range.is_some_and(|(least, most)| least >= 0 && most < i128::from(*len)) {
                        return false;
                    }
                    place = base;
                }
                PlaceKind::Deref(pointer) => {
                    let size = program.types.size_of(program.place(place).ty);
                    return size.is_some_and(|size| self.are_behind(pointer, i128::from(size)));
                }
            }
        }
    }

    /// Whether so many bytes are there wherever a pointer points.
    fn are_behind(&self, pointer: ExprId, bytes: i128) -> bool {
        let fits = |&(var, offset): &Spot| {
            let size = self.program.var_size(var).map(i128::from);
            offset >= 0 && size.is_some_and(|size| offset.checked_add(bytes).is_some_and(|end| end <= size))
        };
        self.spots(pointer).is_some_and(|spots| spots.iter().all(fits))
    }

    fn range(&self, expr: ExprId) -> Option<(i128, i128)> {
        match self.program.expr(expr).kind {
            ExprKind::Int(value) => Some((value, value)),
            _ => self.known.range(expr),
        }
    }

    fn spots(&self, pointer: ExprId) -> Option<Vec<Spot>> {
        let program = self.program;
        let mut address = pointer;
        while let ExprKind::Cast(inner) = program.expr(address).kind
            && program.types.is_pointer(program.expr(inner).ty)
        {
            address = inner;
        }
        if let ExprKind::AddrOf(place) = program.expr(address).kind {
            let extent = program.place_extent(place);
            if let (PlaceBase::Var(var), Some(bits)) = (extent.base, extent.bit_offset) {
                return Some(vec![(var, bits / 8)]);
            }
        }
        self.known.spots(pointer)
    }

    /// Whether a function of the library finds the memory that it needs. Functions outside are not asked: what they may do
    /// is an assumption of its own.
    fn library(&self, call: &Call<'_>) -> bool {
        let mut shown = call.effects.frees.is_none();
        call.reads(self.program, |memory| shown = shown && self.is_there(call, memory, false));
        call.writes(self.program, |memory| shown = shown && self.is_there(call, memory, true));
        shown
    }

    /// Whether the format of a call may ask for counts to be written.
    fn counts(&self, call: &Call<'_>) -> bool {
        let literal = call.format().and_then(|format| literal_of(self.program, format));
        literal.is_none_or(|var| self.formats.may_count(var, None))
    }

    fn is_there(&self, call: &Call<'_>, memory: Write<'_>, written: bool) -> bool {
        match memory {
            Write::Behind { pointer, bytes: Some(bytes) } => {
                self.range(bytes).is_some_and(|(_, most)| most >= 0 && self.are_behind(pointer, most))
            }
            Write::Behind { pointer, bytes: None } => !written && self.is_text(pointer),
            // An argument that is printed; numbers are. Where counts are written, a number may be followed too.
            Write::Count(arg) => {
                let number = !self.program.types.is_pointer(self.program.expr(arg).ty);
                if number { !written || !self.counts(call) } else { self.is_text(arg) }
            }
            Write::Var(_) | Write::Place(_) | Write::Reachable(_) | Write::Frame(_) => true,
            Write::List(_) | Write::Freed(_) | Write::Anything => false,
        }
    }

    /// Whether a pointer points into literals, which end in a null character.
    fn is_text(&self, pointer: ExprId) -> bool {
        let literal = |&(var, _): &Spot| self.program.vars[var].kind == VarKind::StringLiteral;
        self.are_behind(pointer, 1) && self.spots(pointer).is_some_and(|spots| spots.iter().all(literal))
    }
}
