//! GraphML 1.0: an automaton whose edges stand for steps of the program.
//!
//! The reader takes elements one by one and keeps only those it knows; a document type, and with it every entity of its
//! own, is refused, and so is nesting that no witness has. The writer makes a chain of the events of a run, and of
//! invariants a star of loop heads around the entry.

use crate::Malformed;
use crate::model::{
    Content, Entry, Event, Evidence, Graph, GraphEdge, GraphNode, Invariant, Metadata, Model, Taken,
};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event as Xml};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Elements nest as `graphml`, `graph`, `node`, `data`, `default`.
const MAX_DEPTH: usize = 16;
/// How many nodes and edges a graph may have.
const MAX_PARTS: usize = 1_000_000;

type Read<T> = Result<T, Malformed>;

/// Reads a witness.
///
/// # Errors
/// The first part that is not as it should be.
pub fn read(text: &str) -> Read<Entry> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    let mut builder = Builder::default();
    loop {
        let line = |reader: &Reader<&[u8]>| {
            let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
            format!(
                "line {}",
                text.as_bytes()[..at.min(text.len())].iter().filter(|&&b| b == b'\n').count() + 1
            )
        };
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => return Err(Malformed::at(&line(&reader), format!("this is not XML: {error}"))),
        };
        let taken = match event {
            Xml::Start(start) => builder.open(&start, false),
            Xml::Empty(start) => builder.open(&start, true),
            Xml::End(_) => builder.close(),
            Xml::Text(text) => builder.text(&text.xml_content(quick_xml::XmlVersion::Implicit1_0)),
            Xml::CData(text) => builder.text(&text.xml_content(quick_xml::XmlVersion::Implicit1_0)),
            Xml::GeneralRef(reference) => match reference.resolve_char_ref() {
                Ok(Some(character)) => builder.text(&character.to_string()),
                Ok(None) => builder.entity(&reference),
                Err(error) => Err(error.to_string()),
            },
            Xml::DocType(_) => Err("a witness has no document type, and no entities of its own".to_owned()),
            Xml::Decl(_) | Xml::PI(_) | Xml::Comment(_) => Ok(()),
            Xml::Eof => break,
        };
        taken.map_err(|message| Malformed::at(&line(&reader), message))?;
    }
    builder.finish()
}

/// What the values of `data` elements belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Graph,
    Node(usize),
    Edge(usize),
}

#[derive(Default)]
struct Builder {
    open: Vec<String>,
    owner: Option<Owner>,
    graphs: usize,
    /// The key of the `data` element that is open, and its text so far.
    data: Option<(String, String)>,
    values: BTreeMap<String, Vec<String>>,
    nodes: Vec<GraphNode>,
    numbers: BTreeMap<String, usize>,
    edges: Vec<GraphEdge>,
    /// Names of nodes that edges lead from and to; nodes may come later.
    ends: Vec<(String, String)>,
}

impl Builder {
    fn open(&mut self, start: &BytesStart<'_>, empty: bool) -> Result<(), String> {
        let name = start.local_name().as_ref().to_owned();
        if self.open.len() >= MAX_DEPTH {
            return Err("the elements nest too deeply".to_owned());
        }
        if self.open.is_empty() && name != "graphml" {
            return Err(format!("expected `graphml`, found `{name}`"));
        }
        let attribute = |key: &str| -> Result<String, String> {
            let found = start.try_get_attribute(key).map_err(|error| error.to_string())?;
            let found = found.ok_or_else(|| format!("`{name}` has no `{key}`"))?;
            let value = found.normalized_value(quick_xml::XmlVersion::Implicit1_0);
            Ok(value.map_err(|error| error.to_string())?.into_owned())
        };
        match name.as_str() {
            "graph" => {
                self.graphs += 1;
                if self.graphs > 1 {
                    return Err("a witness has one graph".to_owned());
                }
                self.owner = Some(Owner::Graph);
            }
            "node" if self.owner.is_some() => {
                let id = attribute("id")?;
                if self.numbers.insert(id.clone(), self.nodes.len()).is_some() {
                    return Err(format!("there are two nodes `{id}`"));
                }
                self.owner = Some(Owner::Node(self.nodes.len()));
                self.nodes.push(GraphNode { id, ..GraphNode::default() });
            }
            "edge" if self.owner.is_some() => {
                self.ends.push((attribute("source")?, attribute("target")?));
                self.owner = Some(Owner::Edge(self.edges.len()));
                self.edges.push(GraphEdge::default());
            }
            "data" if self.owner.is_some() => self.data = Some((attribute("key")?, String::new())),
            _ => {}
        }
        if self.nodes.len() + self.edges.len() > MAX_PARTS {
            return Err("the graph is too large".to_owned());
        }
        self.open.push(name);
        if empty { self.close() } else { Ok(()) }
    }

