//! The arrays that memory is cut into, from the accesses that the program makes.

use super::classes::Class;
use super::contents::PointsTo;
use super::offsets::Offsets;
use crate::leaves::{leaves, value_bits};
use argand_cfa::expr::{ExprKind, PlaceId};
use argand_cfa::types::{TypeId, TypeKind, TypeTable};
use argand_cfa::{Op, Program, VarId};
use argand_support::{FxHashMap, IndexVec, define_index};
use std::collections::BTreeMap;

define_index! {
    /// An array of memory.
    pub struct ArrayId, "array";
}

/// Records with more scalars than this are accessed as bytes.
pub const MAX_LEAVES: usize = 256;

/// Classes with more kinds of accesses than this are bytes altogether.
const MAX_SPANS: usize = 1200;

/// The bits that an access touches in the objects of a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// Where its first byte is.
    pub offsets: Offsets,
    /// The first bit in that byte.
    pub bit: u32,
    /// The number of bits.
    pub width: u64,
}

impl Span {
    /// Whether two accesses may touch a common bit.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        let bits = |span: Self| (u64::from(span.bit), span.width);
        self.offsets.overlap(bits(self), other.offsets, bits(other))
    }

    /// The span of so many bits, so many bits further on.
    #[must_use]
    pub fn part(self, bit_offset: u64, width: u64) -> Self {
        let first = u64::from(self.bit) + bit_offset;
        Self { offsets: self.offsets.plus(i128::from(first / 8)), bit: (first % 8) as u32, width }
    }
}

/// What is kept in an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Pointers, and nothing else looks at them.
    Pointers,
    /// Floating numbers, and nothing else looks at them.
    Floats,
    /// Anything; pointers as the numbers of their addresses.
    Numbers,
}

/// An array of memory: what a group of accesses reads and writes, indexed by address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// The class it belongs to.
    pub class: Class,
    /// The bits of an element. Accesses of an array of bytes take as many as they need.
    pub width: u32,
    /// Whether its elements are bytes, to be put together by who needs more of them.
    pub bytes: bool,
    /// Where its elements begin, at most.
    pub offsets: Offsets,
    /// The first bit of an element in its first byte.
    pub bit: u32,
    /// What is kept in it.
    pub content: Content,
    /// A place that is accessed in it, for those who want to name it.
    pub named: Option<PlaceId>,
    /// The accesses that made it.
    pub spans: Vec<Span>,
}

impl Array {
    /// Whether every bit of an access lies in elements of the array, wherever it happens.
    #[must_use]
    pub fn covers(&self, span: Span) -> bool {
        self.spans.iter().any(|s| {
            let distance = i128::from(span.offsets.base()) - i128::from(s.offsets.base());
            let (stride, other) = (s.offsets.stride(), span.offsets.stride());
            let apart = match (stride, other) {
                (0, 0) => distance,
                (0, _) => return false,
                (_, other) if other % stride == 0 => distance.rem_euclid(i128::from(stride)),
                _ => return false,
            };
            let first = apart * 8 + i128::from(span.bit) - i128::from(s.bit);
            first >= 0 && first + i128::from(span.width) <= i128::from(s.width)
        })
    }

    /// How far in bits the elements lie from where a stretch of bytes begins: the first that is not before it, and
    /// the distance between two; `None` where that differs from run to run.
    #[must_use]
    pub fn relative_to(&self, start: Offsets) -> Option<(i128, u64)> {
        let distance = i128::from(self.offsets.base()) - i128::from(start.base());
        let bit = i128::from(self.bit);
        match (self.offsets.stride(), start.stride()) {
            (0, 0) => Some((distance * 8 + bit, 0)),
            (0, _) => None,
            (own, other) if other % own == 0 => {
                Some((distance.rem_euclid(i128::from(own)) * 8 + bit, own * 8))
            }
            _ => None,
        }
    }
}

