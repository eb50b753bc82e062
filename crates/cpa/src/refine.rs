//! What counterexample-guided refinement asks of an analysis.
//!
//! A [`Refiner`] looks at a path that must not be taken and either believes it or finds precisions that rule it
//! out. It belongs to one analysis and shares that analysis' tables of states and precisions; the loop around it
//! knows no analysis.

use crate::analysis::CpaError;
use crate::component::PrecisionId;
use crate::composite::{Composite, Failure};
use crate::path::ArgPath;
use crate::reached::{ArgId, Reached};
use argand_cfa::{EdgeId, Program};
use argand_support::{FxHashMap, Limits};

crate::option_enum! {
    /// What a refinement does to the graph.
    pub enum RefineMode {
        /// Cut off what the new precision changes and keep the rest.
        Lazy = "lazy",
        /// Start again from the root.
        Restart = "restart",
    }
}

/// What a refiner may look at.
pub struct RefineCx<'a> {
    /// The program, as the analyses of values saw it on the path.
    pub program: &'a Program,
    /// The analyses. Typed states and precisions are read from the tables the refiner shares with them.
    pub composite: &'a Composite,
    /// The graph the path goes through.
    pub reached: &'a Reached,
    /// The limits of the run.
    pub limits: &'a Limits,
    /// Whether cut points or the precision of the root are wanted.
    pub mode: RefineMode,
    /// Whether the refiner may ask to look at other paths first.
    pub may_postpone: bool,
    /// Where the path ends in a gap: the edge behind it that could not be followed. A refiner may rule out what made it so
    /// instead of the path.
    pub gap: Option<EdgeId>,
}

/// Where the graph is cut, and the precision the cut is explored with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CutPoint {
    /// The topmost node to remove. Its parents are explored again. The root means everything below it.
    pub node: ArgId,
    /// Complete precisions by component, not increments: the new ones for the nodes that are explored again.
    pub precisions: Vec<(usize, PrecisionId)>,
}

/// What a refiner found out about a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refinement {
    /// The program can take this path: the given one, or another through the same graph.
    Feasible(ArgPath),
    /// The program cannot take the path. In restart mode there is one cut point, the root.
    Spurious(Vec<CutPoint>),
    /// The path came up because too little of the program was seen: everything is explored again with these precisions, by
    /// component. States that were made before say nothing about what is seen now.
    Again(Vec<(usize, PrecisionId)>),
    /// The program cannot take the path, but ruling it out is expensive: other paths come first. Only where
    /// [`RefineCx::may_postpone`] allows it.
    Postponed,
    /// The refiner cannot tell, or cannot rule the path out; in the user's words.
    Unknown(String),
}

/// Decides whether a path is real, and finds a precision that rules it out if it is not.
pub trait Refiner {
    /// Looks at a path whose end must not be reached.
    ///
    /// # Errors
    /// When a limit is reached or a helper fails.
    fn refine(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure>;

    /// What it counted, for the statistics.
    fn stats(&self) -> serde_json::Value {
        serde_json::Value::Null
    }
}

impl<R: Refiner + ?Sized> Refiner for Box<R> {
    fn refine(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure> {
        (**self).refine(cx, path)
    }

    fn stats(&self) -> serde_json::Value {
        (**self).stats()
    }
}

/// Several refiners, asked in order: the first one that rules a path out refines it.
///
/// A refiner that ruled out the very same path before made little progress with it: the others are asked first. A path that
/// nobody rules out is believed as soon as one of them takes it for feasible.
pub struct InOrder {
    refiners: Vec<(String, Box<dyn Refiner>)>,
    /// Which refiners ruled out a path already.
    tried: FxHashMap<Box<[EdgeId]>, Vec<bool>>,
}

impl InOrder {
    /// Refiners by the names of their analyses, the first to ask first.
    #[must_use]
    pub fn new(refiners: Vec<(String, Box<dyn Refiner>)>) -> Self {
        Self { refiners, tried: FxHashMap::default() }
    }
}

impl Refiner for InOrder {
    fn refine(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure> {
        if let [(_, only)] = &mut self.refiners[..] {
            return only.refine(cx, path);
        }
        let edges: Box<[EdgeId]> = path.edges().collect();
        let tried = self.tried.entry(edges).or_insert_with(|| vec![false; self.refiners.len()]);
        let mut answer = None;
        // Those who ruled it out before, and it came up again, come last.
        let (fresh, again): (Vec<usize>, Vec<usize>) = (0..tried.len()).partition(|&index| !tried[index]);
        for index in fresh.into_iter().chain(again) {
            let refiner = &mut self.refiners[index].1;
            let found = refiner.refine(cx, path)?;
            let better = match (&found, &answer) {
                (Refinement::Spurious(_) | Refinement::Again(_), _) => {
                    tried[index] = true;
                    return Ok(found);
                }
                // It can rule the path out, only not now.
                (Refinement::Postponed, _) => return Ok(found),
                (_, None) => true,
                (Refinement::Feasible(_), Some(Refinement::Unknown(_))) => true,
                (Refinement::Feasible(_) | Refinement::Unknown(_), Some(_)) => false,
            };
            if better {
                answer = Some(found);
            }
        }
        Ok(answer.unwrap_or_else(|| Refinement::Feasible(path.clone())))
    }

    fn stats(&self) -> serde_json::Value {
        match &self.refiners[..] {
            [(_, only)] => only.stats(),
            all => all.iter().map(|(name, refiner)| (name.clone(), refiner.stats())).collect(),
        }
    }
}

/// Ends a refinement because of a limit; for refiners.
#[must_use]
pub fn stopped(stop: argand_support::Stop) -> Failure {
    Failure { analysis: "refinement".to_owned(), error: CpaError::Stop(stop) }
}
