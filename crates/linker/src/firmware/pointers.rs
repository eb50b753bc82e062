//! Which pointers may be the address of a register.
//!
//! Such an address is a number that somebody wrote, or one that was computed. For each variable that is a pointer and
//! whose address nobody takes, and for each type of pointers that lie elsewhere, this finds the numbers that may be in
//! there, whatever the order of steps. A program that reads a pointer in memory as one of another type is taken to read
//! any number there.

use argand_cfa::{
    AddressRange, BinaryOp, DataModel, ExprId, ExprKind, LibFn, NondetSource, Op, PlaceBase, PlaceId,
    PlaceKind, Program, RecordKind, TypeId, TypeKind, VarId, VarKind,
};
use argand_support::{FxHashMap, Idx as _};
use std::collections::BTreeSet;

/// More numbers than this are any number.
const MOST: usize = 32;

/// The last address of a machine.
pub(super) const fn last_address(model: DataModel) -> u64 {
    match model {
        DataModel::Ilp32 => u32::MAX as u64,
        DataModel::Lp64 => u64::MAX,
    }
}

/// Whether an access goes to registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// Never.
    Memory,
    /// The program decides.
    Either,
    /// Whenever it happens.
    Register,
}

/// What a pointer may be.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Origins {
    /// These numbers.
    numbers: BTreeSet<u64>,
    /// Any number.
    computed: bool,
    /// Something else: the address of an object, null, nothing at all.
    other: bool,
}

impl Origins {
    fn other() -> Self {
        Self { other: true, ..Self::default() }
    }

    fn anything() -> Self {
        Self { computed: true, other: true, numbers: BTreeSet::new() }
    }

    /// Adds what another may be; whether that is new.
    fn join(&mut self, other: &Self) -> bool {
        let before = (self.numbers.len(), self.computed, self.other);
        self.numbers.extend(&other.numbers);
        self.computed |= other.computed || self.numbers.len() > MOST;
        self.other |= other.other;
        if self.computed {
            self.numbers.clear();
        }
        (self.numbers.len(), self.computed, self.other) != before
    }

    /// The same, so many bytes further on, or anywhere.
    fn moved(mut self, by: Option<i128>, mask: u64) -> Self {
        match by {
            Some(by) => {
                self.numbers =
                    self.numbers.iter().map(|&number| number.wrapping_add(by as u64) & mask).collect();
            }
            None => {
                self.computed |= !self.numbers.is_empty();
                self.numbers.clear();
            }
        }
        self
    }
}

/// What the pointers of a program may be.
pub(super) struct Pointers {
    vars: FxHashMap<VarId, Origins>,
    memory: FxHashMap<TypeId, Origins>,
    /// Whether pointers in memory are read as others.
    punned: bool,
    ranges: Vec<AddressRange>,
    /// The number of the variables that are known; others were made since.
    known: usize,
    mask: u64,
    changed: bool,
}

impl Pointers {
    pub(super) fn of(program: &Program, ranges: &[AddressRange]) -> Self {
        let mut this = Self {
            vars: FxHashMap::default(),
            memory: FxHashMap::default(),
            punned: is_punned(program),
            ranges: ranges.to_vec(),
            known: program.vars.len(),
            mask: last_address(program.types.model()),
            changed: true,
        };
        for (var, info) in program.vars.iter_enumerated() {
            // A parameter has what it is given; others have something before they are given anything.
            let given = matches!(info.kind, VarKind::Param | VarKind::Temp | VarKind::Return)
                || !info.undefined && info.is_static() && program.read_only.contains(&var);
            if !given && program.types.is_pointer(info.ty) {
                this.vars.insert(var, Origins::other());
            }
        }
        while std::mem::take(&mut this.changed) {
            for edge in &program.edges {
                this.step(program, &edge.op);
            }
        }
        this
    }

    /// Where the accesses of a place go.
    pub(super) fn access(&self, program: &Program, place: PlaceId) -> Access {
        let extent = program.place_extent(place);
        let PlaceBase::Deref(pointer) = extent.base else { return Access::Memory };
        let bits = extent.bit_offset;
        let bytes = bits.map(|bits| bits.div_euclid(8));
        let width = extent.bit_width.unwrap_or(8) + bits.map_or(0, |bits| bits.rem_euclid(8) as u64);
        self.reach(&self.value(program, pointer).moved(bytes, self.mask), width.div_ceil(8))
    }

