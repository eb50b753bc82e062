//! Accesses to registers: a read gives any value, which is an input, and what is written is gone.
//!
//! A register is no memory: two reads of one give two values, whatever was written between them, so that there is nothing
//! to remember and nothing that an analysis must know of addresses. Where only the program decides whether an access goes
//! to a register, it becomes a branch on the address: inside of a range it is one, elsewhere the access is what it was,
//! and as invalid as it was. A function without a body that gets such an address is not supported, unless it is one of
//! the user's, which may do with registers what it likes.

use super::pointers::{Access, Pointers};
use super::reads::{Read, Reads, temporary};
use super::{follows_arguments, splice};
use crate::build;
use crate::cursor::Cursor;
use argand_cfa::walk::{Node, operands};
use argand_cfa::{
    AddressRange, BinaryOp, EdgeId, ExprId, ExprKind, ExternId, FuncId, LibFn, LocId, NondetSource, Op,
    PlaceId, PlaceKind, Program, VarId,
};
use argand_support::{FxHashMap, FxHashSet, Span};

/// What is said of a call of a library function that is given the address of a register.
const UNSUPPORTED: &str = "a library function that accesses registers";

/// Makes accesses to the registers of a program what they are; the places that are registers whenever they are accessed.
pub(super) fn lower(program: &mut Program) -> FxHashSet<PlaceId> {
    let ranges = program.registers.clone();
    if ranges.is_empty() {
        return FxHashSet::default();
    }
    let pointers = Pointers::of(program, &ranges);
    let mut accesses = FxHashMap::default();
    for (place, _) in program.pool.iter_places() {
        let access = pointers.access(program, place);
        if access != Access::Memory {
            accesses.insert(place, access);
        }
    }
    let always = accesses.iter().filter(|(_, access)| **access == Access::Register);
    let always = always.map(|(&place, _)| place).collect();
    let mut lowering = Lowering { ranges, pointers, accesses };
    for loc in program.locs.indices() {
        lowering.location(program, loc);
    }
    always
}

struct Lowering {
    ranges: Vec<AddressRange>,
    pointers: Pointers,
    /// The places that are not only memory, as they are written.
    accesses: FxHashMap<PlaceId, Access>,
}

/// An access that is to be decided: what it is about, and where it stands.
struct Site {
    func: FuncId,
    span: Span,
}

impl Lowering {
    fn access(&self, place: PlaceId) -> Access {
        self.accesses.get(&place).copied().unwrap_or(Access::Memory)
    }

    /// Lowers what stands on the edges of a location.
    fn location(&mut self, program: &mut Program, loc: LocId) {
        let edges = program.locs[loc].out.clone();
        let Some(&first) = edges.first() else { return };
        let site = Site { func: program.locs[loc].func, span: program.edges[first].span };
        if self.plain_read(program, first, &site) {
            return;
        }
        let written = if let Op::Assign { dst, .. } | Op::Havoc { dst, .. } = program.edges[first].op {
            Some(dst)
        } else {
            None
        };
        let accesses = std::mem::take(&mut self.accesses);
        let wanted = |_: &Program, place: PlaceId| accesses.contains_key(&place);
        let mut reads = Reads::new(&wanted, site.func, site.span);
        let mut reading = false;
        for &edge in &edges {
            let mut nodes: Vec<Node> = Vec::new();
            operands(program, &program.edges[edge].op, |node| nodes.push(node));
            reading |= nodes.into_iter().any(|node| reads.holds(program, node));
        }
        let mut found = Vec::new();
        if reading {
            for &edge in &edges {
                reads.edge(program, edge);
            }
            found = reads.found;
        }
        self.accesses = accesses;
        if !found.is_empty() {
            let after = splice::after_location(program, loc);
            let mut cursor = Cursor::at(loc);
            for read in found {
                cursor = self.read(program, cursor, &read, &site);
            }
            cursor.lead_to(program, after);
        }
        if let Some(written) = written {
            self.write(program, first, written, &site);
        }
        if let Op::Extern(call) = program.edges[first].op {
            self.library_call(program, first, call, &site);
        }
    }

    /// Lowers an edge that does nothing but read one place into a variable; whether it is one.
    fn plain_read(&self, program: &mut Program, edge: EdgeId, site: &Site) -> bool {
        let Op::Assign { dst, src } = program.edges[edge].op else { return false };
        let ExprKind::Load(place) = program.expr(src).kind else { return false };
        if !matches!(program.place(dst).kind, PlaceKind::Var(_)) {
            return false;
        }
        let wanted = |_: &Program, inner: PlaceId| self.accesses.contains_key(&inner);
        let access = self.access(place);
        if access == Access::Memory
            || Reads::new(&wanted, site.func, site.span).holds(program, Node::Place(place))
        {
            return false;
        }
        // What was read of a volatile object is an input already.
        let next = program.locs[program.edges[edge].to].out.first().map(|&next| &program.edges[next].op);
        let follows =
            matches!(next, Some(Op::Havoc { dst: again, source: NondetSource::Volatile }) if *again == dst);
        let given = if follows { Op::Noop } else { Op::Havoc { dst, source: NondetSource::Register } };
        if access == Access::Register {
            program.edges[edge].op = given;
            return true;
        }
        let (from, to) = (program.edges[edge].from, program.edges[edge].to);
        let after = splice::after_location(program, from);
        let (mut inside, outside) = self.decide(program, Cursor::at(from), place, site);
        inside.emit(program, site.func, given, site.span);
        inside.lead_to(program, to);
        outside.lead_to(program, after);
        true
    }

