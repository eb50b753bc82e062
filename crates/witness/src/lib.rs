//! Witnesses: what a verifier hands to others so that they need not believe it.
//!
//! This crate knows the two formats (YAML 2.x and GraphML 1.0) and what their parts mean; it reads and writes texts and
//! knows no analysis. What is written comes from runs and facts of `verifier`, and what is read is checked there.
//!
//! [`model`] is what both formats are about. [`yaml`] and [`graphml`] read and write; [`read`] tells them apart by their
//! first character. The formats are those of D. Beyer et al., "Verification Witnesses" (2022), and P. Ayaziová et al.,
//! "Software Verification Witnesses 2.0" (2024).
//!
//! **Invariant:** a text of any content is read or refused, in time and memory that its length bounds. Names of files in
//! it are names and are never opened.

pub mod graphml;
pub mod model;
pub mod yaml;

pub use model::{
    Action, Content, Entry, Event, Evidence, Expression, Graph, GraphEdge, GraphNode, Invariant,
    InvariantKind, Location, Metadata, Model, Segment, Taken, Waypoint, WaypointKind,
};

use sha2::{Digest as _, Sha256};

/// The longest text that is read.
pub const MAX_BYTES: usize = 64 << 20;

/// The format of a witness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// YAML 2.x.
    Yaml,
    /// GraphML 1.0.
    GraphMl,
}

impl Format {
    /// The format that the extension of a file's name says.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "yml" | "yaml" => Some(Self::Yaml),
            "graphml" => Some(Self::GraphMl),
            _ => None,
        }
    }
}

/// A text that is no witness: where and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}{message}")]
pub struct Malformed {
    /// The part of the text, with a colon, or nothing.
    pub place: String,
    /// What is wrong with it.
    pub message: String,
}

impl Malformed {
    fn whole(message: impl Into<String>) -> Self {
        Self { place: String::new(), message: message.into() }
    }

    fn at(place: &str, message: impl Into<String>) -> Self {
        Self { place: format!("{place}: "), message: message.into() }
    }
}

/// Reads a witness of either format.
///
/// # Errors
/// A text that is no witness.
pub fn read(text: &str) -> Result<Vec<Entry>, Malformed> {
    if text.len() > MAX_BYTES {
        return Err(Malformed::whole(format!("the file is larger than {} MB", MAX_BYTES >> 20)));
    }
    match text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).chars().next() {
        None => Err(Malformed::whole("the file is empty")),
        Some('<') => graphml::read(text).map(|entry| vec![entry]),
        Some(_) => yaml::read(text),
    }
}