    /// Where a pointer leads.
    pub(super) fn target(&self, program: &Program, pointer: ExprId) -> Access {
        self.reach(&self.value(program, pointer), 1)
    }

    fn reach(&self, origins: &Origins, size: u64) -> Access {
        let inside = |number: &u64| self.ranges.iter().any(|range| range.holds(*number, size));
        let all = origins.numbers.iter().all(inside);
        if !origins.computed && !origins.other && all && !origins.numbers.is_empty() {
            Access::Register
        } else if origins.computed || origins.numbers.iter().any(inside) {
            Access::Either
        } else {
            Access::Memory
        }
    }

    fn value(&self, program: &Program, pointer: ExprId) -> Origins {
        let node = program.expr(pointer);
        match node.kind {
            ExprKind::Int(0) | ExprKind::Float(_) | ExprKind::FuncAddr(_) => Origins::other(),
            ExprKind::Int(number) => {
                Origins { numbers: BTreeSet::from([number as u64 & self.mask]), ..Origins::default() }
            }
            ExprKind::AddrOf(place) => {
                let extent = program.place_extent(place);
                match extent.base {
                    PlaceBase::Var(_) => Origins::other(),
                    PlaceBase::Deref(inner) => {
                        let by = extent.bit_offset.map(|bits| bits.div_euclid(8));
                        self.value(program, inner).moved(by, self.mask)
                    }
                }
            }
            ExprKind::Cast(inner) if program.types.is_pointer(program.expr(inner).ty) => {
                self.value(program, inner)
            }
            ExprKind::Binary(op @ (BinaryOp::PtrAdd | BinaryOp::PtrSub), base, index) => {
                let by = match program.expr(index).kind {
                    ExprKind::Int(index) => {
                        let size = i128::from(program.types.pointee_size(node.ty));
                        let bytes = index.checked_mul(size);
                        if op == BinaryOp::PtrSub { bytes.map(|bytes| -bytes) } else { bytes }
                    }
                    _ => None,
                };
                self.value(program, base).moved(by, self.mask)
            }
            ExprKind::Load(place) => self.at(program, place),
            ExprKind::Cast(_) | ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Intrinsic(..) => {
                Origins::anything()
            }
        }
    }

    /// What may be at a place.
    fn at(&self, program: &Program, place: PlaceId) -> Origins {
        let known = match self.variable(program, place) {
            Some(var) if var.index() >= self.known => return Origins::anything(),
            Some(var) => self.vars.get(&var),
            None if self.punned || self.access(program, place) != Access::Memory => {
                return Origins::anything();
            }
            None => {
                let mut found = self.memory.get(&program.place(place).ty).cloned().unwrap_or_default();
                found.other = true;
                return found;
            }
        };
        known.cloned().unwrap_or_default()
    }

    /// The variable that a place is, if nothing else can be.
    fn variable(&self, program: &Program, place: PlaceId) -> Option<VarId> {
        match program.place(place).kind {
            PlaceKind::Var(var) => Some(var).filter(|&var| !program.vars[var].addressed),
            PlaceKind::Deref(_) | PlaceKind::Field { .. } | PlaceKind::Index { .. } => None,
        }
    }

    fn write(&mut self, program: &Program, place: PlaceId, origins: &Origins) {
        let ty = program.place(place).ty;
        if !program.types.is_pointer(ty) {
            return;
        }
        self.changed |= match self.variable(program, place) {
            Some(var) => self.vars.entry(var).or_default().join(origins),
            None => self.memory.entry(ty).or_default().join(origins),
        };
    }

    fn write_var(&mut self, program: &Program, var: VarId, origins: &Origins) {
        if !program.types.is_pointer(program.vars[var].ty) {
            return;
        }
        let holder = if program.vars[var].addressed {
            self.memory.entry(program.vars[var].ty).or_default()
        } else {
            self.vars.entry(var).or_default()
        };
        self.changed |= holder.join(origins);
    }

