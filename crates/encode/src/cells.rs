//! Cells: the parts of memory that have a term each.

use crate::Encoder;
use argand_cfa::{PlaceKind, Program, TypeId, TypeKind, VarId};
use argand_flow::pointsto::ArrayId;
use argand_logic::{FloatFormat, Sort, TermId};
use argand_support::define_index;

define_index! {
    /// A cell.
    pub struct CellId, "cell";
}

/// What a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CellKind {
    /// A scalar in a variable.
    Scalar {
        /// The variable.
        var: VarId,
        /// Which of the active calls of its function it belongs to; 0 is the outermost.
        depth: u32,
        /// Its distance from the start of the variable in bits.
        bit_offset: u64,
    },
    /// An array of memory.
    Array(ArrayId),
    /// The address of the next allocation.
    HeapTop,
    /// The address of an array of variable length.
    Base {
        /// The array.
        var: VarId,
        /// Which of the active calls of its function it belongs to.
        depth: u32,
    },
    /// The sizes of allocated objects by their addresses, 0 where none begins.
    Sizes,
    /// The addresses at which objects began that are gone.
    Dead,
    /// What the numbers of addresses depend on besides the addresses: another one whenever local variables end their
    /// lives, because they may lie elsewhere in the next one.
    Epoch,
}

impl CellKind {
    /// Whether the cell belongs to the model of memory, not to the program.
    #[must_use]
    pub const fn is_internal(self) -> bool {
        matches!(self, Self::HeapTop | Self::Base { .. } | Self::Sizes | Self::Dead | Self::Epoch)
    }
}

/// A cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// What it is.
    pub kind: CellKind,
    /// Its canonical symbol: its value where nothing happened yet.
    pub symbol: TermId,
    /// Its name, the same in every run.
    pub name: String,
    /// The C type of a scalar.
    pub ty: Option<TypeId>,
}

/// The format of a floating type.
pub(crate) fn float_format(program: &Program, ty: TypeId) -> Option<FloatFormat> {
    use argand_cfa::FloatKind;
    match program.types.kind(ty) {
        TypeKind::Float(FloatKind::Float) => Some(FloatFormat::F32),
        TypeKind::Float(FloatKind::Double) => Some(FloatFormat::F64),
        TypeKind::Float(FloatKind::LongDouble) => Some(FloatFormat::X87),
        _ => None,
    }
}

impl Encoder {
    fn intern(&mut self, kind: CellKind, name: String, sort: Sort, ty: Option<TypeId>) -> CellId {
        let count = self.names.entry(name.clone()).or_insert(0);
        *count += 1;
        let name = if *count == 1 { name } else { format!("{name}~{count}") };
        let symbol = self.pool.var(&name, sort);
        let id = self.cells.push(Cell { kind, symbol, name, ty });
        self.cell_ids.insert(kind, id);
        self.symbols.insert(symbol, id);
        id
    }

    /// The cell of a scalar in a variable.
    pub(crate) fn scalar(
        &mut self,
        program: &Program,
        var: VarId,
        depth: u32,
        bit_offset: u64,
        width: u32,
        ty: TypeId,
    ) -> CellId {
        let kind = CellKind::Scalar { var, depth, bit_offset };
        if let Some(&id) = self.cell_ids.get(&kind) {
            return id;
        }
        let variable = &program.vars[var];
        let mut name = match variable.func {
            Some(func) => format!("{}::{}", program.func_name(func), program.var_name(var)),
            None => program.var_name(var).to_owned(),
        };
        if bit_offset > 0 || !program.types.is_scalar(variable.ty) {
            name.push_str(&format!(".{bit_offset}"));
        }
        if depth > 0 {
            name.push_str(&format!("@{depth}"));
        }
        let sort = float_format(program, ty).map_or(Sort::Bv(width), Sort::Float);
        let id = self.intern(kind, name, sort, Some(ty));
        if let Some(func) = variable.func.filter(|_| !variable.is_static()) {
            self.frame_cells.entry((func, depth)).or_default().push(id);
        }
        id
    }

