//! What tests against the interpreter have in common: programs from the disk, and what pointers really point to.

#[path = "disk.rs"]
mod disk;

use argand_cfa::ExprId;
use argand_cpa::{MemoryObject, Pointee};
use argand_exec::{StateView, Storage};
pub use disk::Disk;

/// Whether one of the targets is what a pointer really points to. `None` where the run has no name for that: an
/// address that belongs to nothing alive.
pub fn points_into(
    view: &mut StateView<'_, '_>,
    expr: ExprId,
    address: i128,
    targets: &[Pointee],
) -> Option<bool> {
    if address == 0 {
        return Some(targets.contains(&Pointee::Null));
    }
    if let Some(func) = view.function_at(address) {
        return Some(targets.contains(&Pointee::Function(func)));
    }
    let concrete = view.points_to(expr)?;
    let named = |object: &MemoryObject| match (object, concrete.object.var) {
        (MemoryObject::Var(place), Some(var)) => place.var == var,
        (MemoryObject::Heap { .. }, None) => concrete.object.storage != Storage::Static,
        _ => false,
    };
    Some(targets.iter().any(|target| match target {
        Pointee::Object { object, offset, .. } => {
            named(object) && offset.is_none_or(|offset| offset == i128::from(concrete.offset))
        }
        Pointee::Null | Pointee::Function(_) => false,
    }))
}
