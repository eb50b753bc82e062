//! Which properties a run checks, and the automata that watch for them.

use argand_cfa::{MemoryProperty, Operation, Program, PropertyKind, Violated};
use argand_spec::{
    Automaton, CompiledAutomaton, Property, compile, parse_properties, parse_specification,
    property_automaton,
};
use argand_support::{Diagnostic, SourceMap, Span};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Properties with short names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// `reach_error()` and `__VERIFIER_error()` are never called.
    Unreach,
    /// No `assert()` fails.
    Asserts,
    /// No invalid access, no invalid free, no leak.
    Memsafety,
    /// No signed arithmetic overflows.
    Overflow,
    /// No operation goes wrong in this way.
    Operation(Operation),
    /// Every run ends.
    Termination,
}

impl Check {
    fn kinds(self) -> Vec<PropertyKind> {
        match self {
            Self::Unreach => {
                ["reach_error", "__VERIFIER_error"].map(|f| PropertyKind::UnreachCall(f.to_owned())).to_vec()
            }
            Self::Asserts => vec![PropertyKind::Asserts],
            Self::Memsafety => {
                let memory = [MemoryProperty::Free, MemoryProperty::Deref, MemoryProperty::Memtrack];
                memory.map(PropertyKind::Memory).to_vec()
            }
            Self::Overflow => vec![PropertyKind::NoOverflow],
            Self::Operation(operation) => vec![PropertyKind::of_operation(operation)],
            Self::Termination => vec![PropertyKind::Termination],
        }
    }
}

/// What the user wants to know.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Properties of property files and `--check`.
    pub properties: Vec<Property>,
    /// Automata of specification files, each with the name of its file.
    pub automata: Vec<(String, Automaton)>,
}

/// A property file or specification that cannot be used: what is wrong, and the texts it points into.
#[derive(Debug)]
pub struct BadSpecification {
    /// What is wrong.
    pub diagnostic: Diagnostic,
    /// The texts.
    pub sources: SourceMap,
}

impl Wanted {
    /// What files and short names ask for; without anything, errors and failing assertions. `read` reads a file, or
    /// says why it cannot.
    ///
    /// # Errors
    /// A file that cannot be read or understood.
    pub fn read(
        properties: &[PathBuf],
        checks: &[Check],
        specifications: &[PathBuf],
        read: &dyn Fn(&Path) -> Result<String, String>,
    ) -> Result<Self, Box<BadSpecification>> {
        let mut sources = SourceMap::default();
        match Self::read_into(&mut sources, properties, checks, specifications, read) {
            Ok(wanted) => Ok(wanted),
            Err(diagnostic) => Err(Box::new(BadSpecification { diagnostic, sources })),
        }
    }

    /// What short names ask for.
    #[must_use]
    pub fn checks(checks: &[Check]) -> Self {
        let kinds = checks.iter().flat_map(|check| check.kinds());
        Self { properties: kinds.map(Property::of_main).collect(), automata: Vec::new() }
    }

    fn read_into(
        sources: &mut SourceMap,
        properties: &[PathBuf],
        checks: &[Check],
        specifications: &[PathBuf],
        read: &dyn Fn(&Path) -> Result<String, String>,
    ) -> Result<Self, Diagnostic> {
        let read = |path: &Path| read(path).map_err(|message| Diagnostic::error(message, Span::NONE));
        let mut wanted = Self::default();
        for path in properties {
            let text = read(path)?;
            let file = sources.add_text(&path.to_string_lossy(), &text);
            wanted.properties.extend(parse_properties(&text, file)?);
        }
        for path in specifications {
            let text = read(path)?;
            let name = path.to_string_lossy();
            let automata = parse_specification(&name, &text, sources, &mut |included| {
                read(Path::new(included)).map_err(|d| d.message)
            })?;
            let stem =
                path.file_stem().map_or_else(|| name.to_string(), |s| s.to_string_lossy().into_owned());
            wanted.automata.extend(automata.into_iter().map(|a| (stem.clone(), a)));
        }
        let nothing = wanted.properties.is_empty() && wanted.automata.is_empty() && checks.is_empty();
        let checks = if nothing { &[Check::Unreach, Check::Asserts] } else { checks };
        wanted.properties.extend(Self::checks(checks).properties);
        Ok(wanted)
    }

