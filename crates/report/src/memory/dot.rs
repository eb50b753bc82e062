//! Pictures of memory graphs for Graphviz.

use argand_domains::smg::picture::{Picture, Side};
use argand_support::dot::{Dot, markup};
use std::fmt::Write as _;

/// A picture in the language of Graphviz.
#[must_use]
pub fn dot(picture: &Picture) -> String {
    let mut dot = Dot::new("memory");
    dot.statement("rankdir=LR");
    dot.statement("node [shape=plain, fontname=\"monospace\"]");
    dot.label(&picture.title);
    for (index, card) in picture.cards.iter().enumerate() {
        let fill = match (card.dead, card.side) {
            (true, _) => "gray80",
            (false, Side::Variable) => "white",
            (false, Side::Heap) => "lightyellow",
        };
        let color = if card.offending { "red" } else { "black" };
        let border = if card.offending || card.list { 3 } else { 1 };
        let style = if card.dead { " style=\"dashed\"" } else { "" };
        let mut out = String::new();
        let _ = write!(
            out,
            "<table border=\"{border}\" cellborder=\"1\" cellspacing=\"0\" \
             color=\"{color}\" bgcolor=\"{fill}\"{style}>\
             <tr><td port=\"t\" colspan=\"2\"><b>{}</b>",
            markup(&card.title)
        );
        for note in &card.notes {
            let _ = write!(out, "<br/>{}", markup(note));
        }
        out.push_str("</td></tr>");
        for (number, row) in card.rows.iter().enumerate() {
            let text = if row.text.is_empty() { "&#8226;".to_owned() } else { markup(&row.text) };
            let _ = write!(
                out,
                "<tr><td align=\"left\">{}</td><td port=\"r{number}\" align=\"left\">{text}</td></tr>",
                markup(&row.label)
            );
        }
        out.push_str("</table>");
        dot.markup_node(format_args!("n{index}"), &out);
    }
    for (index, card) in picture.cards.iter().enumerate() {
        for (number, row) in card.rows.iter().enumerate() {
            if let Some(target) = row.target {
                dot.edge(format_args!("n{index}:r{number}"), format_args!("n{target}:t"), None, &[]);
            }
        }
    }
    if picture.left_out > 0 {
        dot.node("more", &format!("{} more objects", picture.left_out), &[]);
    }
    dot.finish()
}
