//! The texts of statements.

use crate::automaton::{Automaton, Trigger};
use argand_cfa::{EdgeId, Op, Program};
use argand_support::{FxHashMap, Span};

/// The texts of statements, if the automaton looks at any.
pub(crate) struct Texts {
    /// For each edge, the texts that its statement may be known by.
    of_edge: FxHashMap<EdgeId, Vec<String>>,
}

impl Texts {
    pub(crate) fn new(automaton: &Automaton, program: &Program) -> Self {
        let mut wanted = false;
        for transition in automaton.states.iter().flat_map(|s| &s.transitions) {
            for condition in std::iter::once(&transition.trigger).chain(&transition.assertions) {
                condition
                    .for_each_trigger(&mut |t| wanted |= matches!(t, Trigger::Text(_) | Trigger::Regex(_)));
            }
        }
        let mut of_edge = FxHashMap::default();
        if !wanted {
            return Self { of_edge };
        }
        // A statement is lowered to several edges; its text belongs to the first of them. Both branches of a
        // condition have its text.
        let mut first: FxHashMap<Span, EdgeId> = FxHashMap::default();
        for (id, edge) in program.edges.iter_enumerated() {
            if matches!(edge.op, Op::Noop | Op::Summary(_) | Op::Return(_) | Op::Dead { .. }) {
                continue;
            }
            let mut texts = vec![normal(&program.op_text(id))];
            let owner = *first.entry(edge.span).or_insert(id);
            let twin = matches!(edge.op, Op::Assume { .. }) && program.edges[owner].from == edge.from;
            if (owner == id || twin)
                && let Some(snippet) = program.sources.snippet(edge.span)
            {
                texts.push(normal(snippet));
            }
            of_edge.insert(id, texts);
        }
        Self { of_edge }
    }

    pub(crate) fn any(&self, edge: EdgeId, test: impl Fn(&str) -> bool) -> bool {
        let Some(texts) = self.of_edge.get(&edge) else { return false };
        texts.iter().any(|text| test(text) || test(&format!("{text};")))
    }
}

/// A statement with single spaces and without its semicolon.
pub(crate) fn normal(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches(';').trim_end().to_owned()
}
