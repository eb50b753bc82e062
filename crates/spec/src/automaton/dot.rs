//! Automata as graphs for Graphviz.

use super::{Automaton, Next};
use std::fmt::Write as _;

impl Automaton {
    /// The automaton as a DOT graph: states are nodes, transitions are edges with their text.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let label = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let mut out = format!("digraph \"{}\" {{\n  rankdir=LR;\n", label(&self.name));
        out.push_str("  start [shape=point];\n");
        for (index, state) in self.states.iter().enumerate() {
            let shape = if state.target { "doublecircle" } else { "circle" };
            let _ = writeln!(out, "  s{index} [label=\"{}\", shape={shape}];", label(&state.name));
        }
        let nexts = || self.states.iter().flat_map(|s| &s.transitions).map(|t| &t.next);
        if nexts().any(|n| matches!(n, Next::Error(_))) {
            out.push_str("  error [label=\"ERROR\", shape=doublecircle, color=red];\n");
        }
        if nexts().any(|n| matches!(n, Next::Stop)) {
            out.push_str("  stop [label=\"STOP\", shape=box];\n");
        }
        if nexts().any(|n| matches!(n, Next::Break)) {
            out.push_str("  break [label=\"BREAK\", shape=box];\n");
        }
        let _ = writeln!(out, "  start -> s{};", self.initial);
        for (index, state) in self.states.iter().enumerate() {
            for transition in &state.transitions {
                let to = match &transition.next {
                    Next::Goto(to) => format!("s{to}"),
                    Next::Error(_) => "error".to_owned(),
                    Next::Stop => "stop".to_owned(),
                    Next::Break => "break".to_owned(),
                };
                let text = transition.text(&self.states, &self.variables);
                let _ = writeln!(out, "  s{index} -> {to} [label=\"{}\"];", label(&text));
            }
        }
        out.push_str("}\n");
        out
    }
}
