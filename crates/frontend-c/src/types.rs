//! C types to the program's type table.
//!
//! The parser lays records out; here the layouts are only copied, member by member in the same order, so
//! that a member has one number on both sides.

use crate::cx::UnitCx;
use crate::unit::Unit;
use argand_cfa::{ArrayLen, Field, FloatKind, FunctionType, IntKind, RecordKind, TypeId, TypeKind};
use argand_support::{Diagnostic, FxHashMap, FxHasher, Span};
use rucc_types::{FloatKind as CFloat, IntKind as CInt, TypeKind as CKind};
use std::hash::{Hash, Hasher};

/// How often the shapes of records are refined by the shapes of the records they mention. Two records that
/// differ only this many pointers away are taken for one.
const SHAPE_ROUNDS: usize = 16;

impl UnitCx<'_> {
    /// Our type for a type of the tree. Cached.
    pub fn ty(&mut self, ty: rucc_types::TypeId) -> TypeId {
        if let Some(&id) = self.caches.types.get(&ty) {
            return id;
        }
        let id = self.lower_type(ty);
        self.caches.types.insert(ty, id);
        id
    }

    fn lower_type(&mut self, ty: rucc_types::TypeId) -> TypeId {
        let unit = self.unit;
        match unit.types.kind(unit.types.canonical(ty)) {
            CKind::Void => self.program.types.void(),
            CKind::Bool => self.program.types.int(IntKind::Bool),
            CKind::Int(kind) => self.program.types.int(int_kind(self.unit, kind)),
            CKind::Float(kind) => match float_kind(kind) {
                Some(kind) => self.program.types.float(kind),
                None => self.opaque(ty),
            },
            CKind::BitInt { signed, width } if (1..=128).contains(&width) => {
                self.program.types.intern(TypeKind::BitInt { signed, width })
            }
            CKind::Complex(_) | CKind::Vector { .. } | CKind::BitInt { .. } => self.opaque(ty),
            CKind::Pointer(to) => {
                let to = self.ty(to);
                self.program.types.pointer_to(to)
            }
            CKind::Atomic(inner) => {
                let (outer, plain) = (self.layout(ty), self.layout(inner));
                if outer.map(|l| l.0) == plain.map(|l| l.0) { self.ty(inner) } else { self.opaque(ty) }
            }
            CKind::Array { elem, len } => {
                let elem = self.ty(elem);
                let len = match len {
                    rucc_types::ArrayLen::Fixed(n) => ArrayLen::Fixed(n),
                    rucc_types::ArrayLen::Unknown => ArrayLen::Unknown,
                    rucc_types::ArrayLen::Star | rucc_types::ArrayLen::Variable(_) => ArrayLen::Variable,
                };
                self.program.types.array_of(elem, len)
            }
            CKind::Function(id) => {
                let signature = unit.types.signature(id);
                let ret = self.ty(signature.ret);
                let params = signature.params.iter().map(|&p| self.ty(p)).collect();
                self.program.types.intern(TypeKind::Function(FunctionType {
                    ret,
                    params,
                    variadic: signature.variadic,
                    prototyped: signature.prototyped,
                }))
            }
            CKind::Record(id) => self.record(id, ty),
            CKind::Enum(id) => match unit.types.enum_info(id).underlying {
                Some(underlying) => self.ty(underlying),
                None => self.program.types.int(IntKind::UInt),
            },
            CKind::Typedef { underlying, .. } => self.ty(underlying),
        }
    }

    /// Size and alignment in bytes, where the type has them.
    fn layout(&self, ty: rucc_types::TypeId) -> Option<(u64, u64)> {
        let layout = rucc_types::layout(&self.unit.types, ty, &self.unit.session.target).ok()?;
        Some((layout.size, layout.align))
    }

    fn opaque(&mut self, ty: rucc_types::TypeId) -> TypeId {
        let unit = self.unit;
        let spelling = rucc_types::spell(&unit.types, &unit.session.interner, unit.types.canonical(ty));
        let (size, align) = self.layout(ty).unwrap_or((0, 1));
        let name = self.program.names.intern(&spelling);
        self.program.types.intern(TypeKind::Opaque { name, size, align })
    }

    fn record(&mut self, id: rucc_types::RecordId, ty: rucc_types::TypeId) -> TypeId {
        if let Some(&known) = self.caches.records.get(&id) {
            return known;
        }
        let unit = self.unit;
        let info = unit.types.record_info(id);
        if info.reverse {
            self.links.errors.push(Diagnostic::unsupported(
                format!(
                    "'{}' has a byte order of its own (scalar_storage_order), which is not supported",
                    rucc_types::spell(&unit.types, &unit.session.interner, ty)
                ),
                Span::NONE,
            ));
        }
        let shape = self.caches.record_shapes.get(&id).copied();
        if let Some(&shared) = shape.and_then(|shape| self.shared.records.get(&shape)) {
            let shared = self.program.types.intern(TypeKind::Record(shared));
            self.caches.records.insert(id, shared);
            return shared;
        }
        let kind = match info.kind {
            rucc_types::RecordKind::Struct => RecordKind::Struct,
            rucc_types::RecordKind::Union => RecordKind::Union,
        };
        let tag = info.tag.map(|tag| self.intern(tag));
        let record = self.program.types.declare_record(kind, tag);
        let lowered = self.program.types.intern(TypeKind::Record(record));
        self.caches.records.insert(id, lowered);
        if let Some(shape) = shape {
            self.shared.records.insert(shape, record);
        }
        if let Some(layout) = info.layout {
            let fields = info
                .fields
                .iter()
                .map(|field| Field {
                    name: field.name.map(|name| self.intern(name)),
                    ty: self.ty(field.ty),
                    bit_offset: field.offset.saturating_mul(8).saturating_add(u64::from(field.bit)),
                    bit_width: field.bits,
                })
                .collect();
            self.program.types.complete_record(record, fields, layout.size, layout.align);
        }
        lowered
    }

    /// Gives every record of the unit a number that equals that of a record of another unit exactly when
    /// C calls the two compatible: tag, members and layout agree, and so do the records they mention.
    pub fn share_records(&mut self) {
        let unit = self.unit;
        let hash = |value: &dyn Fn(&mut FxHasher)| {
            let mut hasher = FxHasher::default();
            value(&mut hasher);
            hasher.finish()
        };
        let mut shapes: FxHashMap<rucc_types::RecordId, u64> = FxHashMap::default();
        for (id, info) in unit.types.records() {
            let shape = hash(&|h| {
                (info.kind == rucc_types::RecordKind::Union).hash(h);
                info.tag.map(|tag| self.name(tag)).hash(h);
                info.layout.map(|l| (l.size, l.align)).hash(h);
                for field in &info.fields {
                    field.name.map(|name| self.name(name)).hash(h);
                    (field.offset, field.bit, field.bits).hash(h);
                }
            });
            shapes.insert(id, shape);
        }
        for _ in 0..SHAPE_ROUNDS {
            let mut next = FxHashMap::default();
            for (id, info) in unit.types.records() {
                let shape = hash(&|h| {
                    shapes.get(&id).hash(h);
                    for field in &info.fields {
                        self.hash_type(field.ty, &shapes, h);
                    }
                });
                next.insert(id, shape);
            }
            shapes = next;
        }
        self.caches.record_shapes = shapes;
    }

    fn hash_type(
        &self,
        ty: rucc_types::TypeId,
        shapes: &FxHashMap<rucc_types::RecordId, u64>,
        hasher: &mut FxHasher,
    ) {
        let types = &self.unit.types;
        let kind = types.kind(types.canonical(ty));
        std::mem::discriminant(&kind).hash(hasher);
        match kind {
            CKind::Pointer(to) | CKind::Atomic(to) | CKind::Complex(to) => self.hash_type(to, shapes, hasher),
            CKind::Array { elem, len } => {
                if let rucc_types::ArrayLen::Fixed(n) = len {
                    n.hash(hasher);
                }
                self.hash_type(elem, shapes, hasher);
            }
            CKind::Vector { elem, len } => {
                len.hash(hasher);
                self.hash_type(elem, shapes, hasher);
            }
            CKind::Function(id) => {
                let signature = types.signature(id);
                (signature.variadic, signature.prototyped).hash(hasher);
                self.hash_type(signature.ret, shapes, hasher);
                for &param in &signature.params {
                    self.hash_type(param, shapes, hasher);
                }
            }
            CKind::Record(id) => shapes.get(&id).hash(hasher),
            CKind::Int(kind) => int_kind(self.unit, kind).hash(hasher),
            CKind::Float(kind) => kind.hash(hasher),
            CKind::BitInt { signed, width } => (signed, width).hash(hasher),
            CKind::Void | CKind::Bool | CKind::Enum(_) | CKind::Typedef { .. } => {}
        }
    }
}