    /// The entry function that the property files name, if they agree on one.
    ///
    /// # Errors
    /// When two files name different ones.
    pub fn entry(&self) -> Result<Option<&str>, String> {
        let mut entries: Vec<&str> =
            self.properties.iter().filter(|p| !p.span.is_none()).map(|p| p.entry.as_str()).collect();
        entries.sort_unstable();
        entries.dedup();
        match entries[..] {
            [] => Ok(None),
            [one] => Ok(Some(one)),
            _ => Err(format!("the properties begin at different functions: {}", entries.join(", "))),
        }
    }

    /// The automata of all properties that are watched by one.
    pub fn compile(&self, program: &mut Program) -> Vec<Arc<CompiledAutomaton>> {
        let mut compiled = Vec::new();
        for (property, number) in self.properties.iter().zip(1..) {
            if let Some(mut automaton) = property_automaton(&property.kind) {
                // Two properties of one kind must not look like one analysis named twice.
                automaton.name = format!("{} ({number})", automaton.name);
                let violated = Violated::Property(property.kind.clone());
                compiled.push(Arc::new(compile(&automaton, violated, program)));
            }
        }
        for ((name, automaton), number) in self.automata.iter().zip(1..) {
            let mut automaton = automaton.clone();
            automaton.name = format!("{} of {name} ({number})", automaton.name);
            let violated = Violated::Automaton(name.as_str().into());
            compiled.push(Arc::new(compile(&automaton, violated, program)));
        }
        compiled
    }

    /// The properties that no automaton watches and nobody decides. `decided` says which properties an analysis decides
    /// itself.
    pub fn undecided(&self, decided: impl Fn(&PropertyKind) -> bool) -> Vec<PropertyKind> {
        let kinds = self.properties.iter().map(|property| &property.kind);
        kinds.filter(|kind| property_automaton(kind).is_none() && !decided(kind)).cloned().collect()
    }

    /// What must hold, each once.
    #[must_use]
    pub fn kinds(&self) -> Vec<PropertyKind> {
        let mut kinds: Vec<PropertyKind> = Vec::new();
        for property in &self.properties {
            if !kinds.contains(&property.kind) {
                kinds.push(property.kind.clone());
            }
        }
        kinds
    }

    /// The properties of memory, each once, sorted by name.
    #[must_use]
    pub fn memory_properties(&self) -> Vec<MemoryProperty> {
        let stated =
            |memory: &MemoryProperty| self.properties.iter().any(|p| p.kind == PropertyKind::Memory(*memory));
        MemoryProperty::ALL.into_iter().filter(stated).collect()
    }

    /// The functions whose call is a violation.
    #[must_use]
    pub fn error_functions(&self) -> Vec<String> {
        self.properties
            .iter()
            .filter_map(|p| match &p.kind {
                PropertyKind::UnreachCall(function) => Some(function.clone()),
                _ => None,
            })
            .collect()
    }

    /// The operations that must not go wrong, each once.
    #[must_use]
    pub fn operations(&self) -> Vec<Operation> {
        let asked = |operation: &Operation| {
            self.properties.iter().any(|property| property.kind.operation() == Some(*operation))
        };
        Operation::ALL.into_iter().filter(asked).collect()
    }

    /// Whether a run that does not end is a violation.
    #[must_use]
    pub fn termination(&self) -> bool {
        self.properties.iter().any(|p| p.kind == PropertyKind::Termination)
    }

    /// Whether a failing assertion is a violation.
    #[must_use]
    pub fn asserts(&self) -> bool {
        self.properties.iter().any(|p| p.kind == PropertyKind::Asserts)
    }
}
