//! Automata as graphs for Graphviz.

use super::{Automaton, Next};
use argand_support::dot::Dot;

impl Automaton {
    /// The automaton as a DOT graph: states are nodes, transitions are edges with their text.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut dot = Dot::new(&self.name);
        dot.statement("rankdir=LR");
        dot.statement("start [shape=point]");
        for (index, state) in self.states.iter().enumerate() {
            let shape = if state.target { "shape=doublecircle" } else { "shape=circle" };
            dot.node(format_args!("s{index}"), &state.name, &[shape]);
        }
        let nexts = || self.states.iter().flat_map(|s| &s.transitions).map(|t| &t.next);
        if nexts().any(|n| matches!(n, Next::Error(_))) {
            dot.node("error", "ERROR", &["shape=doublecircle", "color=red"]);
        }
        if nexts().any(|n| matches!(n, Next::Stop)) {
            dot.node("stop", "STOP", &["shape=box"]);
        }
        if nexts().any(|n| matches!(n, Next::Break)) {
            dot.node("break", "BREAK", &["shape=box"]);
        }
        dot.edge("start", format_args!("s{}", self.initial), None, &[]);
        for (index, state) in self.states.iter().enumerate() {
            for transition in &state.transitions {
                let to = match &transition.next {
                    Next::Goto(to) => format!("s{to}"),
                    Next::Error(_) => "error".to_owned(),
                    Next::Stop => "stop".to_owned(),
                    Next::Break => "break".to_owned(),
                };
                let text = transition.text(&self.states, &self.variables);
                dot.edge(format_args!("s{index}"), to, Some(&text), &[]);
            }
        }
        dot.finish()
    }
}
