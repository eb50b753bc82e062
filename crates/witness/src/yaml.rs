//! YAML 2.x: lists of entries with metadata and content.
//!
//! Texts are read into JSON values under a budget of events, depth and aliases, and then looked at entry by entry, so
//! that what is wrong is told with the entry and the part of it. Readers forgive what other tools are known to write: no
//! specification, no version of the producer, a number as the version of the format, column 0.
//!
//! Version 2.0 is written wherever it has the words. Runs without an end need those of 2.1: the waypoints of a round have
//! the action `cycle`, and there is no target.

use crate::Malformed;
use crate::model::{
    Action, Content, Entry, Event, Evidence, Expression, Invariant, InvariantKind, Location, Metadata, Model,
    Segment, Taken, Waypoint, WaypointKind,
};
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// The deepest nesting that a witness has is 8.
const MAX_DEPTH: usize = 32;
/// How many parts a text may have.
const MAX_NODES: usize = 4_000_000;

type Read<T> = Result<T, Malformed>;

/// Reads all entries of a text.
///
/// # Errors
/// The first part that is not as it should be.
pub fn read(text: &str) -> Read<Vec<Entry>> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: MAX_DEPTH,
            flow_nesting_limit: MAX_DEPTH,
            max_nodes: MAX_NODES,
            max_events: 2 * MAX_NODES,
            max_aliases: 0,
            max_anchors: 0,
            max_documents: 1,
            max_total_scalar_bytes: crate::MAX_BYTES,
        },
        with_snippet: false,
    };
    let value: Value = serde_saphyr::from_str_with_options(text, options)
        .map_err(|error| Malformed::whole(format!("this is not YAML that can be read: {error}")))?;
    let Value::Array(entries) = value else {
        return Err(Malformed::whole("a witness is a list of entries"));
    };
    if entries.is_empty() {
        return Err(Malformed::whole("the list of entries is empty"));
    }
    entries
        .iter()
        .zip(1..)
        .map(|(entry, number)| Part::new(entry, format!("entry {number}")).entry())
        .collect()
}

/// A part of a text with its place.
struct Part<'a> {
    value: &'a Value,
    place: String,
}