/// The SHA-256 hash of a file's content, as witnesses write it.
#[must_use]
pub fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A UUID that says nothing but what was hashed for it, so that the same witness has the same one.
#[must_use]
pub fn uuid(content: &str) -> String {
    let hash = hash(content.as_bytes());
    // Version 8 and variant 10 are those of identifiers that their makers define.
    let digit = |at: usize| &hash[at..=at];
    let variant = match digit(16) {
        "0" | "4" | "8" | "c" => "8",
        "1" | "5" | "9" | "d" => "9",
        "2" | "6" | "a" | "e" => "a",
        _ => "b",
    };
    format!("{}-{}-8{}-{variant}{}-{}", &hash[..8], &hash[8..12], &hash[13..16], &hash[17..20], &hash[20..32])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata() -> Metadata {
        Metadata {
            version: "2.0".to_owned(),
            created: "2026-11-15T19:00:00Z".to_owned(),
            producer: "Argand".to_owned(),
            producer_version: "1".to_owned(),
            files: vec![("a \"b\".c".to_owned(), Some(hash(b"int x;")))],
            specification: vec!["CHECK( init(main()), LTL(G ! overflow) )".to_owned()],
            model: Some(Model::Ilp32),
        }
    }

    fn place(line: u32) -> Location {
        let (file, function) = ("a \"b\".c".to_owned(), Some("f".to_owned()));
        Location { file, line, column: Some(3), function }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let condition = "x < 3 && c != '\\''".to_owned();
        let run = Evidence::Run(vec![
            Event::Value { assigned_line: 1, before: place(2), condition: condition.clone() },
            Event::Branch { keyword: place(3), condition_line: 3, taken: Taken::Case(None) },
            Event::Target { statement: place(4), line: 5 },
        ]);
        let entries = read(&yaml::write(&metadata(), &run)).expect("a witness");
        assert_eq!(entries[0].metadata, metadata());
        let Content::Violation(segments) = &entries[0].content else { panic!("a violation") };
        let value = Expression { text: condition.clone(), format: "c_expression".to_owned() };
        assert_eq!(segments[0][0].kind, WaypointKind::Assumption(value.clone()));
        assert_eq!(segments[1][0].kind, WaypointKind::Branching("default".to_owned()));
        assert_eq!(segments[2][0].location, place(4));
        let entries = read(&graphml::write(&metadata(), &run, "main")).expect("a witness");
        let Content::Graph(graph) = &entries[0].content else { panic!("a graph") };
        assert_eq!(graph.edges[1].assumption.as_ref(), Some(&condition));
        assert_eq!((graph.edges[3].line, graph.nodes.len()), (Some(5), 5));
        let invariant = Invariant { kind: InvariantKind::Loop, location: place(7), value };
        let proof = Evidence::Invariants(vec![invariant.clone()]);
        let entries = read(&yaml::write(&metadata(), &proof)).expect("a witness");
        assert_eq!(entries[0].content, Content::Invariants(vec![invariant]));
        let nothing = Evidence::Invariants(Vec::new());
        let entries = read(&yaml::write(&metadata(), &nothing)).expect("a witness");
        assert_eq!(entries[0].content, Content::Invariants(Vec::new()));
    }

    #[test]
    fn a_run_without_an_end_is_told_by_one_round() {
        let branch =
            |line| Event::Branch { keyword: place(line), condition_line: line, taken: Taken::Truth(true) };
        let run = Evidence::Run(vec![
            branch(1),
            Event::Cycle { head: place(2), is_loop: true },
            branch(3),
            branch(4),
        ]);
        let text = yaml::write(&metadata(), &run);
        assert!(text.contains("format_version: \"2.1\""), "{text}");
        let entries = read(&text).expect("a witness");
        let Content::Violation(segments) = &entries[0].content else { panic!("a violation") };
        let actions: Vec<(Action, u32)> =
            segments.iter().map(|segment| (segment[0].action, segment[0].location.line)).collect();
        assert_eq!(actions, [(Action::Follow, 1), (Action::Cycle, 3), (Action::Cycle, 4)]);
        let entries = read(&graphml::write(&metadata(), &run, "main")).expect("a witness");
        let Content::Graph(graph) = &entries[0].content else { panic!("a graph") };
        let head = graph.nodes.iter().position(|node| node.cycle_head).expect("a head");
        let back = graph.edges.last().expect("edges");
        assert_eq!((back.to, back.line), (head, Some(4)));
        assert!(graph.edges.iter().any(|edge| edge.to == head && edge.enter_loop_head));
    }

    #[test]
    fn hashes_and_identifiers_have_their_form() {
        assert_eq!(hash(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        let uuid = uuid("x");
        let parts: Vec<usize> = uuid.split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12], "{uuid}");
    }

    #[test]
    fn texts_of_any_kind_are_read_or_refused() {
        let run = Evidence::Run(vec![Event::Target { statement: place(4), line: 5 }]);
        for text in [yaml::write(&metadata(), &run), graphml::write(&metadata(), &run, "main")] {
            for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
                // A text that is cut is mostly none; it is never a panic.
                let _ = read(&text[..end]);
            }
            for noise in ["\u{0}", "[[", "&a *a", "<x", "]]>", "- - -", "%", "!!binary x"] {
                assert!(read(&format!("{noise}{text}")).is_err(), "{noise}");
            }
        }
    }
}
