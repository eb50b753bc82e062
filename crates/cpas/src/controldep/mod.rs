//! Control dependence: which branches decide whether control comes by (SLI §3.1.3).
//!
//! A state is the set of *open* branches: ways that were taken where there was a choice, and that have not come to where
//! all ways from the branch meet again. A location depends on an open branch if every way on from there comes by the
//! location. Post-dominators are found first (`post`), with the rules of `argand_flow::dependence::control` for what
//! may not come back. That module finds the same faster and is held against this analysis.

mod post;
#[cfg(test)]
mod tests;

use argand_cfa::{LocId, Op, Program};
use argand_cpa::{
    ComponentOptions, ConfigError, Configurable, Context, Cpa, CpaError, MergeMode, Successors, TransferCx,
};
use argand_domains::Lattice;
use post::Post;
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

argand_cpa::options! {
    /// `controldep` has no options.
    pub struct ControldepOptions {}
}

/// The open branches: where there was a choice, and the location that was chosen.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ControldepState(BTreeSet<(LocId, LocId)>);

impl Lattice for ControldepState {
    fn leq(&self, other: &Self) -> bool {
        self.0.is_subset(&other.0)
    }

    fn join(&self, other: &Self) -> Self {
        Self(self.0.union(&other.0).copied().collect())
    }
}

impl fmt::Display for ControldepState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(|(branch, way)| format!("{branch}→{way}")).collect();
        f.write_str(&names.join(" "))
    }
}

/// Tracks the branches that decide whether control is where it is.
#[derive(Clone, Debug)]
pub struct ControldepCpa {
    post: Rc<Post>,
}

impl ControldepCpa {
    /// The analysis of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        Self { post: Rc::new(Post::of(program)) }
    }

    /// The branches that a location depends on, in order.
    #[must_use]
    pub fn on(&self, program: &Program, location: LocId, state: &ControldepState) -> Vec<LocId> {
        let here = program.locs[location].func;
        let decides = |&&(branch, way): &&(LocId, LocId)| {
            program.locs[branch].func == here
                && (way == location || self.post.passes(way, location))
                && !self.post.passes(branch, location)
        };
        let found: BTreeSet<LocId> = state.0.iter().filter(decides).map(|&(branch, _)| branch).collect();
        found.into_iter().collect()
    }
}

impl Configurable for ControldepCpa {
    const NAME: &'static str = "controldep";
    const SUMMARY: &'static str = "tracks which branches decide that control is where it is";
    type Options = ControldepOptions;

    fn default_component_options() -> ComponentOptions {
        ComponentOptions { merge: MergeMode::Join, ..ComponentOptions::default() }
    }

    fn from_options(_: ControldepOptions, cx: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self::of(cx.program))
    }
}

impl Cpa for ControldepCpa {
    type State = ControldepState;
    type Precision = ();

    fn initial(&mut self, _: &Program, _: LocId) -> Result<ControldepState, CpaError> {
        Ok(ControldepState::default())
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &ControldepState,
        (): &(),
        out: &mut Successors<ControldepState>,
    ) -> Result<(), CpaError> {
        let (program, to) = (cx.program, cx.edge.to);
        // A call is a branch that is decided when it comes back.
        let branch = match cx.op() {
            Op::Call(_) | Op::Halt(_) => None,
            Op::Return(site) => Some(program.call_sites[*site].call),
            Op::Noop
            | Op::Assign { .. }
            | Op::Havoc { .. }
            | Op::Init { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Extern(_)
            | Op::Unsupported(_)
            | Op::Assume { .. }
            | Op::Summary(_) => Some(cx.edge.from),
        };
        let mut next = state.0.clone();
        if let Some(branch) = branch.filter(|&branch| self.post.ways(branch).len() > 1) {
            next.insert((branch, to));
        }
        let func = program.locs[to].func;
        next.retain(|&(branch, _)| program.locs[branch].func != func || !self.post.passes(branch, to));
        out.push(ControldepState(next));
        Ok(())
    }

    fn is_covered_by(&mut self, a: &ControldepState, b: &ControldepState) -> Result<bool, CpaError> {
        Ok(a.leq(b))
    }

    fn join(&mut self, a: &ControldepState, b: &ControldepState) -> Result<ControldepState, CpaError> {
        Ok(a.join(b))
    }
}
