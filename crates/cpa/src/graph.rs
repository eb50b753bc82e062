//! The abstract reachability graph as a value: what people and other tools see of it.
//!
//! Everything is in source terms and nothing refers to the program or to the tables of analyses, so that a graph can be
//! written down, read again and drawn long after its run. Texts are stored once: a graph of 100,000 states has few
//! different operations and few different facts.
//!
//! **Invariant:** indices are valid, parents come with smaller depth or are merged or back links, and [`Graph::check`]
//! says so of a graph that was read from a file.

use serde::{Deserialize, Serialize};

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A state of the reached set.
    Plain,
    /// A state that others cover; it was not added to the reached set.
    Covered,
    /// A state that was merged into an older one and replaced by it.
    Merged,
    /// A state that violates the property.
    Target,
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Line {
    /// An index into [`Graph::files`].
    pub file: u32,
    /// The line.
    pub line: u32,
}

/// A location of the control-flow automata.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Location {
    /// Its number.
    pub id: u32,
    /// The function.
    pub function: String,
    /// Where the source continues here.
    pub place: Option<Line>,
}

/// What a step does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operation {
    /// The number of the edge of the control-flow automata.
    pub edge: u32,
    /// As C text.
    pub text: String,
    /// Where it stands.
    pub place: Option<Line>,
}

/// A state of one analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// An index into [`Graph::analyses`].
    pub analysis: u32,
    /// What it knows: indices into [`Graph::facts`].
    pub facts: Vec<u32>,
}

/// A step to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The node it starts from.
    pub from: u32,
    /// An index into [`Graph::operations`].
    pub operation: u32,
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Node {
    /// The number by which the exploration knows it. A merged state has that of the node it became a part of.
    pub id: u32,
    /// What it is.
    pub kind: Kind,
    /// How many steps it is away from the root at least.
    pub depth: u32,
    /// An index into [`Graph::locations`].
    pub location: Option<u32>,
    /// Indices into [`Graph::states`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<u32>,
    /// The step that made it; none for the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Step>,
    /// The nodes that cover it together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered_by: Vec<u32>,
    /// The node that it was merged into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<u32>,
}

/// A path that could not be followed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gap {
    /// The last node.
    pub node: u32,
    /// Why not.
    pub why: String,
}

/// The graph. Nodes refer to each other by their position in `nodes`; the root is the first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Graph {
    /// The analyses, in the order of the configuration.
    pub analyses: Vec<String>,
    /// The files of places.
    pub files: Vec<String>,
    /// The locations of nodes.
    pub locations: Vec<Location>,
    /// The operations of steps.
    pub operations: Vec<Operation>,
    /// What states know, each line once.
    pub facts: Vec<String>,
    /// The different states of analyses.
    pub states: Vec<State>,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// Nodes along the violation that was executed, from the root.
    pub path: Vec<u32>,
    /// Paths that could not be followed.
    pub gaps: Vec<Gap>,
    /// How many states are not described because there are too many.
    pub undescribed: u32,
}

impl Graph {
    /// The children of every node: merged and covered ones included.
    #[must_use]
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in (0u32..).zip(&self.nodes) {
            if let Some(parent) = node.parent {
                children[parent.from as usize].push(index);
            }
        }
        children
    }

    /// The name of a node for people.
    #[must_use]
    pub fn name(&self, node: u32) -> String {
        let data = &self.nodes[node as usize];
        match data.kind {
            Kind::Merged => format!("merged into n{}", data.id),
            _ => format!("n{}", data.id),
        }
    }

    /// The lines of a node's states with the analyses that say so.
    pub fn lines(&self, node: u32) -> impl Iterator<Item = (&str, &str)> + '_ {
        self.nodes[node as usize].states.iter().flat_map(move |&state| {
            let state = &self.states[state as usize];
            let analysis = self.analyses[state.analysis as usize].as_str();
            state.facts.iter().map(move |&fact| (analysis, self.facts[fact as usize].as_str()))
        })
    }

    /// Whether all references lead somewhere and parents form a tree.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn check(&self) -> Result<(), String> {
        let within = |what: &str, index: u32, len: usize| {
            if (index as usize) < len { Ok(()) } else { Err(format!("there is no {what} {index}")) }
        };
        let place = |place: Option<Line>| place.map_or(Ok(()), |p| within("file", p.file, self.files.len()));
        for location in &self.locations {
            place(location.place)?;
        }
        for operation in &self.operations {
            place(operation.place)?;
        }
        for state in &self.states {
            within("analysis", state.analysis, self.analyses.len())?;
            for &fact in &state.facts {
                within("fact", fact, self.facts.len())?;
            }
        }
        let count = self.nodes.len();
        for (index, node) in (0u32..).zip(&self.nodes) {
            if node.depth as usize >= count {
                return Err(format!("node {index} is deeper than there are nodes"));
            }
            node.location.map_or(Ok(()), |l| within("location", l, self.locations.len()))?;
            for &state in &node.states {
                within("state", state, self.states.len())?;
            }
            for &other in node.covered_by.iter().chain(&node.merged_into) {
                within("node", other, count)?;
            }
            match node.parent {
                None if index == 0 => {}
                None => return Err(format!("node {index} has no parent")),
                Some(_) if index == 0 => return Err("the root has a parent".to_owned()),
                Some(parent) => {
                    within("operation", parent.operation, self.operations.len())?;
                    // The older one first: following parents ends at the root.
                    if parent.from >= index {
                        return Err(format!("node {index} is older than its parent {}", parent.from));
                    }
                }
            }
        }
        for &node in self.path.iter().chain(self.gaps.iter().map(|gap| &gap.node)) {
            within("node", node, count)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_nodes() -> Graph {
        let root = Node {
            id: 0,
            kind: Kind::Plain,
            depth: 0,
            location: None,
            states: Vec::new(),
            parent: None,
            covered_by: Vec::new(),
            merged_into: None,
        };
        let step = Step { from: 0, operation: 0 };
        let child = Node { id: 1, depth: 1, parent: Some(step), ..root.clone() };
        let operation = Operation { edge: 0, text: "i = 0;".to_owned(), place: None };
        Graph { operations: vec![operation], nodes: vec![root, child], ..Graph::default() }
    }

    #[test]
    fn a_graph_whose_references_lead_nowhere_is_refused() {
        assert_eq!(two_nodes().check(), Ok(()));
        assert_eq!(two_nodes().children(), [vec![1], vec![]]);
        let change = |change: fn(&mut Graph)| {
            let mut graph = two_nodes();
            change(&mut graph);
            graph.check()
        };
        assert!(change(|g| g.operations.clear()).is_err());
        assert!(change(|g| g.path.push(2)).is_err());
        assert!(change(|g| g.nodes[1].states.push(0)).is_err());
        assert!(change(|g| g.nodes[1].parent = Some(Step { from: 1, operation: 0 })).is_err());
        assert!(change(|g| g.nodes[1].parent = None).is_err());
        assert!(change(|g| g.nodes[1].depth = 2).is_err());
        assert!(change(|g| g.nodes[1].merged_into = Some(9)).is_err());
    }
}
