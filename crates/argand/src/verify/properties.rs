//! Which properties a run checks, and the automata that watch for them.

use argand_cfa::Program;
use argand_cfa::instrument::{OVERFLOW, check_overflows};
use argand_spec::{
    Automaton, CompiledAutomaton, Property, PropertyKind, compile, parse_properties, parse_specification,
    property_automaton,
};
use argand_support::{Diagnostic, SourceMap};
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Properties with short names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Check {
    /// reach_error() and __VERIFIER_error() are never called
    Unreach,
    /// No assert() fails
    Asserts,
    /// No invalid access, no invalid free, no leak
    Memsafety,
    /// No signed arithmetic overflows
    Overflow,
    /// Every run ends
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
                vec![PropertyKind::ValidFree, PropertyKind::ValidDeref, PropertyKind::ValidMemtrack]
            }
            Self::Overflow => vec![PropertyKind::NoOverflow],
            Self::Termination => vec![PropertyKind::Termination],
        }
    }
}

/// What the user wants to know.
#[derive(Debug, Default)]
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
    /// Reads what the command line asks for. Without anything it asks for errors and failing assertions.
    ///
    /// # Errors
    /// A file that cannot be read or understood.
    pub fn read(
        properties: &[PathBuf],
        checks: &[Check],
        specifications: &[PathBuf],
    ) -> Result<Self, Box<BadSpecification>> {
        let mut sources = SourceMap::default();
        match Self::read_into(&mut sources, properties, checks, specifications) {
            Ok(wanted) => Ok(wanted),
            Err(diagnostic) => Err(Box::new(BadSpecification { diagnostic, sources })),
        }
    }

    fn read_into(
        sources: &mut SourceMap,
        properties: &[PathBuf],
        checks: &[Check],
        specifications: &[PathBuf],
    ) -> Result<Self, Diagnostic> {
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
        let mut kinds: Vec<PropertyKind> = checks.iter().flat_map(|c| c.kinds()).collect();
        if wanted.properties.is_empty() && wanted.automata.is_empty() && kinds.is_empty() {
            kinds = Check::Unreach.kinds();
            kinds.extend(Check::Asserts.kinds());
        }
        wanted.properties.extend(kinds.into_iter().map(Property::of_main));
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

    /// The automata of all properties that are watched by one, and the names of those that are not.
    /// `decided` are properties that an analysis decides itself.
    pub fn compile(
        &self,
        program: &mut Program,
        decided: &[&str],
    ) -> (Vec<Rc<CompiledAutomaton>>, Vec<&'static str>) {
        let (mut compiled, mut unwatched) = (Vec::new(), Vec::new());
        if self.properties.iter().any(|p| p.kind == PropertyKind::NoOverflow) {
            check_overflows(program);
        }
        for (property, number) in self.properties.iter().zip(1..) {
            match property_automaton(&property.kind) {
                Some(mut automaton) => {
                    // Two properties of one kind must not look like one analysis named twice.
                    automaton.name = format!("{} ({number})", automaton.name);
                    compiled.push(Rc::new(compile(&automaton, property.kind.name(), program)));
                }
                None if decided.contains(&property.kind.name()) => {}
                None => unwatched.push(property.kind.name()),
            }
        }
        for ((name, automaton), number) in self.automata.iter().zip(1..) {
            let mut automaton = automaton.clone();
            automaton.name = format!("{} of {name} ({number})", automaton.name);
            compiled.push(Rc::new(compile(&automaton, name, program)));
        }
        (compiled, unwatched)
    }

    /// The properties of memory, each once.
    #[must_use]
    pub fn memory_properties(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = self
            .properties
            .iter()
            .filter(|p| {
                matches!(
                    p.kind,
                    PropertyKind::ValidDeref
                        | PropertyKind::ValidFree
                        | PropertyKind::ValidMemtrack
                        | PropertyKind::ValidMemcleanup
                )
            })
            .map(|p| p.kind.name())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The functions whose call is a violation.
    #[must_use]
    pub fn error_functions(&self) -> Vec<String> {
        self.properties
            .iter()
            .filter_map(|p| match &p.kind {
                PropertyKind::UnreachCall(function) => Some(function.clone()),
                PropertyKind::NoOverflow => Some(OVERFLOW.to_owned()),
                _ => None,
            })
            .collect()
    }

    /// Whether a failing assertion is a violation.
    #[must_use]
    pub fn asserts(&self) -> bool {
        self.properties.iter().any(|p| p.kind == PropertyKind::Asserts)
    }
}

fn read(path: &Path) -> Result<String, Diagnostic> {
    std::fs::read_to_string(path).map_err(|error| {
        Diagnostic::error(format!("cannot read '{}': {error}", path.display()), argand_support::Span::NONE)
    })
}
