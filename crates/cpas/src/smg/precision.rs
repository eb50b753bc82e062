//! What the analysis tracks: program variables and heap values (sections 4.2.3 and 4.2.9 of the thesis).
//!
//! **Always tracked** is what memory safety itself is about: which objects there are, their sizes and whether they
//! are alive; addresses, null pointers and everything else in variables of pointer type; zero in records, arrays
//! and on the heap; symbolic numbers on the heap, which say no more than that two cells hold the same; and what
//! is not the user's: temporaries, returned values, string literals and the arguments behind a `...`.
//!
//! **Only if the precision says so:** numbers in variables that are no pointers ([`Fact::Variable`]), and constants
//! other than zero on the heap ([`Fact::Value`]). Where a number is not tracked, the memory holds an unknown one.
//! A tracked heap value also keeps list elements apart that do not all have it; zero does so only if it is tracked.

use argand_cfa::{Program, VarId, VarKind};
use argand_cpa::Tracking;
use argand_domains::smg::fold::number;
use argand_domains::smg::{Storage, Value};

/// One thing that can be tracked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    /// The numbers in a variable, in every activation of its function.
    Variable(VarId),
    /// This number, wherever it is on the heap.
    Value(i128),
}

impl Fact {
    /// The fact that storing a value in memory depends on; `None` where it is always tracked.
    #[must_use]
    pub fn of(program: &Program, storage: Storage, width: u64, value: Value) -> Option<Self> {
        if matches!(value, Value::Address(_) | Value::Function(_) | Value::Any) {
            return None;
        }
        match storage {
            Storage::Static(var) | Storage::Local(var) => {
                let (kind, ty) = (program.vars[var].kind, program.vars[var].ty);
                let always = match kind {
                    VarKind::Temp | VarKind::Return | VarKind::StringLiteral | VarKind::Label => true,
                    VarKind::Static | VarKind::Param | VarKind::Local => program.types.is_pointer(ty),
                };
                let nothing = value == Value::ZERO && !program.types.is_scalar(ty);
                (!always && !nothing).then_some(Self::Variable(var))
            }
            Storage::Heap | Storage::Alloca => match value {
                Value::Bits(bits) => Some(Self::Value(number(bits, width, true))),
                _ => None,
            },
            Storage::Arguments => None,
        }
    }
}

/// Which facts are tracked besides what always is.
pub type SmgPrecision = Tracking<Fact>;

/// The precision in the user's words: variables by name, then heap values.
#[must_use]
pub fn describe(precision: &SmgPrecision, program: &Program) -> String {
    if *precision == SmgPrecision::All {
        return "everything".to_owned();
    }
    let name = |fact| match fact {
        Fact::Variable(var) => program.var_name(var).to_owned(),
        Fact::Value(value) => format!("heap value {value}"),
    };
    precision.listed().into_iter().map(name).collect::<Vec<_>>().join(", ")
}