impl<'a> Part<'a> {
    const fn new(value: &'a Value, place: String) -> Self {
        Self { value, place }
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Malformed::at(&self.place, message))
    }

    fn map(&self) -> Read<&'a Map<String, Value>> {
        match self.value {
            Value::Object(map) => Ok(map),
            _ => self.wrong("expected keys with values"),
        }
    }

    fn list(&self) -> Read<impl Iterator<Item = Self>> {
        let Value::Array(list) = self.value else { return self.wrong("expected a list") };
        let place = self.place.clone();
        Ok(list.iter().zip(1..).map(move |(value, number)| Self::new(value, format!("{place}, {number}"))))
    }

    fn optional(&self, key: &str) -> Read<Option<Self>> {
        let found = self.map()?.get(key).filter(|value| !value.is_null());
        Ok(found.map(|value| Self::new(value, format!("{}, `{key}`", self.place))))
    }

    fn get(&self, key: &str) -> Read<Self> {
        match self.optional(key)? {
            Some(part) => Ok(part),
            None => self.wrong(format!("`{key}` is missing")),
        }
    }

    /// A text; also a number or a truth value that should have been quoted.
    fn text(&self) -> Read<String> {
        match self.value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            Value::Bool(truth) => Ok(truth.to_string()),
            _ => self.wrong("expected a text"),
        }
    }

    fn texts(&self) -> Read<Vec<String>> {
        self.list()?.map(|part| part.text()).collect()
    }

    fn number(&self) -> Read<u32> {
        let number = self.value.as_u64().and_then(|number| u32::try_from(number).ok());
        match number {
            Some(number) => Ok(number),
            None => self.wrong("expected a number that is not negative"),
        }
    }

    fn entry(&self) -> Read<Entry> {
        let metadata = self.get("metadata")?.metadata()?;
        let kind = self.get("entry_type")?.text()?;
        let content = self.get("content")?;
        let content = match kind.as_str() {
            "invariant_set" => {
                Content::Invariants(content.list()?.map(|p| p.invariant()).collect::<Read<_>>()?)
            }
            "violation_sequence" => Content::Violation(content.segments()?),
            "ghost_instrumentation" => Content::Unchecked("ghost variables".to_owned()),
            other => return self.wrong(format!("`{other}` is no known kind of witness")),
        };
        Ok(Entry { metadata, content })
    }

    fn metadata(&self) -> Read<Metadata> {
        let version = self.get("format_version")?.text()?;
        if !matches!(version.as_str(), "2" | "2.0" | "2.1" | "2.2") {
            return self.wrong(format!("version `{version}` of the format is not known"));
        }
        let task = self.get("task")?;
        let language = task.optional("language")?.map(|part| part.text()).transpose()?;
        if language.is_some_and(|language| language != "C") {
            return task.wrong("the witness is not about a C program");
        }
        let model = match task.optional("data_model")?.map(|part| part.text()).transpose()?.as_deref() {
            Some("ILP32") => Some(Model::Ilp32),
            Some("LP64") => Some(Model::Lp64),
            Some(other) => {
                return task.wrong(format!("`{other}` is no data model; there are ILP32 and LP64"));
            }
            None => None,
        };
        let specification = task.optional("specification")?.map(|part| part.text()).transpose()?;
        let producer = self.optional("producer")?;
        let of_producer = |key: &str| match &producer {
            Some(producer) => Ok(producer.optional(key)?.map(|p| p.text()).transpose()?.unwrap_or_default()),
            None => Ok(String::new()),
        };
        let created = self.optional("creation_time")?.map(|part| part.text()).transpose()?;
        Ok(Metadata {
            version,
            created: created.unwrap_or_default(),
            producer: of_producer("name")?,
            producer_version: of_producer("version")?,
            files: task.files()?,
            specification: specification.iter().flat_map(|s| s.lines()).map(str::to_owned).collect(),
            model,
        })
    }

    fn files(&self) -> Read<Vec<(String, Option<String>)>> {
        let names = self.get("input_files")?.texts()?;
        let hashes = match self.optional("input_file_hashes")? {
            Some(part) => part.hashes()?,
            None => Vec::new(),
        };
        let hash_of =
            |name: &String| hashes.iter().find(|(file, _)| file == name).map(|(_, hash)| hash.clone());
        let mut files: Vec<(String, Option<String>)> =
            names.iter().map(|name| (name.clone(), hash_of(name))).collect();
        // Names that only the table of hashes has are names of files all the same.
        for (name, hash) in hashes {
            if !names.contains(&name) {
                files.push((name, Some(hash)));
            }
        }
        Ok(files)
    }

    fn hashes(&self) -> Read<Vec<(String, String)>> {
        let mut hashes = Vec::new();
        for (name, value) in self.map()? {
            let hash = Self::new(value, self.place.clone()).text()?;
            if hash.len() != 64 || !hash.bytes().all(|b| b.is_ascii_hexdigit()) {
                return self.wrong(format!("`{hash}` is no SHA-256 hash"));
            }
            hashes.push((name.clone(), hash.to_ascii_lowercase()));
        }
        Ok(hashes)
    }

    fn location(&self) -> Read<Location> {
        let line = self.get("line")?;
        let column = self.optional("column")?.map(|part| part.number()).transpose()?;
        let location = Location {
            file: self.get("file_name")?.text()?,
            line: line.number()?,
            column: column.filter(|&column| column > 0),
            function: self.optional("function")?.map(|part| part.text()).transpose()?,
        };
        if location.line == 0 { line.wrong("lines count from 1") } else { Ok(location) }
    }

    fn expression(&self) -> Read<Expression> {
        let format = self.optional("format")?.map(|part| part.text()).transpose()?;
        let text = self.get("value")?.text()?;
        Ok(Expression { text, format: format.unwrap_or_else(|| "c_expression".to_owned()) })
    }

    fn invariant(&self) -> Read<Invariant> {
        if let Some(contract) = self.optional("contract")? {
            return contract.contract();
        }
        let invariant = self.get("invariant")?;
        let kind = match invariant.get("type")?.text()?.as_str() {
            "loop_invariant" => InvariantKind::Loop,
            "location_invariant" => InvariantKind::Location,
            "loop_transition_invariant" | "location_transition_invariant" => {
                InvariantKind::Unchecked("transition invariants".to_owned())
            }
            other => return invariant.wrong(format!("invariants of type `{other}` are not known")),
        };
        let location = invariant.get("location")?.location()?;
        Ok(Invariant { kind, location, value: invariant.expression()? })
    }

    fn contract(&self) -> Read<Invariant> {
        let location = self.get("location")?.location()?;
        let (requires, ensures) = (self.get("requires")?.text()?, self.get("ensures")?.text()?);
        let value =
            Expression { text: format!("{requires}; {ensures}"), format: self.get("format")?.text()? };
        let kind = InvariantKind::Unchecked("contracts of functions".to_owned());
        Ok(Invariant { kind, location, value })
    }

    fn segments(&self) -> Read<Vec<Segment>> {
        let mut segments = Vec::new();
        for part in self.list()? {
            let waypoints: Segment =
                part.get("segment")?.list()?.map(|p| p.waypoint()).collect::<Read<_>>()?;
            let passed = waypoints.iter().filter(|w| w.action != Action::Avoid).count();
            if passed != 1 || waypoints.last().is_none_or(|last| last.action == Action::Avoid) {
                return part.wrong("a segment has waypoints to avoid and ends with exactly one to follow");
            }
            segments.push(waypoints);
        }
        let passed = || segments.iter().filter_map(|segment| segment.last());
        let targets = passed().filter(|waypoint| waypoint.kind == WaypointKind::Target).count();
        let cycle: Vec<bool> = passed().map(|waypoint| waypoint.action == Action::Cycle).collect();
        if cycle.contains(&true) {
            if !cycle.is_sorted() || targets > 0 {
                return self.wrong("waypoints of a cycle come last, and there is no target beside them");
            }
        } else if targets != 1 || passed().next_back().is_none_or(|last| last.kind != WaypointKind::Target) {
            return self.wrong("the last waypoint, and no other, must be the target");
        }
        Ok(segments)
    }

    fn waypoint(&self) -> Read<Waypoint> {
        let waypoint = self.get("waypoint")?;
        let action = match waypoint.get("action")?.text()?.as_str() {
            "follow" => Action::Follow,
            "avoid" => Action::Avoid,
            "cycle" => Action::Cycle,
            other => return waypoint.wrong(format!("the action `{other}` is not known")),
        };
        let constraint = || waypoint.get("constraint");
        let kind = match waypoint.get("type")?.text()?.as_str() {
            "assumption" => WaypointKind::Assumption(constraint()?.expression()?),
            "branching" => WaypointKind::Branching(constraint()?.expression()?.text.trim().to_owned()),
            "function_enter" => WaypointKind::FunctionEnter,
            "function_return" => WaypointKind::FunctionReturn(constraint()?.expression()?),
            "target" => WaypointKind::Target,
            other => return waypoint.wrong(format!("waypoints of type `{other}` are not known")),
        };
        Ok(Waypoint { action, kind, location: waypoint.get("location")?.location()? })
    }
}

