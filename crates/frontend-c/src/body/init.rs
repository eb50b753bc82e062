//! Initialisers of objects with automatic storage.

use super::unsequenced::Used;
use super::{Lowerer, build};
use crate::cx::InitValue;
use argand_cfa::types::RecordKind;
use argand_cfa::{
    ArrayLen, ExprId as Value, InitEntry, NondetSource, Op, PlaceId, Program, TypeId, TypeKind, VarId,
};
use argand_support::{FxHashMap, FxHashSet, Span};
use rucc_sema::{DeclId, ExprId};

/// Objects with more members are taken to have nothing between them.
const MOST_MEMBERS: usize = 64;

impl Lowerer<'_, '_> {
    /// Gives an object its initial value.
    pub(super) fn initialise(&mut self, decl: DeclId, var: VarId, span: Span) {
        let root = build::var_place(self.cx.program, var);
        let entries = match self.cx.init_entries(root, decl) {
            Ok(entries) => entries,
            Err(what) => {
                let op = self.cx.unsupported(&what);
                self.emit(op, span);
                return self.havoc(var, NondetSource::Library, span);
            }
        };
        let ty = self.cx.program.vars[var].ty;
        if let [(place, InitValue::Source(value))] = *entries
            && place == root
        {
            return self.assign_to_var(var, value, span);
        }
        if entries.is_empty() && self.is_scalar(ty) {
            let zero = build::plain_int(self.cx.program, 0);
            return self.set_var(var, zero, span);
        }
        // From right to left: what is evaluated behind each entry.
        let sources: Vec<ExprId> = entries
            .iter()
            .filter_map(|(_, value)| match value {
                InitValue::Source(expr) => Some(*expr),
                InitValue::Known(_) => None,
            })
            .collect();
        let last_effect = sources.iter().rposition(|&expr| self.cx.caches.notes.writes(self.tast, expr) != 0);
        let interfere = self.may_interfere(&sources);
        let mut operands = Vec::new();
        let mut number = 0;
        // A value for a range of elements is evaluated once.
        let mut evaluated: FxHashMap<ExprId, Value> = FxHashMap::default();
        let mut list = Vec::with_capacity(entries.len());
        for (place, value) in entries {
            let value = match value {
                InitValue::Known(value) => value,
                InitValue::Source(expr) => {
                    let value = match evaluated.get(&expr) {
                        Some(&value) => value,
                        None => {
                            let mark = self.mark();
                            let mut value = self.value(expr);
                            if last_effect.is_some_and(|last| number < last) {
                                value = self.save(value, span);
                            }
                            if interfere {
                                operands.push(self.operand_since(mark, Used::Value(value)));
                            }
                            value
                        }
                    };
                    if last_effect.is_some() {
                        evaluated.insert(expr, value);
                    }
                    number += 1;
                    let ty = self.cx.program.place(place).ty;
                    self.coerce(value, ty)
                }
            };
            list.push(InitEntry { place, value });
        }
        if let Some(&first) = sources.first().filter(|_| interfere) {
            self.unsequenced(operands, first);
        }
        if self.leaves_padding(var, &list) {
            for InitEntry { place, value } in list {
                self.emit(Op::Assign { dst: place, src: value }, span);
            }
        } else {
            self.emit(Op::Init { var, entries: list.into_boxed_slice() }, span);
        }
    }

    /// Whether an initialiser has a value for each member and there are bytes between them: nobody writes those. Where
    /// members are left out, compilers clear the whole object first.
    fn leaves_padding(&self, var: VarId, entries: &[InitEntry]) -> bool {
        let program = &*self.cx.program;
        if entries.len() > MOST_MEMBERS {
            return false;
        }
        let places: FxHashSet<PlaceId> = entries.iter().map(|entry| entry.place).collect();
        let width = |&place: &PlaceId| {
            program.place_width(place).filter(|_| program.types.is_scalar(program.place(place).ty))
        };
        let written: Option<u64> = places.iter().map(width).sum();
        let (members, size) = (value_bits(program, program.vars[var].ty), program.var_size(var));
        members.is_some() && members == written && members < size.map(|bytes| bytes * 8)
    }
}

/// How many bits of a type are those of its members; nothing where members share bits or their number is not known.
fn value_bits(program: &Program, ty: TypeId) -> Option<u64> {
    match program.types.kind(ty) {
        TypeKind::Record(id) => {
            let record = program.types.record(*id);
            if record.kind == RecordKind::Union {
                return None;
            }
            record
                .fields
                .iter()
                .map(|field| match field.bit_width {
                    Some(width) => Some(u64::from(width)),
                    None => value_bits(program, field.ty),
                })
                .sum()
        }
        TypeKind::Array { elem, len: ArrayLen::Fixed(len) } => value_bits(program, *elem)?.checked_mul(*len),
        _ => program.types.size_of(ty)?.checked_mul(8),
    }
}
