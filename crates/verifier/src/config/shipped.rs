//! The configurations inside the binary.

/// A shipped configuration.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name users ask for it by.
    pub name: &'static str,
    /// Its TOML text.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        &[$(Shipped { name: $name, text: include_str!(concat!("../../configs/", $name, ".toml")) }),+]
    };
}

/// Every shipped configuration, sorted by name.
pub const CONFIGURATIONS: &[Shipped] = shipped![
    "auto",
    "base",
    "bmc",
    "dataflow",
    "dataflow-observers",
    "execution",
    "interval",
    "k-induction",
    "k-induction-cells",
    "k-induction-predicate",
    "memsafety",
    "memsafety-nocegar",
    "parity",
    "pointer",
    "predicate",
    "predicate-cells",
    "reach-only",
    "sign",
    "smg-reach",
    "symbolic",
    "symbolic-cegar",
    "symbolic-slicing",
    "symbolic-slicing-cegar",
    "termination",
    "test-gen",
    "value",
    "value-interval",
    "value-nocegar",
    "value-predicate",
    "value-predicate-reduced",
    "value-reduced",
    "value-slicing",
];

/// The shipped configuration of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Shipped> {
    CONFIGURATIONS.iter().find(|c| c.name == name)
}

/// The configuration of those who name none.
pub const DEFAULT: &str = "auto";
