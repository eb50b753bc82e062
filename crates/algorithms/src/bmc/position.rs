//! The order of an unrolled program: where paths meet again, and what comes first.
//!
//! Loops are unrolled by position in the weak topological order of each function. A place of the unrolling is the
//! sequence of calls and loop iterations that leads to it; sequences compare so that everything that can lead to
//! a place comes before it. Paths that meet at one place are merged there.

use argand_cfa::{Edge, LocId, Op, Program};
use argand_flow::wto::{LoopId, Wto};
use argand_support::FxHashMap;

/// A place of an unrolling. Orders before everything that it can lead to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// For each active call: the loops around the location with their iterations, then the location.
    frames: Vec<Vec<u32>>,
}

impl Position {
    /// How many calls are active.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len()
    }
}

/// Computes places.
#[derive(Debug)]
pub struct Order {
    wto: Wto,
    /// The loops around each location, outermost first.
    loops: FxHashMap<LocId, Vec<LoopId>>,
}

/// What following an edge means for the bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Where it leads.
    pub place: Position,
    /// The iteration of the loop that the edge enters again, if it does; the first is 1.
    pub iteration: Option<(LocId, u32)>,
}

impl Order {
    /// The order of a program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let wto = Wto::of_functions(program);
        let mut loops = FxHashMap::default();
        for &loc in wto.order() {
            let mut around = Vec::new();
            let mut next = wto.loop_of(loc);
            while let Some(id) = next {
                around.push(id);
                next = wto.get(id).parent;
            }
            around.reverse();
            loops.insert(loc, around);
        }
        Self { wto, loops }
    }

    /// Whether a location is the head of a loop.
    #[must_use]
    pub fn is_head(&self, loc: LocId) -> bool {
        self.around(loc).last().is_some_and(|&l| self.wto.get(l).head == loc)
    }

    fn around(&self, loc: LocId) -> &[LoopId] {
        self.loops.get(&loc).map_or(&[], Vec::as_slice)
    }

    fn position(&self, loc: LocId) -> u32 {
        self.wto.position(loc).map_or(u32::MAX, |p| p as u32)
    }

    /// The place where an unrolling starts.
    #[must_use]
    pub fn start(&self, loc: LocId) -> Position {
        Position { frames: vec![self.entered(loc)] }
    }

    /// A location in the first iteration of the loops around it.
    fn entered(&self, loc: LocId) -> Vec<u32> {
        self.frame(loc, &[], &[])
    }

    fn frame(&self, loc: LocId, old: &[LoopId], iterations: &[u32]) -> Vec<u32> {
        let mut out = Vec::new();
        let mut same = true;
        for (k, &id) in self.around(loc).iter().enumerate() {
            same &= old.get(k) == Some(&id);
            let head = self.wto.get(id).head;
            out.push(self.position(head));
            out.push(if same { iterations.get(k).copied().unwrap_or(0) } else { 0 });
        }
        out.push(self.position(loc));
        out
    }

    /// The place an edge leads to.
    #[must_use]
    pub fn follow(&self, program: &Program, from: &Position, edge: &Edge) -> Moved {
        let mut frames = from.frames.clone();
        match edge.op {
            Op::Call(_) => {
                frames.push(self.entered(edge.to));
                return Moved { place: Position { frames }, iteration: None };
            }
            Op::Return(site) => {
                frames.pop();
                let call = program.call_sites[site].call;
                return self.step(frames, call, edge.to);
            }
            _ => {}
        }
        self.step(frames, edge.from, edge.to)
    }

    fn step(&self, mut frames: Vec<Vec<u32>>, from: LocId, to: LocId) -> Moved {
        let Some(frame) = frames.pop() else { return Moved { place: Position { frames }, iteration: None } };
        let old = self.around(from);
        let mut iterations: Vec<u32> = frame.chunks_exact(2).map(|pair| pair[1]).collect();
        iterations.truncate(old.len());
        let target = self.around(to);
        let mut iteration = None;
        // Going back to the head of a loop that we are in starts its next iteration.
        if self.is_head(to)
            && let Some(level) = old.iter().position(|id| target.last() == Some(id))
            && self.position(to) <= self.position(from)
        {
            iterations.truncate(level + 1);
            iterations[level] += 1;
            iteration = Some((to, iterations[level]));
        }
        frames.push(self.frame(to, old, &iterations));
        Moved { place: Position { frames }, iteration }
    }
}
