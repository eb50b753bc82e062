//! A small graph for tests: a loop whose second round is merged, a covered leaf, and a violation.

use argand_cpa::graph::{Graph, Kind, Line, Location, Node, Operation, State, Step};

/// ```text
/// n0 ─ n1 ┬ n2 ─ n5 (target)
///         ├ n3 (covered by n1)
///         └ n4 ─ (merged into n1)
/// ```
pub fn sample() -> Graph {
    let operation = |edge, text: &str, line| {
        let place = Some(Line { file: 0, line });
        Operation { edge, text: text.to_owned(), place }
    };
    let node = |id, kind, depth, parent: Option<(u32, u32)>| Node {
        id,
        kind,
        depth,
        location: Some(u32::from(id > 0)),
        states: Vec::new(),
        parent: parent.map(|(from, operation)| Step { from, operation }),
        covered_by: Vec::new(),
        merged_into: None,
    };
    let mut nodes = vec![
        node(0, Kind::Plain, 0, None),
        node(1, Kind::Plain, 1, Some((0, 0))),
        node(2, Kind::Plain, 2, Some((1, 1))),
        node(3, Kind::Covered, 2, Some((1, 2))),
        node(4, Kind::Plain, 2, Some((1, 1))),
        node(5, Kind::Target, 3, Some((2, 3))),
        node(1, Kind::Merged, 3, Some((4, 4))),
    ];
    nodes[1].states.push(0);
    nodes[3].covered_by.push(1);
    nodes[6].merged_into = Some(1);
    Graph {
        analyses: vec!["location".to_owned(), "value".to_owned()],
        files: vec!["loop.c".to_owned()],
        locations: vec![
            Location { id: 7, function: "_start".to_owned(), place: None },
            Location { id: 1, function: "main".to_owned(), place: Some(Line { file: 0, line: 3 }) },
        ],
        operations: vec![
            operation(0, "i = 0;", 2),
            operation(1, "[i < 3]", 3),
            operation(2, "[!(i < 3)]", 3),
            operation(3, "reach_error();", 4),
            operation(4, "i = i + 1;", 5),
        ],
        facts: vec!["i = 0".to_owned()],
        states: vec![State { analysis: 1, facts: vec![0] }],
        nodes,
        path: vec![0, 1, 2, 5],
        gaps: Vec::new(),
        undescribed: 0,
    }
}