/// Our type for an integer type of a unit, which may have a `char` of its own.
pub(crate) const fn int_kind(unit: &Unit, kind: CInt) -> IntKind {
    match kind {
        CInt::Char if !unit.session.target.char_is_signed => IntKind::UChar,
        CInt::Char => IntKind::Char,
        CInt::SChar => IntKind::SChar,
        CInt::UChar => IntKind::UChar,
        CInt::Short => IntKind::Short,
        CInt::UShort => IntKind::UShort,
        CInt::Int => IntKind::Int,
        CInt::UInt => IntKind::UInt,
        CInt::Long => IntKind::Long,
        CInt::ULong => IntKind::ULong,
        CInt::LongLong => IntKind::LongLong,
        CInt::ULongLong => IntKind::ULongLong,
        CInt::Int128 => IntKind::Int128,
        CInt::UInt128 => IntKind::UInt128,
    }
}

/// The format a floating type is kept in, unless it is one that is not computed with.
const fn float_kind(kind: CFloat) -> Option<FloatKind> {
    match kind {
        CFloat::Float | CFloat::Float32 => Some(FloatKind::Float),
        CFloat::Double | CFloat::Float64 | CFloat::Float32x => Some(FloatKind::Double),
        CFloat::LongDouble | CFloat::Float64x => Some(FloatKind::LongDouble),
        CFloat::Float16 | CFloat::Float128 | CFloat::Decimal32 | CFloat::Decimal64 | CFloat::Decimal128 => {
            None
        }
    }
}
