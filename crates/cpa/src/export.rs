//! The abstract reachability graph, out of the reached set: as text for tests, and as a value in source terms.
//!
//! Nodes are named by their ids, and the same graph is always the same. Removed nodes are left out.

use crate::component::StateId;
use crate::composite::Composite;
use crate::graph::{Graph, Kind, Line, Location, Node, Operation, State, Step};
use crate::reached::{ArgId, Parent, Reached, Status};
use crate::words::Words;
use argand_cfa::{EdgeId, LocId, Program};
use argand_support::{FileId, FxHashMap, Span};
use std::collections::VecDeque;
use std::fmt::Write as _;

/// After so many lines about states no more are described.
const MAX_FACTS: usize = 4_000_000;
/// States with more lines than this are cut: nobody reads so many.
const MAX_LINES: usize = 200;

/// A graph with what is needed to show it.
#[derive(Clone, Copy)]
pub struct ArgView<'a> {
    /// The graph.
    pub reached: &'a Reached,
    /// The analyses whose states it holds.
    pub composite: &'a Composite,
    /// The program.
    pub program: &'a Program,
}

impl ArgView<'_> {
    /// The states of a node in words: name and text of every component that has something to say.
    #[must_use]
    pub fn state_texts(&self, node: ArgId) -> Vec<(String, String)> {
        let states = self.reached.states(node);
        let texts = self.composite.components().iter().zip(states).map(|(component, &state)| {
            let mut text = String::new();
            component.write_state(state, &mut text);
            (component.name().to_owned(), text)
        });
        texts.filter(|(_, text)| !text.is_empty()).collect()
    }

    fn state_line(&self, node: ArgId) -> String {
        let texts: Vec<_> = self.state_texts(node).into_iter().map(|(_, text)| text).collect();
        texts.join(" | ")
    }

    fn marks(&self, node: ArgId) -> String {
        let mut marks = String::new();
        if self.reached.is_target(node) {
            marks.push_str(" target");
        }
        if self.reached.status(node) == Status::Covered {
            let by: Vec<_> = self.reached.covered_by(node).iter().map(ToString::to_string).collect();
            let _ = write!(marks, " covered by {}", by.join(", "));
        }
        marks
    }

    /// One block for each node: its states, then the edges to its children. Made for snapshots.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for node in self.reached.iter() {
            let _ = writeln!(out, "{node}: {}{}", self.state_line(node), self.marks(node));
            for &child in self.reached.children(node) {
                for parent in self.reached.parents(child).iter().filter(|p| p.node == node) {
                    let op = self.program.op_text(parent.edge);
                    let space = if op.is_empty() { "" } else { " " };
                    let merged = if self.reached.parents(child)[0] == *parent { "" } else { " (merged)" };
                    let _ = writeln!(out, "  {}{space}{op} -> {child}{merged}", parent.edge);
                }
            }
        }
        for gap in self.reached.gaps() {
            let op = self.program.op_text(gap.edge);
            let _ = writeln!(out, "gap at {} {} {op}: {}", gap.node, gap.edge, gap.failure);
        }
        out
    }

    /// The graph as a value in source terms, with the nodes of the violation that was executed, if there is one.
    ///
    /// A run can reach more states than anybody wants to have described: after `MAX_FACTS` lines states stay without
    /// words, those of the violation last of all.
    #[must_use]
    pub fn graph(&self, path: &[ArgId]) -> Graph {
        let mut maker = Maker::new(self);
        let nodes: Vec<ArgId> = self.reached.iter().collect();
        for &node in path.iter().chain(&nodes) {
            maker.describe(node);
        }
        for &node in &nodes {
            maker.add(node);
        }
        for &node in &nodes {
            maker.add_merged(node);
        }
        maker.finish(path)
    }
}

/// Makes a graph a value.
struct Maker<'a> {
    view: &'a ArgView<'a>,
    words: Words<'a>,
    out: Graph,
    facts: FxHashMap<String, u32>,
    states: FxHashMap<(usize, StateId), Option<u32>>,
    files: FxHashMap<FileId, u32>,
    locations: FxHashMap<LocId, u32>,
    operations: FxHashMap<EdgeId, u32>,
    positions: FxHashMap<ArgId, u32>,
    written: usize,
}

impl<'a> Maker<'a> {
    fn new(view: &'a ArgView<'a>) -> Self {
        let analyses = view.composite.components().iter().map(|c| c.name().to_owned()).collect();
        let positions = (0u32..).zip(view.reached.iter()).map(|(position, node)| (node, position)).collect();
        Self {
            view,
            words: Words::new(view.program),
            out: Graph { analyses, ..Graph::default() },
            facts: FxHashMap::default(),
            states: FxHashMap::default(),
            files: FxHashMap::default(),
            locations: FxHashMap::default(),
            operations: FxHashMap::default(),
            positions,
            written: 0,
        }
    }

