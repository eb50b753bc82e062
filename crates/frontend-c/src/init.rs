//! Initialisers: from byte offsets to places.
//!
//! The parser flattens an initialiser into values at byte offsets of the object. Analyses want places, so
//! the members and elements that lead to each offset are found again here, by descending through the type
//! to where a value of that type lies.

use crate::cx::UnitCx;
use crate::replaced::{Initial, those_that_count};
use crate::types::int_kind;
use argand_cfa::{ArrayLen, ExprId, ExprKind, InitEntry, PlaceId, PlaceKind, RecordKind, TypeId, TypeKind};
use argand_linker::StaticInit;
use rucc_sema::{DeclId, StrId};

/// One value of a flattened initialiser.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InitValue {
    /// An expression of the tree, already converted to the type of the place.
    Source(rucc_sema::ExprId),
    /// A value that is known: a character of a string literal.
    Known(ExprId),
}

/// What lies at an offset.
#[derive(Clone, Copy)]
enum Content {
    /// A whole object of this type.
    Whole(TypeId),
    /// A bit-field of this width, starting at this bit of the byte.
    Bits { bit: u32, width: u32 },
    /// An array of this element type that a string fills, in part or whole.
    Characters { elem: TypeId },
}

impl UnitCx<'_> {
    /// The values of a declaration's initialiser and the places inside `root` they go to, in the order of members. The
    /// object is to be zeroed first. Arrays of characters that are initialised by a string are expanded.
    /// Empty when the declaration has no initialiser.
    ///
    /// # Errors
    /// What cannot be expressed.
    pub fn init_entries(&mut self, root: PlaceId, decl: DeclId) -> Result<Vec<(PlaceId, InitValue)>, String> {
        let unit = self.unit;
        let Some(list) = unit.tast[decl].init else { return Ok(Vec::new()) };
        let entries = &unit.tast[list];
        let mut out = Vec::with_capacity(entries.len());
        for entry in entries {
            if entry.reverse {
                return Err("scalar_storage_order".to_owned());
            }
            let value = &unit.tast[entry.value];
            let string = match value.kind {
                rucc_sema::ExprKind::Str(id) if rucc_types::is_array(&unit.types, value.ty) => Some(id),
                _ => None,
            };
            let wanted = match string {
                Some(id) => Content::Characters { elem: self.string_element(id) },
                None if entry.bit_width > 0 => {
                    Content::Bits { bit: entry.bit_offset, width: entry.bit_width }
                }
                None => Content::Whole(self.ty(value.ty)),
            };
            let Some(place) = self.find_place(root, entry.offset, wanted) else {
                return Err(format!(
                    "an initialiser at byte {} of '{}'",
                    entry.offset,
                    self.program.place_text(root)
                ));
            };
            let start = entry.offset.saturating_mul(8) + u64::from(entry.bit_offset);
            let Some(id) = string else {
                let width = match entry.bit_width {
                    0 => self
                        .program
                        .types
                        .size_of(self.program.place(place).ty)
                        .unwrap_or(0)
                        .saturating_mul(8),
                    width => u64::from(width),
                };
                let bits = start..start.saturating_add(width);
                out.push(Initial { place, value: InitValue::Source(entry.value), bits });
                continue;
            };
            let (elem, room) = self.string_room(place, value.ty, id);
            let mut characters = self.string_elements(place, id, elem, room);
            // An earlier value of the same array must not shine through where the string has zeros.
            let rest = unit.tast[id].elements.len() as u64;
            if room > rest && entries.len() > 1 {
                let zero = self.program.pool.expr(ExprKind::Int(0), elem);
                characters.push((self.element(place, elem, rest), zero));
            }
            let width = self.program.types.size_of(elem).unwrap_or(1).saturating_mul(8);
            for (number, (place, value)) in characters.into_iter().enumerate() {
                let start = start.saturating_add((number as u64).saturating_mul(width));
                let bits = start..start.saturating_add(width);
                out.push(Initial { place, value: InitValue::Known(value), bits });
            }
        }
        let notes = &mut self.caches.notes;
        notes.look(&unit.tast);
        those_that_count(out, |expr| notes.writes(&unit.tast, expr) != 0)
    }

    /// The element type of the array a string fills, and how many elements it writes there, terminator
    /// included where there is room.
    fn string_room(&mut self, place: PlaceId, ty: rucc_types::TypeId, id: StrId) -> (TypeId, u64) {
        let elem = match self.program.types.kind(self.program.place(place).ty) {
            TypeKind::Array { elem, .. } => *elem,
            _ => self.string_element(id),
        };
        let ty = self.ty(ty);
        let room = match self.program.types.kind(ty) {
            TypeKind::Array { len: ArrayLen::Fixed(n), .. } => *n,
            _ => self.unit.tast[id].elements.len() as u64 + 1,
        };
        (elem, room)
    }

    /// The type of a string literal's elements.
    pub(crate) fn string_element(&self, id: StrId) -> TypeId {
        use argand_cfa::IntKind;
        let literal = &self.unit.tast[id];
        let kind = match literal.encoding.element_width(&self.unit.session.target) {
            16 => IntKind::UShort,
            32 if matches!(literal.encoding, rucc_lex::Encoding::Wide) => IntKind::Int,
            32 => IntKind::UInt,
            _ => int_kind(self.unit, rucc_types::IntKind::Char),
        };
        self.program.types.int(kind)
    }

    /// The first `room` elements of a string literal that are not zero, with their places in `array`.
    pub(crate) fn string_elements(
        &mut self,
        array: PlaceId,
        id: StrId,
        elem: TypeId,
        room: u64,
    ) -> Vec<(PlaceId, ExprId)> {
        let unit = self.unit;
        let elements = &unit.tast[id].elements;
        let count = usize::try_from(room).unwrap_or(usize::MAX).min(elements.len());
        let mut out = Vec::with_capacity(count);
        for (index, &element) in elements[..count].iter().enumerate() {
            // Zeros inside a string still overwrite what an earlier designator put there.
            let value = self.program.types.wrap(elem, i128::from(element));
            let value = self.program.pool.expr(ExprKind::Int(value), elem);
            out.push((self.element(array, elem, index as u64), value));
        }
        out
    }

    fn element(&mut self, array: PlaceId, elem: TypeId, index: u64) -> PlaceId {
        let size_t = self.program.types.size_t();
        let index = self.program.pool.expr(ExprKind::Int(i128::from(index)), size_t);
        self.program.pool.place(PlaceKind::Index { base: array, index }, elem)
    }

    /// The place of an object of type `ty` inside `base`, `offset` bytes from its start.
    pub fn place_at(&mut self, base: PlaceId, offset: u64, ty: TypeId) -> Option<PlaceId> {
        self.find_place(base, offset, Content::Whole(ty))
    }

    /// The place inside `base`, `offset` bytes from its start, where what is wanted lies.
    fn find_place(&mut self, base: PlaceId, offset: u64, wanted: Content) -> Option<PlaceId> {
        let ty = self.program.place(base).ty;
        if offset == 0 {
            match wanted {
                Content::Whole(whole) if whole == ty => return Some(base),
                Content::Characters { elem } => {
                    if let TypeKind::Array { elem: mine, .. } = *self.program.types.kind(ty)
                        && self.program.types.size_of(mine) == self.program.types.size_of(elem)
                        && self.program.types.is_integer(mine)
                    {
                        return Some(base);
                    }
                }
                Content::Whole(_) | Content::Bits { .. } => {}
            }
        }
        match *self.program.types.kind(ty) {
            TypeKind::Array { elem, .. } => {
                let size = self.program.types.size_of(elem).filter(|&size| size > 0)?;
                let inner = self.element(base, elem, offset / size);
                self.find_place(inner, offset % size, wanted)
            }
            TypeKind::Record(id) => {
                let record = self.program.types.record(id);
                let (first, last) = match record.kind {
                    RecordKind::Union => (0, record.fields.len()),
                    // Members are sorted by offset: those that can hold the byte start at or before it, and
                    // only empty ones, bit-fields of the same byte and one ordinary member can do so.
                    RecordKind::Struct => {
                        let end = record.fields.partition_point(|f| f.bit_offset < (offset + 1) * 8);
                        (0, end)
                    }
                };
                for index in (first..last).rev() {
                    let field = &self.program.types.record(id).fields[index];
                    let (start, bits, field_ty) = (field.bit_offset, field.bit_width, field.ty);
                    if let Some(width) = bits {
                        let Content::Bits { bit, width: wanted } = wanted else { continue };
                        if width == wanted && start == offset * 8 + u64::from(bit) {
                            let kind = PlaceKind::Field { base, field: index as u32 };
                            return Some(self.program.pool.place(kind, field_ty));
                        }
                        continue;
                    }
                    let inner = offset.checked_sub(start / 8)?;
                    let size = self.program.types.size_of(field_ty);
                    let open = matches!(
                        self.program.types.kind(field_ty),
                        TypeKind::Array { len: ArrayLen::Unknown | ArrayLen::Fixed(0), .. }
                    );
                    if !open && size.is_some_and(|size| inner >= size.max(1)) {
                        // In a struct nothing before this member reaches further, unless this one is empty.
                        match self.program.types.record(id).kind {
                            RecordKind::Struct if size != Some(0) => return None,
                            _ => continue,
                        }
                    }
                    let kind = PlaceKind::Field { base, field: index as u32 };
                    let place = self.program.pool.place(kind, field_ty);
                    if let Some(found) = self.find_place(place, inner, wanted) {
                        return Some(found);
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// Lowers the initialisers of the static objects that were met, and of those their values mention.
    pub fn lower_pending(&mut self) {
        let mut next = 0;
        while let Some(&(decl, var)) = self.caches.pending.get(next) {
            next += 1;
            let ty = self.program.vars[var].ty;
            let root = self.program.pool.place(PlaceKind::Var(var), ty);
            let span = self.program.vars[var].span;
            let (entries, unsupported) = match self.static_entries(root, decl) {
                Ok(entries) => (entries, None),
                Err(what) => (Vec::new(), Some(self.program.names.intern(&what))),
            };
            let entries = entries.into_boxed_slice();
            self.links.static_inits.push(StaticInit { var, entries, unsupported, span });
        }
        self.caches.pending.clear();
    }

    fn static_entries(&mut self, root: PlaceId, decl: DeclId) -> Result<Vec<InitEntry>, String> {
        let mut out = Vec::new();
        for (place, value) in self.init_entries(root, decl)? {
            let value = match value {
                InitValue::Known(value) => value,
                InitValue::Source(value) => {
                    if let Some(literal) = crate::body::copied_literal(self.unit, value) {
                        out.extend(self.static_entries(place, literal)?);
                        continue;
                    }
                    let ty = self.program.place(place).ty;
                    crate::body::lower_static_initialiser(self, value, ty)?
                }
            };
            out.push(InitEntry { place, value });
        }
        out.retain(|e| !self.is_zero(e.value));
        Ok(out)
    }

    fn is_zero(&self, value: ExprId) -> bool {
        matches!(self.program.expr(value).kind, ExprKind::Int(0) | ExprKind::Float(0))
    }
}