    /// The cell of an array of memory.
    pub(crate) fn array(&mut self, program: &Program, id: ArrayId) -> CellId {
        let kind = CellKind::Array(id);
        if let Some(&cell) = self.cell_ids.get(&kind) {
            return cell;
        }
        let array = self.layout.partition.array(id);
        let element = array.width;
        let what = match array.named.filter(|_| !array.bytes) {
            Some(place) => accessed_name(program, place),
            None if array.bytes => "bytes".to_owned(),
            None => format!("int{element}"),
        };
        let sort = Sort::Array { index: self.pointer_width, element };
        self.intern(kind, format!("memory:{what}"), sort, None)
    }

    /// A cell of which the model of memory has one.
    fn internal(&mut self, kind: CellKind, name: &str, sort: Sort) -> CellId {
        match self.cell_ids.get(&kind) {
            Some(&id) => id,
            None => self.intern(kind, name.to_owned(), sort, None),
        }
    }

    /// The cell that holds the address of the next allocation.
    pub(crate) fn heap_top(&mut self) -> CellId {
        self.internal(CellKind::HeapTop, "heap", Sort::Bv(self.pointer_width))
    }

    /// The cell that holds the address of an array of variable length.
    pub(crate) fn base(&mut self, program: &Program, var: VarId, depth: u32) -> CellId {
        let kind = CellKind::Base { var, depth };
        if let Some(&id) = self.cell_ids.get(&kind) {
            return id;
        }
        let name = format!("address of {}@{depth}", program.var_name(var));
        let id = self.intern(kind, name, Sort::Bv(self.pointer_width), None);
        if let Some(func) = program.vars[var].func {
            self.frame_cells.entry((func, depth)).or_default().push(id);
        }
        id
    }

    /// The cell that holds the sizes of allocated objects.
    pub(crate) fn sizes(&mut self) -> CellId {
        self.internal(
            CellKind::Sizes,
            "sizes",
            Sort::Array { index: self.pointer_width, element: self.pointer_width },
        )
    }

    /// The cell that tells the lives of local variables apart.
    pub(crate) fn epoch(&mut self) -> CellId {
        self.internal(CellKind::Epoch, "epoch", Sort::Bv(self.pointer_width))
    }

    /// The cell that says which objects are gone.
    pub(crate) fn dead(&mut self) -> CellId {
        self.internal(CellKind::Dead, "dead", Sort::Array { index: self.pointer_width, element: 1 })
    }

    /// The address of a variable that is an object.
    pub(crate) fn address(&mut self, program: &Program, var: VarId, depth: u32) -> u64 {
        if let Some(&address) = self.addresses.get(&(var, depth)) {
            return address;
        }
        let size = program.var_size(var).unwrap_or(1);
        let align = program.vars[var].align.unwrap_or(16).max(16);
        let address = self.next_address.next_multiple_of(align);
        // At least a byte lies between two objects, so that one past the end of one is not the other.
        self.next_address = address + size + 1;
        self.addresses.insert((var, depth), address);
        address
    }
}

/// What is accessed at a place, by the name of the member or else of the kind of value.
fn accessed_name(program: &Program, mut place: argand_cfa::PlaceId) -> String {
    let ty = program.place(place).ty;
    while let PlaceKind::Index { base, .. } = program.place(place).kind {
        place = base;
    }
    if let PlaceKind::Field { base, .. } = program.place(place).kind
        && let TypeKind::Record(record) = program.types.kind(program.place(base).ty)
    {
        let tag = program.types.record(*record).tag.map_or("record", |t| program.names.resolve(t));
        let member = program.field_of(place).and_then(|f| f.name);
        return format!("{tag}.{}", member.map_or("member", |n| program.names.resolve(n)));
    }
    match program.types.kind(ty) {
        TypeKind::Pointer(_) => "pointer".to_owned(),
        TypeKind::Float(kind) => kind.name().to_owned(),
        _ => program.types.int_shape(ty).map_or("bytes".to_owned(), |(_, width)| format!("int{width}")),
    }
}