    fn assign(&mut self, program: &Program, dst: PlaceId, src: ExprId) {
        if program.types.is_pointer(program.expr(src).ty) {
            let origins = self.value(program, src);
            self.write(program, dst, &origins);
        }
    }

    fn step(&mut self, program: &Program, op: &Op) {
        match op {
            Op::Assign { dst, src } => self.assign(program, *dst, *src),
            Op::Init { entries, .. } => {
                for entry in entries {
                    self.assign(program, entry.place, entry.value);
                }
            }
            Op::Havoc { dst, source } => {
                // What comes from outside with a meaning is the address of something there.
                let meant = matches!(source, NondetSource::MainArgs | NondetSource::UndefinedVar);
                let origins = if meant { Origins::other() } else { Origins::anything() };
                self.write(program, *dst, &origins);
            }
            Op::Call(site) => {
                let site = &program.call_sites[*site];
                for (&param, &arg) in program.functions[site.callee].params.iter().zip(&site.args) {
                    if program.types.is_pointer(program.expr(arg).ty) {
                        let origins = self.value(program, arg);
                        self.write_var(program, param, &origins);
                    }
                }
            }
            Op::Return(site) => {
                let site = &program.call_sites[*site];
                if let (Some(dst), Some(ret)) = (site.dst, program.functions[site.callee].ret)
                    && program.types.is_pointer(program.vars[ret].ty)
                {
                    let origins = self.vars.get(&ret).cloned().unwrap_or_default();
                    self.write_var(program, dst, &origins);
                }
            }
            Op::Extern(call) => {
                if let Some(dst) = program.extern_calls[*call].dst {
                    let origins = result_of(program.extern_model(*call));
                    self.write_var(program, dst, &origins);
                }
            }
            Op::Noop
            | Op::Assume { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Summary(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => {}
        }
    }
}

/// What a pointer may be that a function without a body returns.
fn result_of(model: LibFn) -> Origins {
    match model {
        LibFn::Nondet
        | LibFn::Open
        | LibFn::VaArg
        | LibFn::Memcpy
        | LibFn::Memmove
        | LibFn::Memset
        | LibFn::Foreign
        | LibFn::UnknownCallee => Origins::anything(),
        LibFn::Undefined
        | LibFn::Outside
        | LibFn::NondetMemory
        | LibFn::OpenMemory
        | LibFn::Malloc
        | LibFn::Calloc
        | LibFn::Free
        | LibFn::Alloca
        | LibFn::Exit
        | LibFn::Abort
        | LibFn::AssertFail
        | LibFn::Unreachable
        | LibFn::Printf
        | LibFn::Fprintf
        | LibFn::Sprintf
        | LibFn::Snprintf
        | LibFn::Vprintf
        | LibFn::Vfprintf
        | LibFn::Vsprintf
        | LibFn::Vsnprintf
        | LibFn::Puts
        | LibFn::Fputs
        | LibFn::Putchar
        | LibFn::VaStart
        | LibFn::VaEnd
        | LibFn::VaCopy
        | LibFn::NullCall => Origins::other(),
    }
}

/// Whether the program may read a pointer in memory that was written as another, or as a number.
fn is_punned(program: &Program) -> bool {
    let holds_pointer = |ty: TypeId| program.types.is_pointer(ty);
    let unions = program.types.records().any(|(_, record)| {
        record.kind == RecordKind::Union && record.fields.iter().any(|field| holds_pointer(field.ty))
    });
    let width = program.types.model().pointer_bytes();
    let casts = program.pool.iter().any(|(_, expr)| {
        let ExprKind::Cast(inner) = expr.kind else { return false };
        let (Some(to), Some(from)) =
            (program.types.pointee(expr.ty), program.types.pointee(program.expr(inner).ty))
        else {
            return false;
        };
        let number = program.types.is_integer(from) && program.types.size_of(from) == Some(width);
        let known = !matches!(program.types.kind(from), TypeKind::Function(_));
        to != from && holds_pointer(to) && known && (holds_pointer(from) || number)
    });
    unions || casts
}
