//! One translation unit: preprocessed, parsed and checked.

use rucc_sema::Tast;
use rucc_session::Session;
use rucc_types::Types;

/// One parsed and checked translation unit.
pub(crate) struct Unit {
    /// Names, source files and the target.
    pub session: Session,
    /// The typed tree.
    pub tast: Tast,
    /// The types the tree points into.
    pub types: Types,
    /// Whether this is a model of library functions and not the user's code.
    pub library: bool,
}
