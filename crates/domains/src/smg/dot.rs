//! Pictures of memory graphs for Graphviz.

use super::picture::{Picture, Side};
use std::fmt::Write as _;

impl Picture {
    /// The picture in the language of Graphviz.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut out =
            String::from("digraph memory {\n  rankdir=LR;\n  node [shape=plain, fontname=\"monospace\"];\n");
        let _ = writeln!(out, "  label=\"{}\";", self.title.replace('\\', "\\\\").replace('"', "\\\""));
        for (index, card) in self.cards.iter().enumerate() {
            let fill = match (card.dead, card.side) {
                (true, _) => "gray80",
                (false, Side::Variable) => "white",
                (false, Side::Heap) => "lightyellow",
            };
            let color = if card.offending { "red" } else { "black" };
            let border = if card.offending || card.list { 3 } else { 1 };
            let style = if card.dead { " style=\"dashed\"" } else { "" };
            let _ = write!(
                out,
                "  n{index} [label=<<table border=\"{border}\" cellborder=\"1\" cellspacing=\"0\" \
                 color=\"{color}\" bgcolor=\"{fill}\"{style}>\
                 <tr><td port=\"t\" colspan=\"2\"><b>{}</b>",
                escaped(&card.title)
            );
            for note in &card.notes {
                let _ = write!(out, "<br/>{}", escaped(note));
            }
            out.push_str("</td></tr>");
            for (number, row) in card.rows.iter().enumerate() {
                let text = if row.text.is_empty() { "&#8226;".to_owned() } else { escaped(&row.text) };
                let _ = write!(
                    out,
                    "<tr><td align=\"left\">{}</td><td port=\"r{number}\" align=\"left\">{text}</td></tr>",
                    escaped(&row.label)
                );
            }
            out.push_str("</table>>];\n");
        }
        for (index, card) in self.cards.iter().enumerate() {
            for (number, row) in card.rows.iter().enumerate() {
                if let Some(target) = row.target {
                    let _ = writeln!(out, "  n{index}:r{number} -> n{target}:t;");
                }
            }
        }
        if self.left_out > 0 {
            let _ = writeln!(out, "  more [label=\"{} more objects\"];", self.left_out);
        }
        out.push_str("}\n");
        out
    }
}

/// Text inside markup.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
