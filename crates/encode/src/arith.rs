//! Values as the bits that memory holds, and back.

use crate::cells::float_format;
use crate::{InputKind, Step, Unsupported};
use argand_cfa::TypeId;
use argand_logic::{Bv, Sort, TermId};

impl Step<'_> {
    /// The bits of a value in memory. A NaN has any of its encodings when `exact` bits matter, because somebody
    /// may look at them.
    pub(crate) fn bits_of(&mut self, value: TermId, exact: bool) -> TermId {
        let Sort::Float(format) = self.enc.pool.sort(value) else { return value };
        let bits = self.pool().fp_to_bits(value);
        if !exact || self.enc.pool.as_fp(value).is_some_and(|v| !v.is_nan()) {
            return bits;
        }
        let width = format.width();
        let any = self.input(InputKind::Unknown, Sort::Bv(width));
        let nan = argand_logic::Float::nan(format).bits();
        let pool = self.pool();
        let quiet = pool.constant(Bv::from_u128(width, nan));
        let any = pool.bvor(any, quiet);
        let is_nan = pool.fp_is_nan(value);
        pool.ite(is_nan, any, bits)
    }

    /// The value of a scalar type that these bits stand for. A bit-field has fewer bits than its type.
    pub(crate) fn value_of_bits(&mut self, bits: TermId, ty: TypeId) -> Result<TermId, Unsupported> {
        if let Some(format) = float_format(self.program, ty) {
            return Ok(self.pool().fp_from_bits(format, bits));
        }
        let (signed, width) = self.shape(ty)?;
        Ok(self.pool().resize(bits, width, signed))
    }
}
