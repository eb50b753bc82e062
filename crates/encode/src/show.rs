//! Terms for people.

use crate::Encoder;
use argand_cfa::Program;
use argand_logic::TermId;

impl Encoder {
    /// A term over canonical symbols, as text that reads like C.
    #[must_use]
    pub fn to_c(&self, _program: &Program, t: TermId) -> String {
        self.pool.display(t)
    }
}
