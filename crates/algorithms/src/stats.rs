//! What a run cost, as JSON and as a table.

use crate::bmc::BmcStats;
use crate::dataflow::DataflowStats;
use argand_cpa::stats::component_table;
use argand_cpa::{ComponentStats, ReachedCounts};
use serde::Serialize;
use std::fmt::Write as _;

/// Counters of an exploration.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ExplorationStats {
    /// How often the exploration was started or resumed.
    pub runs: u64,
    /// Nodes whose successors were computed, each as often as that happened.
    pub explored: u64,
    /// Successors that were computed.
    pub successors: u64,
    /// Successors that were covered.
    pub covered: u64,
    /// Merges of a successor into an older node.
    pub merged: u64,
    /// Seconds spent.
    pub seconds: f64,
}

/// Counters of refinement.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct CegarStats {
    /// Spurious paths that were refined.
    pub refinements: u64,
    /// Refinements whose path ended in a gap, not in a violation.
    pub gap_refinements: u64,
    /// Spurious paths that were put off because ruling them out is expensive.
    pub postponed: u64,
    /// Nodes that were cut off.
    pub cut_nodes: u64,
    /// Restarts.
    pub restarts: u64,
    /// The length of the longest path that was looked at, in edges.
    pub longest_path: usize,
    /// Seconds spent in the refiner.
    pub seconds: f64,
    /// What the refiner itself counted.
    pub refiner: serde_json::Value,
}

/// Everything a run counted and timed.
#[derive(Default, Clone, PartialEq, Debug, Serialize)]
pub struct RunStats {
    /// The exploration.
    pub exploration: ExplorationStats,
    /// The reached set.
    pub reached: ReachedCounts,
    /// Nodes that still wait.
    pub waiting: usize,
    /// The analyses.
    pub components: Vec<ComponentStats>,
    /// Refinement, where there was one.
    pub cegar: Option<CegarStats>,
    /// Bounded model checking, where there was one.
    pub bmc: Option<BmcStats>,
    /// Data-flow analysis, where there was one.
    pub dataflow: Option<DataflowStats>,
}

impl RunStats {
    /// The numbers for people.
    #[must_use]
    pub fn table(&self) -> String {
        let mut out = String::new();
        let (e, r) = (&self.exploration, &self.reached);
        let rate = if e.seconds > 0.0 { e.successors as f64 / e.seconds } else { 0.0 };
        let _ = writeln!(
            out,
            "exploration      {} nodes explored, {} successors ({rate:.0}/s), {} covered, {} merged, {:.3}s",
            e.explored, e.successors, e.covered, e.merged, e.seconds
        );
        let _ = writeln!(
            out,
            "reached set      {} live, {} covered, {} cut off, {} waiting, {} partitions (largest {})",
            r.live, r.covered, r.removed, self.waiting, r.partitions, r.largest_partition
        );
        if let Some(c) = &self.cegar {
            let _ = writeln!(
                out,
                "refinement       {} refinements, {} nodes cut off, {} restarts, longest path {}, {:.3}s",
                c.refinements, c.cut_nodes, c.restarts, c.longest_path, c.seconds
            );
        }
        if let Some(b) = &self.bmc {
            let _ = writeln!(
                out,
                "unrolling        bound {}, {} nodes, {} terms, {} induction steps, {:.3}s",
                b.bound, b.nodes, b.terms, b.induction_steps, b.seconds
            );
            let _ = writeln!(
                out,
                "solver           {} questions, {} searches, {} clauses, {:.3}s",
                b.solver_calls, b.searches, b.clauses, b.solver_seconds
            );
        }
        if let Some(d) = &self.dataflow {
            let _ = writeln!(
                out,
                "constraints      {} unknowns in {} contexts, {} evaluations, {} interrupted, {} skipped, {:.3}s",
                d.solver.unknowns,
                d.contexts,
                d.solver.evaluations,
                d.solver.interrupted,
                d.solver.skipped,
                d.seconds
            );
            let _ = writeln!(
                out,
                "solution         {} places reached, {} widenings, {} narrowings, second look {:.3}s",
                d.nodes, d.solver.widenings, d.solver.narrowings, d.second_look
            );
            if d.refinements > 0 {
                let _ = writeln!(
                    out,
                    "refinement       {} times solved again, {:.3}s, {}",
                    d.refinements, d.refining, d.refiner
                );
            }
        }
        out.push_str(&component_table(&self.components));
        out
    }
}
