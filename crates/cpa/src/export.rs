//! The abstract reachability graph as text, DOT and JSON.
//!
//! All three name nodes by their ids and are the same bytes for the same graph. Removed nodes are left out.

use crate::composite::Composite;
use crate::reached::{ArgId, Reached, Status};
use argand_cfa::Program;
use argand_support::dot::Dot;
use serde_json::{Value, json};
use std::fmt::Write as _;

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

    /// The graph for Graphviz.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut out = Dot::new("arg");
        out.statement("node [shape=box, fontname=monospace]");
        for node in self.reached.iter() {
            let style: &[&str] = match (self.reached.is_target(node), self.reached.status(node)) {
                (true, _) => &["style=filled", "fillcolor=\"#f4a6a6\""],
                (_, Status::Covered) => &["style=dashed"],
                _ => &[],
            };
            let label = format!("{node}\n{}", self.state_line(node).replace(" | ", "\n"));
            out.node(node, &label, style);
        }
        for node in self.reached.iter() {
            for parent in self.reached.parents(node) {
                out.edge(parent.node, node, Some(&self.program.op_text(parent.edge)), &[]);
            }
            for by in self.reached.covered_by(node) {
                out.edge(node, by, None, &["style=dotted", "constraint=false"]);
            }
        }
        out.finish()
    }

    /// The graph as nodes and edges for other programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut nodes = Vec::new();
        let mut edges = Vec::new();
        for node in self.reached.iter() {
            let states: serde_json::Map<String, Value> =
                self.state_texts(node).into_iter().map(|(name, text)| (name, Value::String(text))).collect();
            let covered_by: Vec<_> = self.reached.covered_by(node).iter().map(|n| n.raw()).collect();
            nodes.push(json!({
                "id": node.raw(),
                "location": self.composite.location(self.program, self.reached.states(node)).map(argand_cfa::LocId::raw),
                "target": self.reached.is_target(node),
                "covered_by": covered_by,
                "states": states,
            }));
            for (position, parent) in self.reached.parents(node).iter().enumerate() {
                let edge = &self.program.edges[parent.edge];
                let file = self.program.sources.name(edge.span.file);
                edges.push(json!({
                    "from": parent.node.raw(),
                    "to": node.raw(),
                    "edge": parent.edge.raw(),
                    "operation": self.program.op_text(parent.edge),
                    "file": if edge.span.is_none() { None } else { Some(file) },
                    "line": if edge.span.is_none() { None } else { Some(edge.span.line) },
                    "merged": position > 0,
                }));
            }
        }
        json!({ "nodes": nodes, "edges": edges })
    }
}
