//! Reading and writing places.

use crate::layout::Storage;
use crate::{InputKind, Step, Unsupported};
use argand_cfa::{PlaceBase, PlaceId, PlaceKind, TypeId, TypeKind, VarId};
use argand_flow::leaves::{leaves, value_bits};
use argand_flow::pointsto::{ArrayId, Cell, Class, Content, Span};
use argand_logic::{Sort, TermId};

/// Aggregates with more scalars than this are not copied or filled one by one.
pub(crate) const MAX_COPIED: usize = 256;

/// Where an access goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// Into the cells of a variable, so many bits from its start.
    Cells { var: VarId, bit_offset: u64 },
    /// Into memory: an address, where in objects it is, and so many bits from there.
    Memory { cell: Cell, address: TermId, bit: u32 },
    /// Outside of the variable that was meant.
    Nowhere,
}

impl Step<'_> {
    pub(crate) fn depth_of(&self, var: VarId) -> u32 {
        let variable = &self.program.vars[var];
        match variable.func {
            Some(func) if !variable.is_static() => self.state.depth(func),
            _ => 0,
        }
    }

    /// The address of a variable that is an object.
    pub(crate) fn var_address(&mut self, var: VarId) -> TermId {
        let depth = self.depth_of(var);
        if !self.program.vars[var].is_static() && self.program.var_size(var).is_none() {
            let cell = self.enc.base(self.program, var, depth);
            return self.enc.read(self.state, cell);
        }
        let address = self.enc.address(self.program, var, depth);
        if self.enc.next_address > crate::HEAP_START {
            self.state.doubt = self.enc.pool.tt();
        }
        let width = self.enc.pointer_width;
        self.pool().bv(width, address)
    }

    /// The address of a place that is no bit-field.
    pub(crate) fn place_address(&mut self, place: PlaceId) -> Result<TermId, Unsupported> {
        let node = self.program.place(place);
        match node.kind {
            PlaceKind::Var(var) => Ok(self.var_address(var)),
            PlaceKind::Deref(pointer) => self.value(pointer),
            PlaceKind::Field { base, .. } => {
                let outer = self.place_address(base)?;
                let offset = self.program.field_of(place).map_or(0, argand_cfa::Field::offset);
                let width = self.enc.pointer_width;
                let pool = self.pool();
                let offset = pool.bv(width, offset);
                Ok(pool.add(outer, offset))
            }
            PlaceKind::Index { base, index } => {
                let outer = self.place_address(base)?;
                let size = self
                    .program
                    .types
                    .size_of(node.ty)
                    .ok_or_else(|| Unsupported::new("an element of a size known only at run time"))?;
                let ty = self.program.expr(index).ty;
                let index = self.value(index)?;
                let distance = self.scaled(index, ty, size)?;
                Ok(self.pool().add(outer, distance))
            }
        }
    }

    /// Where a place is.
    pub(crate) fn target(&mut self, place: PlaceId) -> Result<Target, Unsupported> {
        if let Some(var) = self.program.pool.root_var(place)
            && self.enc.layout.storage(var) == Storage::Cells
        {
            let extent = self.program.place_extent(place);
            debug_assert_eq!(extent.base, PlaceBase::Var(var));
            let offset = extent.bit_offset.and_then(|o| u64::try_from(o).ok());
            return Ok(offset.map_or(Target::Nowhere, |bit_offset| Target::Cells { var, bit_offset }));
        }
        let cell = self.place_cell(place);
        let address = self.place_address(place)?;
        let bit = self.program.field_of(place).map_or(0, |f| (f.bit_offset % 8) as u32);
        Ok(Target::Memory { cell, address, bit })
    }

    /// Where in which objects a place lies.
    fn place_cell(&mut self, place: PlaceId) -> Cell {
        if let Some(&known) = self.enc.place_cells.get(&place) {
            return known;
        }
        let cell = self.enc.layout.points_to.place(self.program, place);
        self.enc.place_cells.insert(place, cell);
        cell
    }

    fn place_width(&self, place: PlaceId) -> Result<u32, Unsupported> {
        let field = self.program.field_of(place).and_then(|f| f.bit_width);
        field
            .or_else(|| value_bits(&self.program.types, self.program.place(place).ty))
            .ok_or_else(|| Unsupported::new("a value that is neither a number nor an address"))
    }

    /// The value of a scalar place.
    pub(crate) fn load(&mut self, place: PlaceId) -> Result<TermId, Unsupported> {
        let ty = self.program.place(place).ty;
        let target = self.target(place)?;
        let width = self.place_width(place)?;
        self.read(target, width, ty)
    }

    /// The value of a scalar at a target.
    pub(crate) fn read(&mut self, target: Target, width: u32, ty: TypeId) -> Result<TermId, Unsupported> {
        match target {
            Target::Cells { var, bit_offset } => {
                if !self.has_leaf(var, bit_offset, width) {
                    let sort = self.sort(ty)?;
                    return Ok(self.input(InputKind::Unknown, sort));
                }
                let depth = self.depth_of(var);
                let cell = self.enc.scalar(self.program, var, depth, bit_offset, width, ty);
                let value = self.enc.read(self.state, cell);
                if matches!(self.enc.pool.sort(value), Sort::Float(_)) {
                    return Ok(value);
                }
                self.value_of_bits(value, ty)
            }
            Target::Memory { cell, address, bit } => {
                let span = Span { offsets: cell.offsets, bit, width: u64::from(width) };
                let Some(array) = self.enc.layout.partition.exact(cell.class, span) else {
                    return self.read_pieces(cell, address, bit, width, ty);
                };
                let bits = self.read_bits(array, address, bit, width);
                let numbers = self.enc.layout.partition.array(array).content == Content::Numbers;
                if numbers && self.program.types.is_pointer(ty) {
                    return self.integer_to_pointer(bits, self.program.types.size_t());
                }
                self.value_of_bits(bits, ty)
            }
            Target::Nowhere => {
                let sort = self.sort(ty)?;
                Ok(self.input(InputKind::Unknown, sort))
            }
        }
    }

    /// Whether a variable made of cells has a scalar of this width here.
    fn has_leaf(&self, var: VarId, bit_offset: u64, width: u32) -> bool {
        let ty = self.program.vars[var].ty;
        if self.program.types.is_scalar(ty) {
            return bit_offset == 0;
        }
        leaves(&self.program.types, ty, MAX_COPIED)
            .is_some_and(|all| all.iter().any(|l| l.bit_offset == bit_offset && l.width == width))
    }

    /// The bits that an access finds in an array that holds all of them.
    pub(crate) fn read_bits(&mut self, id: ArrayId, address: TermId, bit: u32, width: u32) -> TermId {
        let cell = self.enc.array(self.program, id);
        let array = self.enc.read(self.state, cell);
        if !self.enc.layout.partition.array(id).bytes {
            return self.pool().select(array, address);
        }
        let bytes = (bit + width).div_ceil(8);
        let pool = self.pool();
        let mut all = pool.select(array, address);
        for k in 1..bytes {
            let index = offset(pool, address, u64::from(k));
            let byte = pool.select(array, index);
            all = pool.concat(byte, all);
        }
        pool.extract(all, bit + width - 1, bit)
    }

    /// Writes a scalar place.
    pub(crate) fn store(&mut self, place: PlaceId, value: TermId) -> Result<(), Unsupported> {
        let ty = self.program.place(place).ty;
        let target = self.target(place)?;
        let width = self.place_width(place)?;
        self.write(target, width, ty, value)
    }

    /// Writes a scalar at a target.
    pub(crate) fn write(
        &mut self,
        target: Target,
        width: u32,
        ty: TypeId,
        value: TermId,
    ) -> Result<(), Unsupported> {
        match target {
            Target::Cells { var, bit_offset } => {
                if !self.has_leaf(var, bit_offset, width) {
                    return Ok(());
                }
                let depth = self.depth_of(var);
                let cell = self.enc.scalar(self.program, var, depth, bit_offset, width, ty);
                let value = if matches!(self.enc.pool.sort(value), Sort::Float(_)) {
                    value
                } else {
                    self.pool().resize(value, width, false)
                };
                self.state.set(cell, value);
                Ok(())
            }
            Target::Memory { cell, address, bit } => {
                let span = Span { offsets: cell.offsets, bit, width: u64::from(width) };
                let Some(array) = self.enc.layout.partition.exact(cell.class, span) else {
                    return self.write_pieces(cell, address, bit, width, ty, value);
                };
                let numbers = self.enc.layout.partition.array(array).content == Content::Numbers;
                let value = if numbers && self.program.types.is_pointer(ty) {
                    self.pointer_to_integer(value, self.program.types.size_t())?
                } else {
                    value
                };
                let bits = self.bits_of(value, numbers);
                self.write_bits(array, address, bit, width, bits);
                Ok(())
            }
            Target::Nowhere => Ok(()),
        }
    }

    /// Writes bits into an array: an element, or as many bytes as it takes.
    pub(crate) fn write_bits(&mut self, id: ArrayId, address: TermId, bit: u32, width: u32, bits: TermId) {
        let cell = self.enc.array(self.program, id);
        let bits = self.pool().resize(bits, width, false);
        let mut array = self.enc.read(self.state, cell);
        let (bytes, element) = {
            let array = self.enc.layout.partition.array(id);
            (array.bytes, array.width)
        };
        if !bytes {
            let bits = self.pool().resize(bits, element, false);
            array = self.pool().store(array, address, bits);
            self.state.set(cell, array);
            return;
        }
        let pool = &mut self.enc.pool;
        let (mut low, mut at) = (0, 0_u32);
        // The bits of the value go to the bytes one after another; a byte that it fills in part keeps the rest.
        while low < width {
            let start = if at == 0 { bit } else { 0 };
            let count = (8 - start).min(width - low);
            let index = offset(pool, address, u64::from(at));
            let piece = pool.extract(bits, low + count - 1, low);
            let byte = if count == 8 {
                piece
            } else {
                let old = pool.select(array, index);
                let mut byte = piece;
                if start > 0 {
                    let below = pool.extract(old, start - 1, 0);
                    byte = pool.concat(byte, below);
                }
                if start + count < 8 {
                    let above = pool.extract(old, 7, start + count);
                    byte = pool.concat(above, byte);
                }
                byte
            };
            array = pool.store(array, index, byte);
            low += count;
            at += 1;
        }
        self.state.set(cell, array);
    }

    /// Copies a whole record.
    pub(crate) fn copy(&mut self, dst: PlaceId, src: PlaceId) -> Result<(), Unsupported> {
        let (to, from) = (self.target(dst)?, self.target(src)?);
        self.copy_between(to, from, self.program.place(dst).ty)
    }

    /// Copies a record between two targets.
    pub(crate) fn copy_between(&mut self, to: Target, from: Target, ty: TypeId) -> Result<(), Unsupported> {
        // Padding is copied too.
        if let (
            Target::Memory { cell: to_cell, address: to_address, .. },
            Target::Memory { cell, address, .. },
            Some(size),
        ) = (to, from, self.program.types.size_of(ty))
            && size <= MAX_COPIED as u64
        {
            return self.copy_bytes((to_cell, to_address), (cell, address), size);
        }
        let values = self.record_values(from, ty)?;
        self.set_record(to, ty, values)
    }

    /// A target so many bits further on.
    pub(crate) fn inside(&mut self, target: Target, bits: u64) -> Target {
        match target {
            Target::Cells { var, bit_offset } => Target::Cells { var, bit_offset: bit_offset + bits },
            Target::Memory { cell, address, bit } => {
                let first = u64::from(bit) + bits;
                let address = offset(&mut self.enc.pool, address, first / 8);
                let cell = Cell { offsets: cell.offsets.plus(i128::from(first / 8)), ..cell };
                Target::Memory { cell, address, bit: (first % 8) as u32 }
            }
            Target::Nowhere => Target::Nowhere,
        }
    }

    /// Forgets what is known of the memory or the variable at a target.
    pub(crate) fn forget(&mut self, target: Target) {
        match target {
            Target::Memory { cell, .. } => self.forget_class(cell.class, InputKind::Unknown),
            Target::Cells { var, .. } => self.fill_cells(var, InputKind::Unknown),
            Target::Nowhere => {}
        }
    }

    /// Gives all memory of a class arbitrary content.
    pub(crate) fn forget_class(&mut self, class: Class, kind: InputKind) {
        for id in self.enc.layout.partition.arrays_of(class).to_vec() {
            self.forget_array(id, kind);
        }
    }

    /// Gives all elements of an array arbitrary content.
    pub(crate) fn forget_array(&mut self, id: ArrayId, kind: InputKind) {
        let cell = self.enc.array(self.program, id);
        let sort = self.enc.pool.sort(self.enc.symbol(cell));
        let fresh = self.input(kind, sort);
        self.state.set(cell, fresh);
    }

    /// Gives every scalar of a variable made of cells an arbitrary value.
    pub(crate) fn fill_cells(&mut self, var: VarId, kind: InputKind) {
        let depth = self.depth_of(var);
        let ty = self.program.vars[var].ty;
        for leaf in leaves(&self.program.types, ty, MAX_COPIED).unwrap_or_default() {
            let cell = self.enc.scalar(self.program, var, depth, leaf.bit_offset, leaf.width, leaf.ty);
            let sort = self.enc.pool.sort(self.enc.symbol(cell));
            let fresh = self.input(kind, sort);
            if self.is_bool(leaf.ty) && leaf.width > 1 {
                let one = self.pool().bv(leaf.width, 1);
                let valid = self.pool().ule(fresh, one);
                self.state.assume(&mut self.enc.pool, valid);
            }
            self.state.set(cell, fresh);
        }
    }

    /// The zero of a number of so many bits.
    pub(crate) fn zero_of(&mut self, sort: Sort, width: u32) -> TermId {
        match sort {
            Sort::Float(format) => self.pool().fp(argand_logic::Float::zero(format, false)),
            _ => self.pool().bv(width, 0),
        }
    }

    /// Sets every scalar of a variable made of cells to zero.
    pub(crate) fn zero_cells(&mut self, var: VarId) {
        let depth = self.depth_of(var);
        let ty = self.program.vars[var].ty;
        for leaf in leaves(&self.program.types, ty, MAX_COPIED).unwrap_or_default() {
            let cell = self.enc.scalar(self.program, var, depth, leaf.bit_offset, leaf.width, leaf.ty);
            let zero = self.zero_of(self.enc.pool.sort(self.enc.symbol(cell)), leaf.width);
            self.state.set(cell, zero);
        }
    }

    /// Drops the values of a function's variables when a call of it ends.
    pub(crate) fn drop_frame(&mut self, func: argand_cfa::FuncId) {
        let depth = self.state.depth(func);
        let gone = self.enc.frame_cells.get(&(func, depth)).cloned().unwrap_or_default();
        for cell in gone {
            self.state.cells.remove(&cell);
        }
    }

    pub(crate) fn is_record(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Record(_))
    }
}

/// An address so many bytes further on.
pub(crate) fn offset(pool: &mut argand_logic::TermPool, address: TermId, bytes: u64) -> TermId {
    if bytes == 0 {
        return address;
    }
    let width = pool.width(address);
    let bytes = pool.bv(width, bytes);
    pool.add(address, bytes)
}
