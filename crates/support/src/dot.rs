//! Graphs in the language of Graphviz.
//!
//! Everything that is drawn with Graphviz is written here, so that there is one place that knows how labels are quoted.

use std::fmt::{Display, Write as _};

/// A directed graph that is written statement by statement.
#[derive(Clone, Debug)]
pub struct Dot {
    out: String,
    depth: usize,
}

impl Dot {
    /// An empty graph with this name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { out: format!("digraph \"{}\" {{\n", escaped(name)), depth: 1 }
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A statement in Graphviz' own words, such as `rankdir=LR`.
    pub fn statement(&mut self, text: &str) {
        self.line(&format!("{text};"));
    }

    /// The label of the graph or the cluster at hand.
    pub fn label(&mut self, text: &str) {
        self.line(&format!("label=\"{}\";", escaped(text)));
    }

    /// Begins a part of the graph with a frame around it.
    pub fn begin_cluster(&mut self, id: impl Display, label: &str) {
        self.line(&format!("subgraph cluster_{id} {{"));
        self.depth += 1;
        self.label(label);
    }

    /// Ends what [`Dot::begin_cluster`] began.
    pub fn end_cluster(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// A node; `attributes` such as `shape=box` follow the label.
    pub fn node(&mut self, id: impl Display, label: &str, attributes: &[&str]) {
        let list = attribute_list(Some(label), attributes);
        self.line(&format!("{id}{list};"));
    }

    /// A node whose label is markup that is already written; see [`markup`].
    pub fn markup_node(&mut self, id: impl Display, label: &str) {
        self.line(&format!("{id} [label=<{label}>];"));
    }

    /// An arrow; `attributes` such as `style=dashed` follow the label.
    pub fn edge(&mut self, from: impl Display, to: impl Display, label: Option<&str>, attributes: &[&str]) {
        let list = attribute_list(label, attributes);
        self.line(&format!("{from} -> {to}{list};"));
    }

    /// The text of the graph.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.out.push_str("}\n");
        self.out
    }
}

/// The attributes of a node or an arrow in their brackets.
fn attribute_list(label: Option<&str>, attributes: &[&str]) -> String {
    let mut list = String::new();
    let label = label.map(|text| format!("label=\"{}\"", escaped(text)));
    for attribute in label.as_deref().into_iter().chain(attributes.iter().copied()) {
        let _ = write!(list, "{}{attribute}", if list.is_empty() { " [" } else { ", " });
    }
    if !list.is_empty() {
        list.push(']');
    }
    list
}

/// A text as the inside of a quoted string of Graphviz.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A text inside markup: tables of Graphviz, SVG.
#[must_use]
pub fn markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_quoted_wherever_they_stand() {
        let mut dot = Dot::new("a \"b\"");
        dot.statement("rankdir=LR");
        dot.begin_cluster(1, "c\\d");
        dot.node("n", "two\nlines", &["shape=box", "style=filled"]);
        dot.end_cluster();
        dot.edge("n", "m", Some("\t\""), &[]);
        dot.edge("m", "n", None, &["style=dotted"]);
        dot.edge("m", "m", None, &[]);
        let expected = [
            "digraph \"a \\\"b\\\"\" {",
            "  rankdir=LR;",
            "  subgraph cluster_1 {",
            "    label=\"c\\\\d\";",
            "    n [label=\"two\\nlines\", shape=box, style=filled];",
            "  }",
            "  n -> m [label=\" \\\"\"];",
            "  m -> n [style=dotted];",
            "  m -> m;",
            "}\n",
        ];
        assert_eq!(dot.finish(), expected.join("\n"));
    }

    #[test]
    fn markup_has_no_tags_and_no_quotes() {
        assert_eq!(markup("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
    }
}