    fn close(&mut self) -> Result<(), String> {
        match self.open.pop().as_deref() {
            Some("node" | "edge") => self.owner = Some(Owner::Graph),
            Some("graph") => self.owner = None,
            Some("data") => {
                if let (Some((key, value)), Some(owner)) = (self.data.take(), self.owner) {
                    return self.value(owner, &key, value.trim());
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), String> {
        if let Some((_, value)) = &mut self.data {
            value.push_str(text);
        }
        Ok(())
    }

    /// The five entities that XML itself has.
    fn entity(&mut self, name: &str) -> Result<(), String> {
        match quick_xml::escape::resolve_predefined_entity(name) {
            Some(text) => self.text(text),
            None => Err(format!("the entity `{name}` is not known")),
        }
    }

    fn value(&mut self, owner: Owner, key: &str, value: &str) -> Result<(), String> {
        let truth = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("`{key}` is `{value}`, and must be true or false")),
        };
        let text = || Some(value.to_owned());
        match owner {
            Owner::Graph => self.values.entry(key.to_owned()).or_default().push(value.to_owned()),
            Owner::Node(at) => {
                let Some(node) = self.nodes.get_mut(at) else { return Ok(()) };
                match key {
                    "entry" => node.entry = truth()?,
                    "sink" => node.sink = truth()?,
                    "violation" => node.violation = truth()?,
                    "cyclehead" => node.cycle_head = truth()?,
                    "invariant" => node.invariant = text(),
                    "invariant.scope" => node.invariant_scope = text(),
                    _ => {}
                }
            }
            Owner::Edge(at) => {
                let Some(edge) = self.edges.get_mut(at) else { return Ok(()) };
                match key {
                    "startline" => {
                        let line = value.parse().ok().filter(|&line: &u32| line > 0);
                        edge.line = Some(line.ok_or_else(|| format!("`{value}` is no line"))?);
                    }
                    "control" => {
                        edge.control = Some(match value {
                            "condition-true" => true,
                            "condition-false" => false,
                            _ => return Err(format!("`control` is `{value}`, which is not known")),
                        });
                    }
                    "assumption" => edge.assumption = text(),
                    "assumption.scope" => edge.assumption_scope = text(),
                    "assumption.resultfunction" => edge.result_function = text(),
                    "enterFunction" => edge.enter_function = text(),
                    "returnFrom" | "returnFromFunction" => edge.return_from = text(),
                    "enterLoopHead" => edge.enter_loop_head = truth()?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn one(&mut self, key: &str) -> Option<String> {
        self.values.remove(key).and_then(|mut all| all.pop())
    }

    fn finish(mut self) -> Read<Entry> {
        if !self.open.is_empty() || self.graphs == 0 {
            return Err(Malformed::whole("the file ends too early"));
        }
        for (number, (from, to)) in self.ends.iter().enumerate() {
            let place = format!("edge {}", number + 1);
            let end = |name: &String| {
                let found = self.numbers.get(name).copied();
                found.ok_or_else(|| Malformed::at(&place, format!("there is no node `{name}`")))
            };
            (self.edges[number].from, self.edges[number].to) = (end(from)?, end(to)?);
        }
        let violation = match self.one("witness-type").as_deref() {
            Some("violation_witness") => true,
            Some("correctness_witness") => false,
            Some(other) => return Err(Malformed::whole(format!("`{other}` is no known type of witness"))),
            None => return Err(Malformed::whole("`witness-type` is missing")),
        };
        if self.one("sourcecodelang").is_some_and(|language| language != "C") {
            return Err(Malformed::whole("the witness is not about a C program"));
        }
        if self.nodes.iter().filter(|node| node.entry).count() != 1 {
            return Err(Malformed::whole("exactly one node must be the entry"));
        }
        if violation && !self.nodes.iter().any(|node| node.violation || node.cycle_head) {
            return Err(Malformed::whole("no node is the violation"));
        }
        let model = match self.one("architecture").as_deref() {
            Some("32bit") => Some(Model::Ilp32),
            Some("64bit") => Some(Model::Lp64),
            Some(other) => return Err(Malformed::whole(format!("`{other}` is no known architecture"))),
            None => None,
        };
        let hash = match self.one("programhash") {
            Some(hash) if hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_hexdigit()) => {
                Some(hash.to_ascii_lowercase())
            }
            // Witnesses of the first years have SHA-1 hashes, which nobody can compare any more.
            Some(hash) => return Err(Malformed::whole(format!("`{hash}` is no SHA-256 hash"))),
            None => None,
        };
        let metadata = Metadata {
            version: "1.0".to_owned(),
            created: self.one("creationtime").unwrap_or_default(),
            producer: self.one("producer").unwrap_or_default(),
            producer_version: String::new(),
            files: self.one("programfile").map(|file| (file, hash)).into_iter().collect(),
            specification: self.values.remove("specification").unwrap_or_default(),
            model,
        };
        let specification = metadata.specification.iter().flat_map(|s| s.lines());
        let specification = specification.map(|line| line.trim().to_owned()).collect();
        let metadata = Metadata { specification, ..metadata };
        Ok(Entry {
            metadata,
            content: Content::Graph(Graph { violation, nodes: self.nodes, edges: self.edges }),
        })
    }
}

/// Every key that is written: its name, type, owner and identifier, and whether it has a default.
const KEYS: [(&str, &str, &str, &str, bool); 21] = [
    ("witness-type", "string", "graph", "witness-type", false),
    ("sourcecodelang", "string", "graph", "sourcecodelang", false),
    ("producer", "string", "graph", "producer", false),
    ("specification", "string", "graph", "specification", false),
    ("programFile", "string", "graph", "programfile", false),
    ("programHash", "string", "graph", "programhash", false),
    ("architecture", "string", "graph", "architecture", false),
    ("creationTime", "string", "graph", "creationtime", false),
    ("isEntryNode", "boolean", "node", "entry", true),
    ("isViolationNode", "boolean", "node", "violation", true),
    ("isSinkNode", "boolean", "node", "sink", true),
    ("isCycleHead", "boolean", "node", "cyclehead", true),
    ("invariant", "string", "node", "invariant", false),
    ("invariant.scope", "string", "node", "invariant.scope", false),
    ("assumption", "string", "edge", "assumption", false),
    ("assumption.scope", "string", "edge", "assumption.scope", false),
    ("assumption.resultfunction", "string", "edge", "assumption.resultfunction", false),
    ("startline", "int", "edge", "startline", false),
    ("control", "string", "edge", "control", false),
    ("enterLoopHead", "boolean", "edge", "enterLoopHead", true),
    ("enterFunction", "string", "edge", "enterFunction", false),
];

fn escaped(text: &str) -> String {
    quick_xml::escape::escape(text).into_owned()
}

fn data(out: &mut String, indent: &str, key: &str, value: &str) {
    let _ = writeln!(out, "{indent}<data key=\"{key}\">{}</data>", escaped(value));
}

/// The text of a witness. `entry` is the function where runs begin.
#[must_use]
pub fn write(metadata: &Metadata, evidence: &Evidence, entry: &str) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<graphml \
         xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
    );
    for (name, ty, owner, id, default) in KEYS {
        let _ = write!(out, " <key attr.name=\"{name}\" attr.type=\"{ty}\" for=\"{owner}\" id=\"{id}\"");
        out.push_str(if default { "><default>false</default></key>\n" } else { "/>\n" });
    }
    out.push_str(" <graph edgedefault=\"directed\">\n");
    let kind = match evidence {
        Evidence::Run(_) => "violation_witness",
        Evidence::Invariants(_) => "correctness_witness",
    };
    data(&mut out, "  ", "witness-type", kind);
    data(&mut out, "  ", "sourcecodelang", "C");
    data(&mut out, "  ", "producer", format!("{} {}", metadata.producer, metadata.producer_version).trim());
    for line in &metadata.specification {
        data(&mut out, "  ", "specification", line);
    }
    if let Some((file, hash)) = metadata.files.first() {
        data(&mut out, "  ", "programfile", file);
        data(&mut out, "  ", "programhash", hash.as_deref().unwrap_or_default());
    }
    data(&mut out, "  ", "architecture", metadata.model.unwrap_or(Model::Lp64).architecture());
    data(&mut out, "  ", "creationtime", &metadata.created);
    out.push_str("  <node id=\"q0\"><data key=\"entry\">true</data></node>\n");
    match evidence {
        Evidence::Run(events) => chain(&mut out, events, entry),
        Evidence::Invariants(invariants) => star(&mut out, invariants),
    }
    out.push_str(" </graph>\n</graphml>\n");
    out
}

fn edge(out: &mut String, (from, to): (usize, usize), values: &[(&str, String)]) {
    let _ = writeln!(out, "  <edge source=\"q{from}\" target=\"q{to}\">");
    for (key, value) in values {
        data(out, "   ", key, value);
    }
    out.push_str("  </edge>\n");
}

/// The events of a run, one after the other, from the call of the entry function. A cycle leads back to where it begins.
fn chain(out: &mut String, events: &[Event], entry: &str) {
    out.push_str("  <node id=\"q1\"/>\n");
    edge(out, (0, 1), &[("enterFunction", entry.to_owned())]);
    let (mut last, mut newest, mut head) = (1, 1, None);
    for (number, event) in events.iter().enumerate() {
        let mark = match event {
            Event::Target { .. } => "><data key=\"violation\">true</data></node>",
            Event::Cycle { .. } => "><data key=\"cyclehead\">true</data></node>",
            Event::Branch { .. } | Event::Value { .. } | Event::Result { .. } => "/>",
        };
        let next = match head {
            Some(head) if number + 1 == events.len() => head,
            _ => {
                newest += 1;
                let _ = writeln!(out, "  <node id=\"q{newest}\"{mark}");
                newest
            }
        };
        if matches!(event, Event::Cycle { .. }) {
            head = Some(next);
        }
        let scope = |place: &crate::Location| place.function.clone().unwrap_or_default();
        let values = match event {
            Event::Branch { condition_line, taken: Taken::Truth(truth), .. } => {
                let way = if *truth { "condition-true" } else { "condition-false" };
                vec![("startline", condition_line.to_string()), ("control", way.to_owned())]
            }
            // There is no word for the cases of a `switch`.
            Event::Branch { keyword, taken: Taken::Case(_), .. } => {
                vec![("startline", keyword.line.to_string())]
            }
            Event::Value { assigned_line, before, condition } => vec![
                ("startline", assigned_line.to_string()),
                ("assumption", condition.clone()),
                ("assumption.scope", scope(before)),
            ],
            Event::Result { closing, call_line, function, value } => vec![
                ("startline", call_line.to_string()),
                ("assumption", format!("\\result == {value}")),
                ("assumption.scope", scope(closing)),
                ("assumption.resultfunction", function.clone()),
            ],
            Event::Target { line, .. } => vec![("startline", line.to_string())],
            Event::Cycle { head, is_loop } => {
                let mut values = vec![("startline", head.line.to_string())];
                if *is_loop {
                    values.push(("enterLoopHead", "true".to_owned()));
                }
                values
            }
        };
        edge(out, (last, next), &values);
        last = next;
    }
}

/// A node for each invariant, which runs enter from the entry.
fn star(out: &mut String, invariants: &[Invariant]) {
    for (invariant, number) in invariants.iter().zip(1..) {
        let _ = writeln!(out, "  <node id=\"q{number}\">");
        data(out, "   ", "invariant", &invariant.value.text);
        data(out, "   ", "invariant.scope", invariant.location.function.as_deref().unwrap_or_default());
        out.push_str("  </node>\n");
        let line = ("startline", invariant.location.line.to_string());
        edge(out, (0, number), &[("enterLoopHead", "true".to_owned()), line]);
    }
}
