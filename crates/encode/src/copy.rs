//! Stretches of bytes: copied, filled, or written through a type that nobody else uses there.
//!
//! The source and the destination may be cut into arrays differently. Every element of the destination that lies in
//! the stretch is made of what the source has at the same distance from its start: an element, bytes put together, a
//! part of an element. Where that cannot be said, the element becomes unknown; it never keeps what it had.

use crate::memory::{MAX_COPIED, offset};
use crate::{InputKind, Step, Unsupported};
use argand_cfa::TypeId;
use argand_flow::pointsto::{ArrayId, Cell, Content, Span};
use argand_logic::{FloatFormat, Sort, TermId};

/// A part of a stretch.
#[derive(Clone, Copy)]
enum Piece {
    /// Bits as everybody may look at them.
    Number(TermId),
    /// A whole pointer.
    Pointer(TermId),
    /// Nobody knows.
    Unknown,
}

/// Where the content of a stretch comes from.
#[derive(Clone, Copy)]
enum Source {
    /// Another stretch.
    Memory(Cell, TermId),
    /// The same byte over and over.
    Byte(TermId),
    /// A value that begins so many bits after the start.
    Value(Piece, u32, u32),
    /// Nobody knows where.
    Unknown,
}

impl Step<'_> {
    /// Copies so many bytes, which may overlap.
    pub(crate) fn copy_bytes(
        &mut self,
        to: (Cell, TermId),
        from: (Cell, TermId),
        bytes: u64,
    ) -> Result<(), Unsupported> {
        self.blit(to, (0, bytes * 8), Source::Memory(from.0, from.1))
    }

    /// Sets so many bytes to a value.
    pub(crate) fn fill_bytes(
        &mut self,
        to: (Cell, TermId),
        byte: TermId,
        bytes: u64,
    ) -> Result<(), Unsupported> {
        self.blit(to, (0, bytes * 8), Source::Byte(byte))
    }

    /// Sets so many bytes to zero.
    pub(crate) fn zero_bytes(&mut self, to: (Cell, TermId), bytes: u64) -> Result<(), Unsupported> {
        let zero = self.pool().bv(8, 0);
        self.fill_bytes(to, zero, bytes)
    }

    /// Forgets so many bytes where some of them may be padding that somebody looks at.
    pub(crate) fn forget_padding(&mut self, to: (Cell, TermId), bytes: u64) -> Result<(), Unsupported> {
        let partition = &self.enc.layout.partition;
        let looked_at = partition.arrays_of(to.0.class).iter().any(|&id| partition.array(id).bytes);
        match looked_at {
            false => Ok(()),
            true if bytes > MAX_COPIED as u64 => {
                self.forget_class(to.0.class, InputKind::Unknown);
                Ok(())
            }
            true => self.blit(to, (0, bytes * 8), Source::Unknown),
        }
    }

    /// Writes a scalar where no array has elements just like it.
    pub(crate) fn write_pieces(
        &mut self,
        cell: Cell,
        address: TermId,
        bit: u32,
        width: u32,
        ty: TypeId,
        value: TermId,
    ) -> Result<(), Unsupported> {
        let piece = if self.program.types.is_pointer(ty) {
            Piece::Pointer(value)
        } else {
            let bits = self.bits_of(value, true);
            Piece::Number(self.pool().resize(bits, width, false))
        };
        self.blit((cell, address), (bit, u64::from(width)), Source::Value(piece, bit, width))
    }

    /// Reads a scalar where no array has elements just like it.
    pub(crate) fn read_pieces(
        &mut self,
        cell: Cell,
        address: TermId,
        bit: u32,
        width: u32,
        ty: TypeId,
    ) -> Result<TermId, Unsupported> {
        let pointer = self.program.types.is_pointer(ty);
        match self.fetch(cell, address, u64::from(bit), width)? {
            Piece::Pointer(value) if pointer => Ok(value),
            Piece::Number(bits) if pointer => self.integer_to_pointer(bits, self.program.types.size_t()),
            Piece::Unknown => {
                let sort = self.sort(ty)?;
                Ok(self.input(InputKind::Unknown, sort))
            }
            piece => {
                let bits = self.number(piece, width)?;
                self.value_of_bits(bits, ty)
            }
        }
    }

    /// Gives every element in a stretch what its source has there. All is read before anything is written.
    fn blit(
        &mut self,
        (cell, address): (Cell, TermId),
        (bit, width): (u32, u64),
        source: Source,
    ) -> Result<(), Unsupported> {
        if width == 0 {
            return Ok(());
        }
        let span = Span { offsets: cell.offsets, bit, width };
        let mut writes: Vec<(ArrayId, i128, u32, Piece)> = Vec::new();
        let (start, end) = (i128::from(bit), i128::from(bit) + i128::from(width));
        for id in self.enc.layout.partition.touched(cell.class, span) {
            let array = self.enc.layout.partition.array(id);
            let (bytes, element) = (array.bytes, array.width);
            let (first, step) = if bytes {
                (0, 8)
            } else {
                match array.relative_to(cell.offsets) {
                    Some(positions) => positions,
                    None => {
                        self.forget_array(id, InputKind::Unknown);
                        continue;
                    }
                }
            };
            for at in elements(first, step, i128::from(element), (start, end)) {
                if bytes {
                    let (low, high) = (at.max(start), (at + 8).min(end));
                    let piece = self.piece(source, low, (high - low) as u32)?;
                    writes.push((id, low, (high - low) as u32, piece));
                } else if at >= start && at + i128::from(element) <= end {
                    let piece = self.piece(source, at, element)?;
                    writes.push((id, at, element, piece));
                } else {
                    writes.push((id, at, element, Piece::Unknown));
                }
            }
        }
        for (id, at, width, piece) in writes {
            let bits = self.kept(id, piece, width)?;
            let place = offset(&mut self.enc.pool, address, at.div_euclid(8) as u64);
            self.write_bits(id, place, at.rem_euclid(8) as u32, width, bits);
        }
        Ok(())
    }

    /// What the source of a stretch has at a distance from its start.
    fn piece(&mut self, source: Source, at: i128, width: u32) -> Result<Piece, Unsupported> {
        match source {
            Source::Memory(cell, address) => self.fetch(cell, address, at as u64, width),
            Source::Unknown => Ok(Piece::Unknown),
            Source::Byte(byte) => {
                let shift = at.rem_euclid(8) as u32;
                let pool = self.pool();
                let mut all = byte;
                for _ in 1..(shift + width).div_ceil(8) {
                    all = pool.concat(byte, all);
                }
                Ok(Piece::Number(pool.extract(all, shift + width - 1, shift)))
            }
            Source::Value(piece, bit, whole) => {
                let low = (at - i128::from(bit)) as u32;
                if low == 0 && width == whole {
                    return Ok(piece);
                }
                let bits = self.number(piece, whole)?;
                Ok(Piece::Number(self.pool().extract(bits, low + width - 1, low)))
            }
        }
    }

    /// The bits of a piece as a number.
    fn number(&mut self, piece: Piece, width: u32) -> Result<TermId, Unsupported> {
        match piece {
            Piece::Number(bits) => Ok(bits),
            Piece::Pointer(pointer) => self.pointer_to_integer(pointer, self.program.types.size_t()),
            Piece::Unknown => Ok(self.input(InputKind::Unknown, Sort::Bv(width))),
        }
    }

    /// A piece as an array keeps it.
    fn kept(&mut self, id: ArrayId, piece: Piece, width: u32) -> Result<TermId, Unsupported> {
        match (self.enc.layout.partition.array(id).content, piece) {
            (Content::Pointers, Piece::Pointer(pointer)) => Ok(pointer),
            (Content::Pointers, Piece::Number(bits)) => {
                self.integer_to_pointer(bits, self.program.types.size_t())
            }
            (_, piece) => self.number(piece, width),
        }
    }

    /// What lies in memory so many bits after an address.
    fn fetch(&mut self, cell: Cell, address: TermId, at: u64, width: u32) -> Result<Piece, Unsupported> {
        let span = Span { offsets: cell.offsets, bit: 0, width: 0 }.part(at, u64::from(width));
        let place = offset(&mut self.enc.pool, address, at / 8);
        let touched = self.enc.layout.partition.touched(cell.class, span);
        let [id] = touched[..] else { return self.fetch_bytes(cell, address, at, width) };
        let array = self.enc.layout.partition.array(id);
        let aligned = array.relative_to(cell.offsets).is_some_and(|(first, step)| {
            let apart = i128::from(at) - first;
            if step == 0 { apart == 0 } else { apart.rem_euclid(i128::from(step)) == 0 }
        });
        if !array.covers(span) {
            return self.fetch_bytes(cell, address, at, width);
        }
        if array.bytes {
            return Ok(Piece::Number(self.read_bits(id, place, (at % 8) as u32, width)));
        }
        if aligned && array.width == width {
            let bits = self.read_bits(id, place, 0, width);
            return self.shown(id, bits);
        }
        self.fetch_bytes(cell, address, at, width)
    }

    /// An element of an array of words.
    fn shown(&mut self, id: ArrayId, bits: TermId) -> Result<Piece, Unsupported> {
        let array = self.enc.layout.partition.array(id);
        Ok(match array.content {
            Content::Pointers => Piece::Pointer(bits),
            Content::Numbers => Piece::Number(bits),
            Content::Floats => {
                let format = match array.width {
                    32 => FloatFormat::F32,
                    64 => FloatFormat::F64,
                    80 => FloatFormat::X87,
                    _ => return Ok(Piece::Unknown),
                };
                let value = self.pool().fp_from_bits(format, bits);
                Piece::Number(self.bits_of(value, true))
            }
        })
    }

    /// Bits put together byte by byte; those that nobody knows are new.
    fn fetch_bytes(
        &mut self,
        cell: Cell,
        address: TermId,
        at: u64,
        width: u32,
    ) -> Result<Piece, Unsupported> {
        let (first, last) = (at / 8, (at + u64::from(width)).div_ceil(8));
        if last - first > MAX_COPIED as u64 {
            return Ok(Piece::Unknown);
        }
        let mut all = None;
        for k in first..last {
            let byte = match self.fetch_byte(cell, address, k)? {
                Some(byte) => byte,
                None => self.input(InputKind::Unknown, Sort::Bv(8)),
            };
            let pool = self.pool();
            all = Some(all.map_or(byte, |lower| pool.concat(byte, lower)));
        }
        let shift = (at % 8) as u32;
        Ok(all
            .map_or(Piece::Unknown, |all| Piece::Number(self.pool().extract(all, shift + width - 1, shift))))
    }

    /// A byte of memory, if it lies in one array.
    fn fetch_byte(&mut self, cell: Cell, address: TermId, at: u64) -> Result<Option<TermId>, Unsupported> {
        let span = Span { offsets: cell.offsets, bit: 0, width: 0 }.part(at * 8, 8);
        let touched = self.enc.layout.partition.touched(cell.class, span);
        let [id] = touched[..] else { return Ok(None) };
        let array = self.enc.layout.partition.array(id);
        if !array.covers(span) {
            return Ok(None);
        }
        if array.bytes {
            let place = offset(&mut self.enc.pool, address, at);
            return Ok(Some(self.read_bits(id, place, 0, 8)));
        }
        let (bit, element) = (array.bit, array.width);
        let Some((first, step)) = array.relative_to(cell.offsets) else { return Ok(None) };
        let apart = i128::from(at) * 8 - first;
        let low = if step == 0 { apart } else { apart.rem_euclid(i128::from(step)) };
        if low < 0 || low + 8 > i128::from(element) || bit != 0 {
            return Ok(None);
        }
        let place = offset(&mut self.enc.pool, address, at.wrapping_sub(low as u64 / 8));
        let bits = self.read_bits(id, place, 0, element);
        let whole = self.shown(id, bits)?;
        let whole = self.number(whole, element)?;
        let low = low as u32;
        Ok(Some(self.pool().extract(whole, low + 7, low)))
    }
}

/// The positions of elements that meet a stretch, all distances in bits from its start.
fn elements(first: i128, step: u64, width: i128, (start, end): (i128, i128)) -> Vec<i128> {
    if step == 0 {
        return if first < end && first + width > start { vec![first] } else { Vec::new() };
    }
    let step = i128::from(step);
    // The last one that begins at or before the start, and those before it that still reach into it.
    let mut at = first + (start - first).div_euclid(step) * step;
    while at - step + width > start {
        at -= step;
    }
    let mut out = Vec::new();
    while at < end {
        if at + width > start {
            out.push(at);
        }
        at += step;
    }
    out
}
