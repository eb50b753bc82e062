//! The abstract reachability graph for Graphviz and for other programs.

use argand_cpa::graph::{Graph, Kind};
use argand_support::dot::Dot;

/// Larger graphs are not drawn for Graphviz, which would not finish; the page and the pixel tree show them.
pub const MAX_DOT_NODES: usize = 20_000;

/// The graph in the DOT language. A merged state is an arrow to the node that it became a part of.
#[must_use]
pub fn dot(graph: &Graph) -> String {
    let mut out = Dot::new("arg");
    out.statement("node [shape=box, fontname=monospace]");
    let on_path = on_path(graph);
    for (index, node) in (0u32..).zip(&graph.nodes) {
        let style: &[&str] = match node.kind {
            Kind::Merged => continue,
            Kind::Target => &["style=filled", "fillcolor=\"#f4a6a6\""],
            Kind::Covered => &["style=dashed"],
            Kind::Plain if on_path[index as usize] => &["penwidth=2"],
            Kind::Plain => &[],
        };
        let mut label = format!("n{}", node.id);
        if let Some(location) = node.location.map(|l| &graph.locations[l as usize]) {
            label.push_str(&format!(" {}", location.function));
            if let Some(place) = location.place {
                label.push_str(&format!(":{}", place.line));
            }
        }
        for (_, line) in graph.lines(index) {
            label.push('\n');
            label.push_str(line);
        }
        out.node(format_args!("n{}", node.id), &label, style);
    }
    for node in &graph.nodes {
        let Some(step) = node.parent else { continue };
        let from = format!("n{}", graph.nodes[step.from as usize].id);
        let label = &graph.operations[step.operation as usize].text;
        let style: &[&str] =
            if node.kind == Kind::Merged { &["style=dashed", "color=\"#b8860b\""] } else { &[] };
        out.edge(from, format_args!("n{}", node.id), Some(label), style);
        for &by in &node.covered_by {
            let by = format!("n{}", graph.nodes[by as usize].id);
            out.edge(format_args!("n{}", node.id), by, None, &["style=dotted", "constraint=false"]);
        }
    }
    out.finish()
}

/// Which nodes lie on the violation that was executed.
#[must_use]
pub fn on_path(graph: &Graph) -> Vec<bool> {
    let mut on_path = vec![false; graph.nodes.len()];
    for &node in &graph.path {
        on_path[node as usize] = true;
    }
    on_path
}

/// Reads a graph that was written as JSON.
///
/// # Errors
/// What is wrong with the text.
pub fn read(text: &str) -> Result<Graph, String> {
    let graph: Graph = serde_json::from_str(text).map_err(|error| error.to_string())?;
    graph.check()?;
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn dot_shows_states_in_words_and_merges_as_arrows() {
        let text = dot(&sample());
        assert!(text.contains("n1 [label=\"n1 main:3\\ni = 0\""), "{text}");
        assert!(text.contains("n4 -> n1 [label=\"i = i + 1;\", style=dashed"), "{text}");
        assert!(text.contains("n3 -> n1 [style=dotted"), "{text}");
        assert!(!text.contains("merged"), "{text}");
    }

    #[test]
    fn a_graph_is_read_as_it_was_written() {
        let graph = sample();
        let text = serde_json::to_string(&graph).expect("plain data");
        assert_eq!(read(&text), Ok(graph));
        assert!(read("{").is_err());
        assert!(read(&text.replace("\"operation\":0", "\"operation\":77")).is_err());
    }
}