/// What is known of the accesses with one span.
#[derive(Clone, Copy, Default)]
struct Use {
    /// Read or written as an integer.
    integer: bool,
    /// Read or written as a floating number.
    float: bool,
    /// Read or written as a pointer.
    pointer: bool,
    /// Read as a number.
    read: bool,
    /// Touched as a whole, whatever is in it.
    opaque: bool,
    named: Option<PlaceId>,
}

impl Use {
    /// An access to a scalar of a type.
    fn of(types: &TypeTable, ty: TypeId) -> Self {
        match types.kind(ty) {
            TypeKind::Pointer(_) => Self { pointer: true, ..Self::default() },
            TypeKind::Float(_) => Self { float: true, ..Self::default() },
            _ => Self { integer: true, ..Self::default() },
        }
    }
}

/// The arrays of a program.
#[derive(Clone, Debug, Default)]
pub struct Partition {
    arrays: IndexVec<ArrayId, Array>,
    of_class: FxHashMap<Class, Vec<ArrayId>>,
    exact: FxHashMap<(Class, Span), ArrayId>,
    shows_pointers: bool,
}

type Uses = BTreeMap<Class, BTreeMap<Span, Use>>;

impl Partition {
    pub(super) fn new(program: &Program, points_to: &PointsTo) -> Self {
        let uses = Gather { program, points_to, uses: Uses::new() }.all();
        let mut this = Self::default();
        for (class, spans) in uses {
            this.class(points_to, class, &spans);
        }
        debug_assert!(this.check().is_ok(), "{:?}", this.check());
        this
    }

    /// Whether the bytes of pointers are read as something else somewhere.
    pub(super) const fn shows_pointers(&self) -> bool {
        self.shows_pointers
    }

    fn class(&mut self, points_to: &PointsTo, class: Class, spans: &BTreeMap<Span, Use>) {
        let all: Vec<(Span, Use)> = spans.iter().map(|(&s, &u)| (s, u)).collect();
        let slots = points_to.slots_of(class);
        let holds_pointer = |span: Span| slots.iter().any(|&slot| span.overlaps(points_to.slot_span(slot)));
        self.shows_pointers |= all.iter().any(|&(span, u)| u.read && holds_pointer(span));
        for members in groups(&all) {
            let id = self.arrays.push(array(class, &members));
            let array = &mut self.arrays[id];
            let any = |of: fn(&Use) -> bool| members.iter().any(|(_, u)| of(u));
            array.content = match (any(|u| u.pointer), any(|u| u.float), any(|u| u.integer || u.opaque)) {
                _ if array.bytes => Content::Numbers,
                (true, false, false) => Content::Pointers,
                (false, true, false) => Content::Floats,
                _ => Content::Numbers,
            };
            self.of_class.entry(class).or_default().push(id);
            self.exact.extend(members.iter().map(|&(span, _)| ((class, span), id)));
        }
    }

