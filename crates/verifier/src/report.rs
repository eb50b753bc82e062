//! What a verification found out.

use crate::certify::Certification;
use crate::everywhere::Everywhere;
use crate::strategy::step::Story;
use crate::verdict::Verdict;
use argand_algorithms::RunStats;
use argand_cfa::{Assumption, LocId, Program};
use argand_cpa::{Fact, Graph};
use argand_domains::smg::picture::Picture;
use argand_evidence::Confirmed;
use std::sync::Arc;

/// What a verification found out.
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The functions whose call is a violation.
    pub targets: Vec<String>,
    /// The program that was looked at: the user's, with what the properties add to it.
    pub program: Arc<Program>,
    /// The run of the user's own program that violates a property.
    pub violation: Option<Confirmed>,
    /// What it cost.
    pub stats: RunStats,
    /// How many violations of the abstraction could not be confirmed.
    pub unconfirmed: usize,
    /// The reached graph, if asked for and not too large.
    pub graph: Option<Graph>,
    /// What was shown to hold at loop heads, for TRUE.
    pub invariants: Vec<(LocId, String)>,
    /// The same for witnesses: what C can say of it, for each loop statement as one condition.
    pub loop_invariants: Vec<(LocId, String)>,
    /// Whether the proof was checked, for TRUE.
    pub certification: Certification,
    /// What was learnt, as another run can use it.
    pub facts: Vec<Fact>,
    /// Memory at the violation, as the analysis sees it.
    pub picture: Option<Picture>,
    /// Memory along the violation, where it changes: positions in the path of the graph with pictures.
    pub memory: Vec<(usize, Picture)>,
    /// What the verdict depends on besides the program.
    pub assumptions: Vec<Assumption>,
    /// For each analysis the precisions that states had at the end.
    pub precisions: Vec<(String, Vec<String>)>,
    /// What the automata printed.
    pub prints: Vec<String>,
    /// What a strategy did.
    pub strategy: Option<Story>,
    /// The verdicts about all places, where that was asked.
    pub everywhere: Option<Everywhere>,
}