    /// Describes the states of a node that are not described yet.
    fn describe(&mut self, node: ArgId) {
        let view = self.view;
        let components = view.composite.components().iter().zip(view.reached.states(node));
        for (column, (component, &state)) in components.enumerate() {
            if self.states.contains_key(&(column, state)) {
                continue;
            }
            let mut lines = Vec::new();
            if self.written < MAX_FACTS {
                component.describe(&self.words, state, &mut lines);
            } else {
                self.out.undescribed += 1;
            }
            if lines.len() > MAX_LINES {
                let more = lines.len() - MAX_LINES;
                lines.truncate(MAX_LINES);
                lines.push(format!("and {more} more"));
            }
            self.written += lines.len();
            let position = (!lines.is_empty()).then(|| {
                let facts = lines.into_iter().map(|line| self.fact(line)).collect();
                position_of(&mut self.out.states, State { analysis: position(column), facts })
            });
            self.states.insert((column, state), position);
        }
    }

    fn fact(&mut self, line: String) -> u32 {
        if let Some(&known) = self.facts.get(&line) {
            return known;
        }
        let index = position_of(&mut self.out.facts, line.clone());
        self.facts.insert(line, index);
        index
    }

    fn place(&mut self, span: Span) -> Option<Line> {
        if span.is_none() {
            return None;
        }
        let sources = &self.view.program.sources;
        let files = &mut self.out.files;
        let file = *self
            .files
            .entry(span.file)
            .or_insert_with(|| position_of(files, sources.name(span.file).to_owned()));
        Some(Line { file, line: span.line })
    }

    fn location(&mut self, loc: LocId) -> u32 {
        if let Some(&known) = self.locations.get(&loc) {
            return known;
        }
        let program = self.view.program;
        let data = &program.locs[loc];
        let spans = data.out.iter().chain(&data.into).map(|&edge| program.edges[edge].span);
        let place = spans.into_iter().find(|span| !span.is_none()).and_then(|span| self.place(span));
        let function = program.func_name(data.func).to_owned();
        let index = position_of(&mut self.out.locations, Location { id: loc.raw(), function, place });
        self.locations.insert(loc, index);
        index
    }

    fn step(&mut self, parent: Parent) -> Option<Step> {
        let from = *self.positions.get(&parent.node)?;
        let operation = match self.operations.get(&parent.edge) {
            Some(&known) => known,
            None => {
                let program = self.view.program;
                let place = self.place(program.edges[parent.edge].span);
                let text = program.op_text(parent.edge);
                let operation = Operation { edge: parent.edge.raw(), text, place };
                let index = position_of(&mut self.out.operations, operation);
                self.operations.insert(parent.edge, index);
                index
            }
        };
        Some(Step { from, operation })
    }

    fn location_of(&mut self, node: ArgId) -> Option<u32> {
        let view = self.view;
        let loc = view.composite.location(view.program, view.reached.states(node))?;
        Some(self.location(loc))
    }

    fn add(&mut self, node: ArgId) {
        let reached = self.view.reached;
        let kind = match (reached.is_target(node), reached.status(node)) {
            (true, _) => Kind::Target,
            (_, Status::Covered) => Kind::Covered,
            _ => Kind::Plain,
        };
        let row = reached.states(node).iter().enumerate();
        let states = row.filter_map(|(column, &state)| self.states.get(&(column, state)).copied().flatten());
        let states = states.collect();
        let covered_by = reached.covered_by(node).iter().filter_map(|by| self.positions.get(by).copied());
        let covered_by = covered_by.collect();
        let location = self.location_of(node);
        let parent = reached.parents(node).first().and_then(|&parent| self.step(parent));
        let merged_into = None;
        let made = Node { id: node.raw(), kind, depth: 0, location, states, parent, covered_by, merged_into };
        self.out.nodes.push(made);
    }

    /// The states that were merged into a node: leaves that became a part of it.
    fn add_merged(&mut self, node: ArgId) {
        for &parent in self.view.reached.parents(node).iter().skip(1) {
            let parent = self.step(parent);
            let merged = Node {
                id: node.raw(),
                kind: Kind::Merged,
                depth: 0,
                location: self.location_of(node),
                states: Vec::new(),
                parent,
                covered_by: Vec::new(),
                merged_into: self.positions.get(&node).copied(),
            };
            self.out.nodes.push(merged);
        }
    }

    fn finish(mut self, path: &[ArgId]) -> Graph {
        self.out.path = path.iter().filter_map(|node| self.positions.get(node).copied()).collect();
        for gap in self.view.reached.gaps() {
            if let Some(&node) = self.positions.get(&gap.node) {
                let place = self.words.at(gap.edge);
                self.out.gaps.push(crate::graph::Gap { node, why: format!("{} {place}", gap.failure) });
            }
        }
        set_depths(&mut self.out);
        self.out
    }
}

/// The distance of every node from the root, where a state that was merged leads on from the node it became.
fn set_depths(graph: &mut Graph) {
    let children = graph.children();
    let mut known = vec![false; graph.nodes.len()];
    let mut queue: VecDeque<(u32, u32)> = VecDeque::from_iter((!graph.nodes.is_empty()).then_some((0, 0)));
    while let Some((node, depth)) = queue.pop_front() {
        if std::mem::replace(&mut known[node as usize], true) {
            continue;
        }
        let data = &mut graph.nodes[node as usize];
        data.depth = depth;
        queue.extend(data.merged_into.map(|into| (into, depth)));
        queue.extend(children[node as usize].iter().map(|&child| (child, depth + 1)));
    }
}

fn position(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn position_of<T>(list: &mut Vec<T>, item: T) -> u32 {
    list.push(item);
    position(list.len() - 1)
}