/// A text as YAML and JSON quote it.
fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

/// The text of a witness.
#[must_use]
pub fn write(metadata: &Metadata, evidence: &Evidence) -> String {
    let content = match evidence {
        Evidence::Run(events) => segments(events),
        Evidence::Invariants(invariants) => invariants.iter().filter_map(invariant).collect(),
    };
    let version = match evidence {
        Evidence::Run(events) if events.iter().any(|event| matches!(event, Event::Cycle { .. })) => "2.1",
        Evidence::Run(_) | Evidence::Invariants(_) => "2.0",
    };
    let kind = match evidence {
        Evidence::Run(_) => "violation_sequence",
        Evidence::Invariants(_) => "invariant_set",
    };
    let task = task(metadata);
    let mut out = format!("- entry_type: {kind}\n  metadata:\n    format_version: \"{version}\"\n");
    let _ = writeln!(out, "    uuid: {}", quoted(&crate::uuid(&format!("{kind}{task}{content}"))));
    let _ = writeln!(out, "    creation_time: {}", quoted(&metadata.created));
    let _ = writeln!(out, "    producer:\n      name: {}", quoted(&metadata.producer));
    let _ = writeln!(out, "      version: {}", quoted(&metadata.producer_version));
    out.push_str(&task);
    if content.is_empty() {
        out.push_str("  content: []\n");
    } else {
        out.push_str("  content:\n");
        out.push_str(&content);
    }
    out
}

