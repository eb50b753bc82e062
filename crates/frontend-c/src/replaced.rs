//! Values of an initialiser that later ones replace.
//!
//! A later initialiser of an object replaces an earlier one, which then need not be evaluated (C17 6.7.9p19). Which of them
//! happen, and in which order, is left open; gcc drops those that are replaced and takes the others in the order of
//! members. So does this, and what the standard leaves open where it matters is refused or noted.

use crate::init::InitValue;
use argand_cfa::PlaceId;
use rucc_sema::ExprId;
use std::collections::BTreeMap;
use std::ops::Range;

/// A value of a flattened initialiser.
pub(crate) struct Initial {
    /// Where it goes.
    pub place: PlaceId,
    /// What it is.
    pub value: InitValue,
    /// The bits of the object that it is for.
    pub bits: Range<u64>,
}

/// The values that count, in the order of members.
///
/// # Errors
/// What cannot be expressed: values that are replaced in part, and effects of values that are replaced.
pub(crate) fn those_that_count(
    values: Vec<Initial>,
    mut has_effects: impl FnMut(ExprId) -> bool,
) -> Result<Vec<(PlaceId, InitValue)>, String> {
    let in_order = values.windows(2).all(|pair| pair[0].bits.end <= pair[1].bits.start);
    if in_order {
        return Ok(values.into_iter().map(|initial| (initial.place, initial.value)).collect());
    }
    // By where they begin; those without a size never replace anything.
    let mut kept: BTreeMap<(u64, usize), Initial> = BTreeMap::new();
    for (number, initial) in values.into_iter().enumerate().rev() {
        let before = kept.range(..(initial.bits.end, 0)).rev();
        let met = before.map(|(_, later)| &later.bits).find(|bits| !bits.is_empty());
        match met.filter(|bits| bits.end > initial.bits.start) {
            None => {
                kept.insert((initial.bits.start, number), initial);
            }
            Some(later) if later.start <= initial.bits.start && later.end >= initial.bits.end => {
                if matches!(initial.value, InitValue::Source(expr) if has_effects(expr)) {
                    return Err("an initialiser with effects that a later one replaces".to_owned());
                }
            }
            Some(_) => return Err("an initialiser that later ones replace in part".to_owned()),
        }
    }
    Ok(kept.into_values().map(|initial| (initial.place, initial.value)).collect())
}
