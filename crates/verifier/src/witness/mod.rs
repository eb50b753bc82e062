//! Witnesses of verdicts: what a run does that violates a property, and what holds at loops where none does.
//!
//! A violation witness tells the executed run of the report and nothing that an analysis believes. A correctness witness
//! tells what the proof says at loops, as far as C has words for it; one that says nothing is still a witness, whose
//! reader has to find the proof alone. Each group of properties has a witness of its own.

pub mod loops;
mod run;
pub mod source;

pub use run::{loop_heads, violating_statement};

use crate::report::Report;
use crate::task::Task;
use crate::verdict::Verdict;
use argand_cfa::{DataModel, LocId, MemoryProperty, Program, PropertyKind, Violated};
use argand_spec::Property;
use argand_witness::model::Evidence;
use argand_witness::{
    Expression, Format, Invariant, InvariantKind, Location, Metadata, Model, graphml, yaml,
};

/// What the caller knows about the task and a witness must tell.
#[derive(Clone, Debug)]
pub struct About {
    /// The files of the program as the user names them, with their hashes.
    pub files: Vec<(String, String)>,
    /// The time, in ISO 8601.
    pub created: String,
}

/// A witness that can be written.
#[derive(Clone, Debug)]
pub struct Made {
    /// The word for its properties, which tells it from those of others.
    pub group: &'static str,
    /// Whether it is the only one that the verification can give.
    pub alone: bool,
    metadata: Metadata,
    evidence: Evidence,
    entry: String,
}

impl Made {
    /// Its text.
    #[must_use]
    pub fn text(&self, format: Format) -> String {
        match format {
            Format::Yaml => yaml::write(&self.metadata, &self.evidence),
            Format::GraphMl => graphml::write(&self.metadata, &self.evidence, &self.entry),
        }
    }
}

/// Properties that one witness is about: those of a property file of the competition.
fn group(kind: &PropertyKind) -> &'static str {
    match kind {
        PropertyKind::Memory(MemoryProperty::Deref | MemoryProperty::Free | MemoryProperty::Memtrack) => {
            "valid-memsafety"
        }
        other => other.name(),
    }
}

/// The data model in the words of witnesses.
#[must_use]
pub fn model_of(program: &Program) -> Model {
    match program.types.model() {
        DataModel::Ilp32 => Model::Ilp32,
        DataModel::Lp64 => Model::Lp64,
    }
}

/// The witnesses of a report: none for UNKNOWN and for violations of automata, one of the property for FALSE, one of
/// each group of properties for TRUE.
#[must_use]
pub fn of_report(task: &Task, report: &Report, about: &About) -> Vec<Made> {
    let program = &*task.program;
    let properties = &task.wanted.properties;
    let mut groups: Vec<&'static str> = Vec::new();
    for property in properties {
        let group = group(&property.kind);
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    let alone = groups.len() == 1;
    let metadata = |wanted: &dyn Fn(&Property) -> bool| Metadata {
        version: "2.0".to_owned(),
        created: about.created.clone(),
        producer: "Argand".to_owned(),
        producer_version: env!("CARGO_PKG_VERSION").to_owned(),
        files: about.files.iter().map(|(name, hash)| (name.clone(), Some(hash.clone()))).collect(),
        specification: properties.iter().filter(|p| wanted(p)).map(ToString::to_string).collect(),
        model: Some(model_of(program)),
    };
    let entry = program.func_name(program.main).to_owned();
    match (&report.verdict, &report.violation) {
        (Verdict::False(Violated::Property(kind)), Some(confirmed)) => {
            let violated = group(kind);
            // Properties that differ in the function that must not be called are violated one by one.
            let is_it = |property: &Property| {
                matches!(property.kind, PropertyKind::UnreachCall(_)) && property.kind == *kind
                    || !matches!(property.kind, PropertyKind::UnreachCall(_))
                        && group(&property.kind) == violated
            };
            let events = run::events(program, confirmed, &report.targets);
            let evidence = Evidence::Run(events);
            vec![Made { group: violated, alone, metadata: metadata(&is_it), evidence, entry }]
        }
        (Verdict::True, _) => {
            let invariants: Vec<Invariant> = report
                .loop_invariants
                .iter()
                .filter_map(|(at, text)| invariant(program, *at, text))
                .collect();
            let witness = |&name: &&'static str| Made {
                group: name,
                alone,
                metadata: metadata(&|property| group(&property.kind) == name),
                evidence: Evidence::Invariants(invariants.clone()),
                entry: entry.clone(),
            };
            groups.iter().map(witness).collect()
        }
        _ => Vec::new(),
    }
}

/// An invariant at the keyword of the loop whose head a location is.
fn invariant(program: &Program, location: LocId, text: &str) -> Option<Invariant> {
    let statement = program.loops.iter().find(|statement| statement.head == location)?;
    let keyword = statement.keyword;
    if keyword.is_none() {
        return None;
    }
    let location = Location {
        file: program.sources.name(keyword.file).to_owned(),
        line: keyword.line,
        column: Some(keyword.column),
        function: Some(program.func_name(program.locs[location].func).to_owned()),
    };
    let value = Expression { text: text.to_owned(), format: "c_expression".to_owned() };
    Some(Invariant { kind: InvariantKind::Loop, location, value })
}
