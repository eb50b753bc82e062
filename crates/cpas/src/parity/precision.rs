//! The variables that the analysis tracks.

use argand_cfa::VarId;
use argand_cpa::Tracking;

/// The tracked variables.
pub type ParityPrecision = Tracking<VarId>;
