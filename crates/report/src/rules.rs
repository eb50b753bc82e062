//! What each property means, for tools that show help beside a result.

/// A property as a rule of an analyser.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    /// The name in verdicts.
    pub(crate) id: &'static str,
    /// A name without spaces.
    pub(crate) name: &'static str,
    /// What a violation is called.
    pub(crate) title: &'static str,
    /// What must hold, in one sentence.
    pub(crate) short: &'static str,
    /// What a violation means and what to do.
    pub(crate) help: &'static str,
    /// How bad a violation is for security, from 0 to 10, where it is about that.
    pub(crate) severity: Option<&'static str>,
    /// Words to find it by.
    pub(crate) tags: &'static [&'static str],
}

/// The rules, in the order in which results name them.
pub(crate) const RULES: &[Rule] = &[
    Rule {
        id: "unreach-call",
        name: "ErrorFunctionCalled",
        title: "An error function is called",
        short: "A function that must never be called is never called.",
        help: "A run of the program calls the error function. The code flow shows the run, the properties of the result its inputs.",
        severity: None,
        tags: &["correctness"],
    },
    Rule {
        id: "unreach-label",
        name: "ErrorLabelReached",
        title: "An error label is reached",
        short: "A label that must never be reached is never reached.",
        help: "A run of the program reaches the label. The code flow shows the run.",
        severity: None,
        tags: &["correctness"],
    },
    Rule {
        id: "asserts",
        name: "AssertionFails",
        title: "An assertion fails",
        short: "No assertion fails.",
        help: "A run of the program fails an assert(). Either the assertion is wrong, or the program is with these inputs.",
        severity: None,
        tags: &["correctness"],
    },
    Rule {
        id: "valid-deref",
        name: "InvalidAccess",
        title: "Invalid memory access",
        short: "Only valid memory is accessed.",
        help: "A run reads or writes memory outside of any object that is alive: behind the end of an array, after free, after the \
               life of a local variable, or through a null or wild pointer. Check bounds and lifetimes along the code flow.",
        severity: Some("8.8"),
        tags: &["security", "memory", "external/cwe/cwe-119", "external/cwe/cwe-416", "external/cwe/cwe-476"],
    },
    Rule {
        id: "valid-free",
        name: "InvalidFree",
        title: "Invalid free",
        short: "Only allocated memory is freed, and only once.",
        help: "A run frees memory twice, or frees something that was not allocated. Set pointers to NULL after free, or make clear who owns the memory.",
        severity: Some("8.1"),
        tags: &["security", "memory", "external/cwe/cwe-415", "external/cwe/cwe-590"],
    },
    Rule {
        id: "valid-memtrack",
        name: "MemoryLost",
        title: "Memory is lost",
        short: "No allocated memory is lost.",
        help: "A run overwrites or forgets the last pointer to memory that was not freed. Free it before.",
        severity: Some("5.3"),
        tags: &["security", "memory", "external/cwe/cwe-401"],
    },
    Rule {
        id: "valid-memcleanup",
        name: "MemoryNotFreed",
        title: "Memory is not freed at the end",
        short: "All memory is freed when the program ends.",
        help: "A run ends while allocated memory is not freed.",
        severity: Some("3.1"),
        tags: &["memory", "external/cwe/cwe-401"],
    },
    Rule {
        id: "no-overflow",
        name: "SignedOverflow",
        title: "Signed integer overflow",
        short: "No signed arithmetic overflows.",
        help: "The exact result of signed arithmetic does not fit its type, which C leaves undefined. Check the operands before, or compute in a wider type.",
        severity: Some("7.5"),
        tags: &["security", "arithmetic", "external/cwe/cwe-190"],
    },
    Rule {
        id: "no-unsigned-overflow",
        name: "UnsignedOverflow",
        title: "Unsigned integer overflow",
        short: "No unsigned arithmetic wraps around.",
        help: "The exact result of unsigned arithmetic does not fit its type and wraps around. C allows it; where it is not meant, \
               check the operands before, or compute in a wider type.",
        severity: Some("5.3"),
        tags: &["arithmetic", "external/cwe/cwe-190", "external/cwe/cwe-191"],
    },
    Rule {
        id: "no-div-by-zero",
        name: "DivisionByZero",
        title: "Division by zero",
        short: "No integer is divided by zero.",
        help: "A divisor is zero, which C leaves undefined and machines end programs for. Check the divisor before.",
        severity: Some("7.5"),
        tags: &["security", "arithmetic", "external/cwe/cwe-369"],
    },
    Rule {
        id: "no-bad-shift",
        name: "ShiftOutOfRange",
        title: "Shift out of range",
        short: "No shift is out of range.",
        help: "A shift is by a negative number, or by as many bits as its operand has or more, which C leaves undefined. Check the count before.",
        severity: Some("5.3"),
        tags: &["arithmetic", "external/cwe/cwe-1335"],
    },
    Rule {
        id: "no-lossy-conversion",
        name: "LossyConversion",
        title: "Conversion changes the value",
        short: "No conversion to an integer type changes the value.",
        help: "A value does not exist in the integer type that it is converted to. C allows it between integers; where it is not meant, \
               check the value before, or use a wider type.",
        severity: Some("5.3"),
        tags: &["arithmetic", "external/cwe/cwe-197", "external/cwe/cwe-681"],
    },
    Rule {
        id: "no-null-deref",
        name: "NullPointer",
        title: "Null pointer is followed",
        short: "No null pointer is followed.",
        help: "A run reads or writes through a null pointer. Check the pointer before.",
        severity: Some("7.5"),
        tags: &["security", "memory", "external/cwe/cwe-476"],
    },
    Rule {
        id: "no-bad-index",
        name: "IndexOutOfRange",
        title: "Index outside of its array",
        short: "No index is outside of its array.",
        help: "An index is negative, or not below the length of its array. Where the array is a member of a record, the access reaches the \
               members beside it. Check the index before.",
        severity: Some("8.1"),
        tags: &["security", "memory", "external/cwe/cwe-129"],
    },
    Rule {
        id: "termination",
        name: "RunsForever",
        title: "A run without an end",
        short: "Every run ends.",
        help: "A run of the program never ends.",
        severity: None,
        tags: &["correctness"],
    },
    Rule {
        id: "no-data-race",
        name: "DataRace",
        title: "Data race",
        short: "No two threads race for memory.",
        help: "Two threads access the same memory at the same time, and one of them writes.",
        severity: Some("6.5"),
        tags: &["security", "concurrency", "external/cwe/cwe-362"],
    },
];

/// The number of the rule of a property among [`RULES`].
pub(crate) fn rule_index(property: &str) -> Option<usize> {
    RULES.iter().position(|rule| rule.id == property)
}

#[cfg(test)]
mod tests {
    use super::*;
    use argand_cfa::{MemoryProperty, Operation, PropertyKind};

    #[test]
    fn every_property_has_a_rule() {
        let mut kinds = vec![
            PropertyKind::UnreachCall("f".to_owned()),
            PropertyKind::UnreachLabel("l".to_owned()),
            PropertyKind::Asserts,
            PropertyKind::Termination,
            PropertyKind::NoDataRace,
        ];
        kinds.extend(Operation::ALL.map(PropertyKind::of_operation));
        kinds.extend(MemoryProperty::ALL.map(PropertyKind::Memory));
        assert_eq!(kinds.len(), RULES.len());
        for kind in kinds {
            assert!(rule_index(kind.name()).is_some(), "{kind}");
        }
    }
}