fn task(metadata: &Metadata) -> String {
    let mut out = String::from("    task:\n      input_files:\n");
    for (name, _) in &metadata.files {
        let _ = writeln!(out, "      - {}", quoted(name));
    }
    out.push_str("      input_file_hashes:\n");
    for (name, hash) in &metadata.files {
        let _ = writeln!(out, "        {}: {}", quoted(name), quoted(hash.as_deref().unwrap_or_default()));
    }
    let _ = writeln!(out, "      specification: {}", quoted(&metadata.specification.join("\n")));
    let model = metadata.model.unwrap_or(Model::Lp64).name();
    let _ = writeln!(out, "      data_model: {model}\n      language: C");
    out
}

fn location(location: &Location, indent: &str) -> String {
    let mut out = format!("{indent}location:\n{indent}  file_name: {}\n", quoted(&location.file));
    let _ = writeln!(out, "{indent}  line: {}", location.line);
    if let Some(column) = location.column {
        let _ = writeln!(out, "{indent}  column: {column}");
    }
    if let Some(function) = &location.function {
        let _ = writeln!(out, "{indent}  function: {}", quoted(function));
    }
    out
}

fn invariant(invariant: &Invariant) -> Option<String> {
    let kind = match &invariant.kind {
        InvariantKind::Loop => "loop_invariant",
        InvariantKind::Location => "location_invariant",
        InvariantKind::Unchecked(_) => return None,
    };
    let place = location(&invariant.location, "      ");
    let (value, format) = (quoted(&invariant.value.text), &invariant.value.format);
    Some(format!("  - invariant:\n      type: {kind}\n{place}      value: {value}\n      format: {format}\n"))
}

/// The segments of a run. What comes behind the beginning of a cycle is passed again and again.
fn segments(events: &[Event]) -> String {
    let mut action = "follow";
    let mut out = String::new();
    for event in events {
        match waypoint(event) {
            Some((kind, place, constraint)) => segment(&mut out, (kind, action), place, constraint),
            None => action = "cycle",
        }
    }
    out
}

/// The constraint of a waypoint, and the language it is in.
type Constraint = Option<(String, Option<&'static str>)>;

/// The waypoint of an event: its type, place and constraint. The beginning of a cycle is none.
fn waypoint(event: &Event) -> Option<(&'static str, &Location, Constraint)> {
    Some(match event {
        Event::Branch { keyword, taken, .. } => {
            let value = match taken {
                Taken::Truth(truth) => truth.to_string(),
                Taken::Case(Some(number)) => number.to_string(),
                Taken::Case(None) => "default".to_owned(),
            };
            ("branching", keyword, Some((value, None)))
        }
        Event::Value { before, condition, .. } => {
            ("assumption", before, Some((condition.clone(), Some("c_expression"))))
        }
        Event::Result { closing, value, .. } => {
            ("function_return", closing, Some((format!("\\result == {value}"), Some("acsl_expression"))))
        }
        Event::Target { statement, .. } => ("target", statement, None),
        Event::Cycle { .. } => return None,
    })
}

fn segment(out: &mut String, (kind, action): (&str, &str), place: &Location, constraint: Constraint) {
    let place = location(place, "        ");
    let _ =
        write!(out, "  - segment:\n    - waypoint:\n        type: {kind}\n        action: {action}\n{place}");
    if let Some((value, format)) = constraint {
        let _ = writeln!(out, "        constraint:\n          value: {}", quoted(&value));
        if let Some(format) = format {
            let _ = writeln!(out, "          format: {format}");
        }
    }
}
