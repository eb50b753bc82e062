//! Pixel trees: the shape of a search space at a glance (the reference on slicing and refinement, §3.5).
//!
//! A graph with one start is drawn as horizontal lines: one row for each distance from the start, one unit of length for
//! each node at that distance, all rows centred. Nothing says which node is whose child; the shape alone shows where
//! a search exploded, where it was lean and how deep it went. Covered states are green, violations red, states that were
//! merged and replaced yellow; here the states of the violation that was executed are blue.
//!
//! A tree is made in one breadth-first search ([`Tree::of`]) of any graph: [`arg`], [`cfa`], [`dependence`]. `png` and `svg`
//! draw one or several trees side by side.

mod canvas;
pub mod png;
pub mod svg;

pub use canvas::{Canvas, Scale};

use crate::arg::on_path;
use argand_cfa::{Op, Program};
use argand_cpa::graph::{Graph, Kind};
use argand_flow::dependence::{Dependences, Direction, Node, Options};
use argand_support::FxHashSet;
use std::hash::Hash;

/// What is said about a node by its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pixel {
    /// Nothing.
    Plain,
    /// It lies on the violation that was executed.
    Path,
    /// Others cover it.
    Covered,
    /// It was merged into another one.
    Merged,
    /// It violates the property.
    Target,
}

impl Pixel {
    /// All of them, in the order of the palette; background is the palette's entry before the first.
    pub const ALL: [Self; 5] = [Self::Plain, Self::Path, Self::Covered, Self::Merged, Self::Target];

    /// Its colour.
    #[must_use]
    pub const fn colour(self) -> [u8; 3] {
        match self {
            Self::Plain => [0x33, 0x38, 0x40],
            Self::Path => [0x1f, 0x6f, 0xeb],
            Self::Covered => [0x2d, 0xa4, 0x4e],
            Self::Merged => [0xe3, 0xb3, 0x41],
            Self::Target => [0xd1, 0x24, 0x2f],
        }
    }

    /// What the colour means.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Plain => "state",
            Self::Path => "on the violation",
            Self::Covered => "covered",
            Self::Merged => "merged",
            Self::Target => "violation",
        }
    }
}

/// A pixel tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// What it shows.
    pub title: String,
    /// The nodes of every distance from the start.
    pub rows: Vec<Vec<Pixel>>,
}

impl Tree {
    /// The tree of any graph, by one breadth-first search. `pixel` says how a node looks.
    pub fn of<N: Copy + Eq + Hash>(
        title: impl Into<String>,
        start: N,
        mut successors: impl FnMut(N, &mut Vec<N>),
        pixel: impl Fn(N) -> Pixel,
    ) -> Self {
        let mut seen = FxHashSet::from_iter([start]);
        let (mut rows, mut row) = (Vec::new(), vec![start]);
        let mut found = Vec::new();
        while !row.is_empty() {
            rows.push(row.iter().map(|&node| pixel(node)).collect());
            for &node in &row {
                successors(node, &mut found);
            }
            row = found.drain(..).filter(|&node| seen.insert(node)).collect();
        }
        Self { title: title.into(), rows }
    }

    /// How many nodes there are.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// The length of the longest row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// How many nodes have a colour.
    #[must_use]
    pub fn count(&self, pixel: Pixel) -> usize {
        self.rows.iter().flatten().filter(|&&p| p == pixel).count()
    }
}

/// The tree of an abstract reachability graph.
#[must_use]
pub fn arg(title: &str, graph: &Graph) -> Tree {
    let on_path = on_path(graph);
    let mut rows: Vec<Vec<Pixel>> = Vec::new();
    for (node, &on_path) in graph.nodes.iter().zip(&on_path) {
        let depth = node.depth as usize;
        if rows.len() <= depth {
            rows.resize(depth + 1, Vec::new());
        }
        rows[depth].push(match node.kind {
            Kind::Target => Pixel::Target,
            Kind::Covered => Pixel::Covered,
            Kind::Merged => Pixel::Merged,
            Kind::Plain if on_path => Pixel::Path,
            Kind::Plain => Pixel::Plain,
        });
    }
    Tree { title: title.to_owned(), rows }
}

/// The tree of the control-flow automata, from where every run begins. Calls lead into functions and back.
#[must_use]
pub fn cfa(title: &str, program: &Program) -> Tree {
    let successors = |loc, found: &mut Vec<_>| {
        let edges = program.locs[loc].out.iter().map(|&edge| &program.edges[edge]);
        found.extend(edges.filter(|edge| !matches!(edge.op, Op::Summary(_))).map(|edge| edge.to));
    };
    Tree::of(title, program.entry(), successors, |_| Pixel::Plain)
}

/// The tree of the dependence graph, from the call of the start-up function: what depends on it in one step, in two, ….
#[must_use]
pub fn dependence(title: &str, program: &Program) -> Tree {
    let graph = Dependences::new(program, &Options::READING);
    let start = Node::Entry(program.locs[program.entry()].func);
    let successors = |node, found: &mut Vec<_>| {
        let from = found.len();
        graph.for_each(Direction::Forward, node, |dependence| found.push(dependence.node));
        found[from..].sort_unstable();
    };
    Tree::of(title, start, successors, |_| Pixel::Plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn rows_are_distances_and_colours_are_kinds() {
        use Pixel::{Covered, Merged, Path, Plain, Target};
        let tree = arg("loop", &sample());
        assert_eq!(tree.rows, [vec![Path], vec![Path], vec![Path, Covered, Plain], vec![Target, Merged]]);
        assert_eq!((tree.nodes(), tree.width(), tree.count(Covered)), (7, 3, 1));
    }

    #[test]
    fn any_graph_is_searched_once_breadth_first() {
        // A diamond with a way back: every node is at its shortest distance.
        let edges: [&[usize]; 4] = [&[1, 2], &[3], &[3, 0], &[0]];
        let tree = Tree::of("diamond", 0, |n: usize, out| out.extend_from_slice(edges[n]), |_| Pixel::Plain);
        assert_eq!(tree.rows.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 1]);
    }

    #[test]
    fn programs_have_trees() {
        let program = argand_cfa::testing::program(
            "
cfa LP64
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: x = 1
  L2 -> L3: [x < 3]
  L2 -> L4: ![x < 3]
  L3 -> L1: r = x + 1
  L4 -> L1: r = x
}",
        );
        let tree = cfa("cfa", &program);
        // Nothing leads to the location after the end of the start-up function.
        assert_eq!(tree.rows.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 1, 2, 1, 1, 1]);
        assert!(dependence("dependence", &program).nodes() > 5);
    }
}
