//! What the analysis tracks: variables, memory and path constraints (π = (π_X, π_P) of section 2.6.6 of the thesis on
//! slicing and refinement).

use argand_cfa::{EdgeId, Program, VarId};
use argand_cpa::Tracking;
use argand_encode::{CellKind, Encoder};
use argand_flow::pointsto::ArrayId;

/// Something to track.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tracked {
    /// A scalar of a variable, in every activation of its function.
    Variable {
        /// The variable.
        var: VarId,
        /// Its distance from the start of the variable in bits.
        bit_offset: u64,
    },
    /// An array of memory.
    Memory(ArrayId),
    /// The condition of an assume edge.
    Constraint(EdgeId),
}

impl Tracked {
    /// What a precision calls a cell; `None` for the model of memory itself, which is always tracked.
    #[must_use]
    pub const fn cell(kind: CellKind) -> Option<Self> {
        match kind {
            CellKind::Scalar { var, bit_offset, .. } => Some(Self::Variable { var, bit_offset }),
            CellKind::Array(array) => Some(Self::Memory(array)),
            CellKind::HeapTop
            | CellKind::Base { .. }
            | CellKind::Sizes
            | CellKind::Dead
            | CellKind::Epoch => None,
        }
    }
}

/// What is tracked.
pub type SymbolicPrecision = Tracking<Tracked>;

/// What is tracked, in the user's words.
#[must_use]
pub fn describe(precision: &SymbolicPrecision, program: &Program, encoder: &Encoder) -> String {
    precision.describe(|what| match what {
        Tracked::Variable { var, .. } => program.var_name(var).to_owned(),
        Tracked::Memory(array) => encoder.array_name(array),
        Tracked::Constraint(edge) => {
            format!("the condition at {}", program.sources.describe(program.edges[edge].span))
        }
    })
}