    /// A read that stands by itself.
    fn read(&self, program: &mut Program, mut cursor: Cursor, read: &Read, site: &Site) -> Cursor {
        let dst = build::var_place(program, read.into);
        let given = Op::Havoc { dst, source: NondetSource::Register };
        let src = build::load(program, read.place);
        match self.access(read.written) {
            Access::Memory => cursor.emit(program, site.func, Op::Assign { dst, src }, site.span),
            Access::Register => cursor.emit(program, site.func, given, site.span),
            Access::Either => {
                let (mut inside, mut outside) = self.decide(program, cursor, read.place, site);
                inside.emit(program, site.func, given, site.span);
                outside.emit(program, site.func, Op::Assign { dst, src }, site.span);
                inside.join(program, outside);
                return inside;
            }
        }
        cursor
    }

    /// The write of an edge; `written` is the place as it was written before reads were taken out.
    fn write(&self, program: &mut Program, edge: EdgeId, written: PlaceId, site: &Site) {
        let access = self.access(written);
        if access == Access::Memory {
            return;
        }
        // What is computed for a register is computed all the same.
        let (place, gone) = if let Op::Assign { dst, src } = program.edges[edge].op {
            let lost: VarId = temporary(program, site.func, dst, site.span);
            (dst, Op::Assign { dst: build::var_place(program, lost), src })
        } else if let Op::Havoc { dst, .. } = program.edges[edge].op {
            (dst, Op::Noop)
        } else {
            return;
        };
        if access == Access::Register {
            program.edges[edge].op = gone;
            return;
        }
        let (from, to) = (program.edges[edge].from, program.edges[edge].to);
        let after = splice::after_location(program, from);
        let (mut inside, outside) = self.decide(program, Cursor::at(from), place, site);
        inside.emit(program, site.func, gone, site.span);
        inside.lead_to(program, to);
        outside.lead_to(program, after);
    }

    /// A call of a function without a body that may get addresses of registers.
    fn library_call(&self, program: &mut Program, edge: EdgeId, call: ExternId, site: &Site) {
        let model = program.extern_model(call);
        if !follows_arguments(model) {
            return;
        }
        for at in 0..program.extern_calls[call].args.len() {
            let arg = program.extern_calls[call].args[at];
            let is_pointer = program.types.is_pointer(program.expr(arg).ty);
            let access = if is_pointer { self.pointers.target(program, arg) } else { Access::Memory };
            if access == Access::Memory {
                continue;
            }
            let (from, to) = (program.edges[edge].from, program.edges[edge].to);
            let after = splice::after_location(program, from);
            let (mut inside, outside) = self.split(program, Cursor::at(from), arg, (0, 1), site);
            if model == LibFn::Outside {
                self.hand_out(program, inside, (call, at), to, site);
            } else {
                let reason = program.names.intern(UNSUPPORTED);
                inside.emit(program, site.func, Op::Unsupported(reason), site.span);
                inside.lead_to(program, to);
            }
            outside.lead_to(program, after);
        }
    }

    /// A call of a function outside with the address of a register: nothing that the program can see depends on what the
    /// function does there, so that the call is one with null.
    fn hand_out(
        &self,
        program: &mut Program,
        mut cursor: Cursor,
        (call, at): (ExternId, usize),
        to: LocId,
        site: &Site,
    ) {
        let mut other = program.extern_calls[call].clone();
        let ty = program.expr(other.args[at]).ty;
        other.args[at] = build::int(program, 0, ty);
        let other = program.extern_calls.push(other);
        let Some(from) = cursor.here(program, site.func) else { return };
        let edge = program.add_edge(from, to, Op::Extern(other), site.span);
        self.library_call(program, edge, other, site);
    }

    /// Where a place is a register, and where it is not.
    fn decide(&self, program: &mut Program, cursor: Cursor, place: PlaceId, site: &Site) -> (Cursor, Cursor) {
        let extent = program.place_extent(place);
        let bits = extent.bit_width.unwrap_or(8);
        // A bit-field has no address, but what it is a member of has one.
        let (base, bit) = match program.place(place).kind {
            PlaceKind::Field { base, .. } => {
                (base, program.field_of(place).map_or(0, |field| field.bit_offset))
            }
            PlaceKind::Var(_) | PlaceKind::Deref(_) | PlaceKind::Index { .. } => (place, 0),
        };
        let address = build::addr_of(program, base);
        let size = (bit % 8 + bits).div_ceil(8);
        self.split(program, cursor, address, (bit / 8, size), site)
    }

    /// Where `size` bytes, so many bytes from a pointer, are registers, and where they are not.
    fn split(
        &self,
        program: &mut Program,
        cursor: Cursor,
        pointer: ExprId,
        (from, size): (u64, u64),
        site: &Site,
    ) -> (Cursor, Cursor) {
        let ty = program.types.size_t();
        let number = build::cast(program, pointer, ty);
        let (mut inside, mut outside) = (Cursor::default(), cursor);
        for range in &self.ranges {
            let last =
                range.last().checked_sub(size.saturating_sub(1)).and_then(|last| last.checked_sub(from));
            let Some(last) = last else { continue };
            let first = range.first().saturating_sub(from);
            if last < first {
                continue;
            }
            let low = build::int(program, i128::from(first), ty);
            let high = build::int(program, i128::from(last), ty);
            let above = build::binary(program, BinaryOp::Ge, number, low);
            let below = build::binary(program, BinaryOp::Le, number, high);
            let (mut reached, mut rest) = outside.split(program, site.func, above, [None, None], site.span);
            let (found, beyond) = reached.split(program, site.func, below, [None, None], site.span);
            rest.join(program, beyond);
            inside.join(program, found);
            outside = rest;
        }
        (inside, outside)
    }
}