    /// How many arrays there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.arrays.len()
    }

    /// Whether there is no array.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arrays.is_empty()
    }

    /// An array.
    #[must_use]
    pub fn array(&self, id: ArrayId) -> &Array {
        &self.arrays[id]
    }

    /// The arrays of a class.
    #[must_use]
    pub fn arrays_of(&self, class: Class) -> &[ArrayId] {
        self.of_class.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Every class that has arrays, in order.
    #[must_use]
    pub fn classes(&self) -> Vec<Class> {
        let mut all: Vec<Class> = self.of_class.keys().copied().collect();
        all.sort_unstable();
        all
    }

    /// The array of an access that the program makes.
    #[must_use]
    pub fn exact(&self, class: Class, span: Span) -> Option<ArrayId> {
        self.exact.get(&(class, span)).copied()
    }

    /// The arrays that an access may touch, whether or not the program makes it.
    #[must_use]
    pub fn touched(&self, class: Class, span: Span) -> Vec<ArrayId> {
        if let Some(id) = self.exact(class, span) {
            return vec![id];
        }
        let touches = |id: &&ArrayId| self.arrays[**id].spans.iter().any(|s| s.overlaps(span));
        self.arrays_of(class).iter().filter(touches).copied().collect()
    }

    /// Proves the invariant from the accesses alone: those of one class that overlap are in one array, and those of
    /// an array of words never overlap in part.
    ///
    /// # Errors
    /// Two accesses that break it.
    pub fn check(&self) -> Result<(), (Class, Span, Span)> {
        for (&class, ids) in self.of_class.iter().collect::<BTreeMap<_, _>>() {
            let all: Vec<(ArrayId, Span)> =
                ids.iter().flat_map(|&id| self.arrays[id].spans.iter().map(move |&s| (id, s))).collect();
            if all.len() > MAX_SPANS && ids.len() == 1 && self.arrays[ids[0]].bytes {
                continue;
            }
            for (k, &(id, span)) in all.iter().enumerate() {
                for &(other_id, other) in &all[k..] {
                    let apart = id != other_id && meets_somewhere(span, other);
                    let split = id == other_id && !self.arrays[id].bytes && meets_in_part(span, other);
                    if apart || split {
                        return Err((class, span, other));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The positions, in bits, that an access takes in a window around the start of an object, each with its length.
fn positions(span: Span, window: i128) -> Vec<i128> {
    let start = i128::from(span.offsets.base()) * 8 + i128::from(span.bit);
    let step = i128::from(span.offsets.stride()) * 8;
    if step == 0 {
        return vec![start];
    }
    let first = start.rem_euclid(step) - step;
    (0..).map(|k| first + k * step).take_while(|&p| p <= window).collect()
}

/// Two accesses at their concrete positions, in a window in which everything about two strides has happened.
fn concrete(a: Span, b: Span) -> Option<Vec<(i128, i128)>> {
    let period = |s: Span| i128::from(s.offsets.stride().max(1)) * 8;
    let far = |s: Span| i128::from(s.offsets.base().unsigned_abs()) * 8 + i128::from(s.width);
    let window = (period(a) * period(b)).max(far(a)).max(far(b)) + period(a) + period(b);
    // Too large to be written out: the test on strides is all there is.
    if window > 1 << 14 {
        return None;
    }
    let others = positions(b, window);
    Some(positions(a, window).into_iter().flat_map(|x| others.iter().map(move |&y| (x, y))).collect())
}

fn meets_somewhere(a: Span, b: Span) -> bool {
    let (length, other) = (i128::from(a.width), i128::from(b.width));
    concrete(a, b)
        .map_or_else(|| a.overlaps(b), |all| all.iter().any(|&(x, y)| x < y + other && y < x + length))
}

fn meets_in_part(a: Span, b: Span) -> bool {
    if a.width != b.width || a.bit != b.bit {
        return a.overlaps(b);
    }
    let length = i128::from(a.width);
    concrete(a, b).is_some_and(|all| all.iter().any(|&(x, y)| x != y && x < y + length && y < x + length))
}

/// Puts accesses that may overlap together.
fn groups(all: &[(Span, Use)]) -> Vec<Vec<(Span, Use)>> {
    if all.len() > MAX_SPANS {
        return vec![all.to_vec()];
    }
    let mut group: Vec<usize> = (0..all.len()).collect();
    let find = |group: &[usize], mut k: usize| {
        while group[k] != k {
            k = group[k];
        }
        k
    };
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            let (x, y) = (find(&group, a), find(&group, b));
            if x != y && all[a].0.overlaps(all[b].0) {
                group[x.max(y)] = x.min(y);
            }
        }
    }
    let mut members: BTreeMap<usize, Vec<(Span, Use)>> = BTreeMap::new();
    for (k, &member) in all.iter().enumerate() {
        members.entry(find(&group, k)).or_default().push(member);
    }
    members.into_values().collect()
}

/// The array of a group.
fn array(class: Class, members: &[(Span, Use)]) -> Array {
    let (first, _) = members[0];
    let joined = members.iter().map(|(s, _)| s.offsets).reduce(Offsets::join).unwrap_or(Offsets::ANY);
    let alike = members.iter().all(|(s, u)| s.width == first.width && s.bit == first.bit && !u.opaque);
    let step = joined.stride() * 8;
    let words = alike && (step == 0 || step >= first.width) && members.len() <= MAX_SPANS;
    let bytes = !words || (first.width == 8 && first.bit == 0);
    Array {
        class,
        width: if bytes { 8 } else { first.width as u32 },
        bytes,
        offsets: joined,
        bit: if bytes { 0 } else { first.bit },
        content: Content::Numbers,
        named: members.iter().find_map(|(_, u)| u.named),
        spans: members.iter().map(|&(s, _)| s).collect(),
    }
}

/// Gathers the accesses of a program.
struct Gather<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    uses: Uses,
}

impl Gather<'_> {
    fn all(mut self) -> Uses {
        let program = self.program;
        for (_, expr) in program.pool.iter() {
            if let ExprKind::Load(place) = expr.kind {
                self.place(place, true);
            }
        }
        for edge in &program.edges {
            match &edge.op {
                Op::Assign { dst, .. } | Op::Havoc { dst, .. } => self.place(*dst, false),
                Op::Init { entries, .. } => entries.iter().for_each(|e| self.place(e.place, false)),
                Op::Call(site) => {
                    let callee = program.call_sites[*site].callee;
                    program.functions[callee].params.iter().for_each(|&param| self.var(param));
                }
                Op::Return(site) => {
                    let site = &program.call_sites[*site];
                    let result = program.functions[site.callee].ret;
                    result.into_iter().chain(site.dst).for_each(|var| self.var(var));
                }
                Op::Noop
                | Op::Assume { .. }
                | Op::Declare { .. }
                | Op::Dead { .. }
                | Op::Summary(_)
                | Op::Extern(_)
                | Op::Halt(_)
                | Op::Unsupported(_) => {}
            }
        }
        self.uses
    }

    /// A variable that is written or read whole.
    fn var(&mut self, var: VarId) {
        let ty = self.program.vars[var].ty;
        let span = Span { offsets: Offsets::START, bit: 0, width: 0 };
        self.touch(self.points_to.var(var), span, ty, None, false, None);
    }

    fn place(&mut self, place: PlaceId, read: bool) {
        let program = self.program;
        let cell = self.points_to.place(program, place);
        let field = program.field_of(place);
        let bit = field.map_or(0, |f| (f.bit_offset % 8) as u32);
        let span = Span { offsets: cell.offsets, bit, width: 0 };
        let bit_width = field.and_then(|f| f.bit_width);
        self.touch(cell.class, span, program.place(place).ty, bit_width, read, Some(place));
    }

    fn touch(
        &mut self,
        class: Class,
        start: Span,
        ty: TypeId,
        bit_width: Option<u32>,
        read: bool,
        named: Option<PlaceId>,
    ) {
        let types = &self.program.types;
        let uses = self.uses.entry(class).or_default();
        let mut add = |span: Span, what: Use| {
            let known = uses.entry(span).or_default();
            known.integer |= what.integer;
            known.float |= what.float;
            known.pointer |= what.pointer;
            known.read |= what.read;
            known.opaque |= what.opaque;
            known.named = known.named.or(what.named);
        };
        if let Some(width) = bit_width.or_else(|| value_bits(types, ty)) {
            let what = Use { named, ..Use::of(types, ty) };
            return add(
                Span { width: u64::from(width), ..start },
                Use { read: read && !what.pointer, ..what },
            );
        }
        match leaves(types, ty, MAX_LEAVES) {
            Some(all) => {
                for leaf in all {
                    add(start.part(leaf.bit_offset, u64::from(leaf.width)), Use::of(types, leaf.ty));
                }
            }
            None => {
                let bytes = types.size_of(ty).unwrap_or(u64::MAX >> 8);
                add(Span { width: bytes * 8, ..start }, Use { opaque: true, ..Use::default() });
            }
        }
    }
}
