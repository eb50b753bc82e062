//! How often each loop has been entered, with a bound.
//!
//! Domain: for every loop that control is inside of, the number of times its head was reached since the loop
//! was entered. Reaching a head more often than `max-iterations` ends the path, and the answer is at best
//! unknown: what lies behind the bound was not looked at. With this analysis the exploration of any program
//! without unbounded recursion ends.
//!
//! A state covers another when it has used up no more of any bound.

#[cfg(test)]
mod tests;

use argand_cfa::{LocId, Op, Program};
use argand_cpa::{
    ConfigError, Configurable, Context, Cpa, CpaError, Frames, Loops, Profile, RecursiveFunctions,
    Successors, TransferCx, Words,
};
use smallvec::SmallVec;
use std::fmt;

argand_cpa::options! {
    /// Options of `loopbound`.
    pub struct LoopboundOptions {
        /// How often the head of a loop is reached before the path ends; 0 only counts.
        max_iterations: u32 = 10,
    }
}

/// The counts of the loops around a location.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LoopCounts {
    frames: Frames,
    /// Head, depth of its function's activation, count. Sorted by the first two.
    counts: SmallVec<[(LocId, u32, u32); 2]>,
}

impl fmt::Display for LoopCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<_> = self.counts.iter().map(|(head, _, count)| format!("{head}:{count}")).collect();
        f.write_str(&counts.join(" "))
    }
}

/// Counts iterations.
#[derive(Clone, Debug)]
pub struct LoopboundCpa {
    options: LoopboundOptions,
    loops: Loops,
    recursive: RecursiveFunctions,
}

impl Configurable for LoopboundCpa {
    const NAME: &'static str = "loopbound";
    const SUMMARY: &'static str = "counts loop iterations and ends paths that exceed a bound";
    type Options = LoopboundOptions;

    fn from_options(options: LoopboundOptions, cx: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self { options, loops: Loops::of(cx.program), recursive: RecursiveFunctions::of(cx.program) })
    }
}

impl LoopboundCpa {
    /// Moves inside one function: leaves loops, enters loops, counts heads.
    fn step(
        &self,
        program: &Program,
        state: &LoopCounts,
        from: LocId,
        to: LocId,
    ) -> Result<LoopCounts, CpaError> {
        let func = program.locs[to].func;
        let depth = state.frames.depth(func);
        let mut next = state.clone();
        next.counts.retain(|&mut (head, at, _)| {
            program.locs[head].func != func || at != depth || self.loops.contains(head, to)
        });
        if self.loops.is_head(to) {
            let key = (to, depth);
            let position = next.counts.binary_search_by_key(&key, |&(head, at, _)| (head, at));
            let stays = self.loops.contains(to, from);
            let count = match position {
                Ok(at) if stays => next.counts[at].2 + 1,
                _ => 1,
            };
            let limit = self.options.max_iterations;
            if limit > 0 && count > limit {
                return Err(CpaError::bound(format!("a loop was left alone after {limit} iterations")));
            }
            match position {
                Ok(at) => next.counts[at].2 = count,
                Err(at) => next.counts.insert(at, (to, depth, count)),
            }
        }
        Ok(next)
    }
}

impl Cpa for LoopboundCpa {
    type State = LoopCounts;
    type Precision = ();

    fn initial(&mut self, _: &Program, location: LocId) -> Result<LoopCounts, CpaError> {
        let heads = self.loops.around(location).map(|head| (head, 0, 1));
        let mut counts: SmallVec<[_; 2]> = heads.collect();
        counts.sort_unstable();
        Ok(LoopCounts { frames: Frames::new(), counts })
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &LoopCounts,
        (): &(),
        out: &mut Successors<LoopCounts>,
    ) -> Result<(), CpaError> {
        let (from, to) = (cx.edge.from, cx.edge.to);
        match *cx.op() {
            Op::Call(site) => {
                let callee = cx.program.call_sites[site].callee;
                let mut inside = state.clone();
                inside.frames.enter(&self.recursive, callee);
                out.push(self.step(cx.program, &inside, to, to)?);
            }
            Op::Return(site) => {
                let site = &cx.program.call_sites[site];
                let depth = state.frames.depth(site.callee);
                let mut outside = state.clone();
                outside
                    .counts
                    .retain(|&mut (head, at, _)| cx.program.locs[head].func != site.callee || at != depth);
                outside.frames.leave(&self.recursive, site.callee);
                out.push(self.step(cx.program, &outside, site.call, to)?);
            }
            _ if state.counts.is_empty() && !self.loops.is_head(to) => out.unchanged(),
            _ => out.push(self.step(cx.program, state, from, to)?),
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &LoopCounts, b: &LoopCounts) -> Result<bool, CpaError> {
        Ok(a.frames == b.frames
            && a.counts.len() == b.counts.len()
            && a.counts.iter().zip(&b.counts).all(|(x, y)| (x.0, x.1) == (y.0, y.1) && y.2 <= x.2))
    }

    fn join(&mut self, a: &LoopCounts, b: &LoopCounts) -> Result<LoopCounts, CpaError> {
        let same = a.frames == b.frames
            && a.counts.len() == b.counts.len()
            && a.counts.iter().zip(&b.counts).all(|(x, y)| (x.0, x.1) == (y.0, y.1));
        if !same {
            return Err(CpaError::unsupported("a join of states in different loops"));
        }
        let counts = a.counts.iter().zip(&b.counts).map(|(x, y)| (x.0, x.1, x.2.min(y.2))).collect();
        Ok(LoopCounts { frames: a.frames.clone(), counts })
    }

    fn profile(&self) -> Profile {
        Profile { cover_cost: 1, ..Profile::default() }
    }

    fn describe(&self, words: &Words<'_>, state: &LoopCounts, lines: &mut Vec<String>) {
        for &(head, _, count) in &state.counts {
            lines.push(format!("iteration {count} of the loop at {}", words.location(head)));
        }
    }
}
