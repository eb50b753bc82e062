//! What a verdict takes for granted: facts about a program or its world that nobody checked.
//!
//! C leaves some things open, and some things lie outside the program. Where a choice was made, it is an
//! assumption with a name, a place and a subject, so that a reader can see it and an option can forbid it. The page
//! `docs/assumptions.md` says of each kind when it is taken and what forbids it.

use argand_support::{SourceMap, Span};
use std::fmt;

/// The kinds of assumptions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AssumptionKind {
    /// A function that is defined nowhere changes nothing.
    ExternPure,
    /// A function that is defined nowhere changes nothing but what its arguments lead to.
    ExternWrite,
    /// A function outside that is called through a pointer changes nothing.
    ForeignCall,
    /// Operands whose order of evaluation C leaves open are evaluated from left to right.
    EvaluationOrder,
    /// Assembly code writes nothing but what it declares.
    Assembly,
    /// Assembly code that declares to write memory writes nothing but its outputs.
    AssemblyMemory,
    /// The function that is verified on its own gets valid arguments.
    FunctionArguments,
    /// Floats are computed as IEEE 754 has it, although an option of the compiler allows other results.
    IeeeFloats,
    /// Handlers of interrupts run one at a time, and between accesses to memory.
    Interrupts,
    /// An access to invalid memory ends the program, and so does a call of null.
    InvalidAccess,
    /// There is always enough memory: allocation does not fail, and the stack does not overflow.
    ExhaustedMemory,
    /// The program is started as Linux starts programs.
    MainArguments,
    /// Volatile objects hold what the program wrote to them last.
    VolatileMemory,
}

impl AssumptionKind {
    /// Every kind, sorted by name.
    pub const ALL: [Self; 13] = [
        Self::Assembly,
        Self::AssemblyMemory,
        Self::EvaluationOrder,
        Self::ExhaustedMemory,
        Self::ExternPure,
        Self::ExternWrite,
        Self::ForeignCall,
        Self::FunctionArguments,
        Self::IeeeFloats,
        Self::Interrupts,
        Self::InvalidAccess,
        Self::MainArguments,
        Self::VolatileMemory,
    ];

    /// The name by which users know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Assembly => "assembly",
            Self::AssemblyMemory => "assembly-memory",
            Self::EvaluationOrder => "evaluation-order",
            Self::ExhaustedMemory => "exhausted-memory",
            Self::ExternPure => "extern-pure",
            Self::ExternWrite => "extern-write",
            Self::ForeignCall => "foreign-call",
            Self::FunctionArguments => "function-arguments",
            Self::IeeeFloats => "ieee-floats",
            Self::Interrupts => "interrupts",
            Self::InvalidAccess => "invalid-access",
            Self::MainArguments => "main-arguments",
            Self::VolatileMemory => "volatile-memory",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for AssumptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One thing that is taken for granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// Its kind.
    pub kind: AssumptionKind,
    /// Where in the program; [`Span::NONE`] where it is about all of it.
    pub place: Span,
    /// What it is about: the name of a function, or nothing.
    pub subject: String,
}

impl Assumption {
    /// An assumption about the whole program.
    #[must_use]
    pub const fn general(kind: AssumptionKind) -> Self {
        Self { kind, place: Span::NONE, subject: String::new() }
    }

    /// What is assumed, as the end of a sentence that begins with "assuming that".
    #[must_use]
    pub fn text(&self) -> String {
        let subject = &self.subject;
        match self.kind {
            AssumptionKind::ExternPure => format!("`{subject}`, which is defined nowhere, changes nothing"),
            AssumptionKind::ExternWrite => {
                format!("`{subject}`, which is defined nowhere, changes only what its arguments lead to")
            }
            AssumptionKind::ForeignCall => {
                "a function outside that is called through a pointer changes nothing".to_owned()
            }
            AssumptionKind::EvaluationOrder => "operands are evaluated from left to right".to_owned(),
            AssumptionKind::Assembly => "assembly code writes only what it declares".to_owned(),
            AssumptionKind::AssemblyMemory => {
                "assembly code that declares to write memory writes only its outputs".to_owned()
            }
            AssumptionKind::FunctionArguments => {
                format!("`{subject}` is called with valid arguments: pointers lead to objects of their own")
            }
            AssumptionKind::IeeeFloats => {
                format!("floats are computed as IEEE 754 has it, although `{subject}` allows other results")
            }
            AssumptionKind::Interrupts => {
                format!(
                    "`{subject}` runs between single accesses to memory, and no handler interrupts another"
                )
            }
            AssumptionKind::InvalidAccess => "an invalid access to memory ends the program".to_owned(),
            AssumptionKind::ExhaustedMemory => "memory is never exhausted".to_owned(),
            AssumptionKind::MainArguments => {
                "the program is started with at least its name as argument".to_owned()
            }
            AssumptionKind::VolatileMemory => {
                "volatile objects hold what the program wrote to them last".to_owned()
            }
        }
    }

    /// The same with its name and its place.
    #[must_use]
    pub fn describe(&self, sources: &SourceMap) -> String {
        let (text, kind) = (self.text(), self.kind);
        if self.place.is_none() {
            format!("{text} [{kind}]")
        } else {
            format!("{text} ({}) [{kind}]", sources.describe(self.place))
        }
    }
}

/// Sorts assumptions by kind, place and subject, and keeps each once.
pub fn tidy(assumptions: &mut Vec<Assumption>) {
    let key = |a: &Assumption| {
        let at = (!a.place.is_none()).then_some((a.place.file, a.place.line, a.place.column));
        (a.kind, at, a.subject.clone())
    };
    assumptions.sort_by_key(key);
    assumptions.dedup_by_key(|a| key(a));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_found_again() {
        let names = AssumptionKind::ALL.map(AssumptionKind::name);
        assert!(names.is_sorted());
        for kind in AssumptionKind::ALL {
            assert_eq!(AssumptionKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(AssumptionKind::from_name("magic"), None);
    }

    #[test]
    fn tidying_keeps_each_assumption_once() {
        let general = Assumption::general(AssumptionKind::ExhaustedMemory);
        let about = |name: &str| Assumption {
            kind: AssumptionKind::ExternPure,
            place: Span::NONE,
            subject: name.to_owned(),
        };
        let mut all = vec![general.clone(), about("g"), about("f"), general.clone()];
        tidy(&mut all);
        assert_eq!(all, [about("f"), about("g"), general]);
    }
}
