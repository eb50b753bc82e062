//! What happens at loop heads: forgetting, list abstraction, widening.
//!
//! A loop whose branches are all decided is followed as it is, up to a bound: a program with concrete numbers is
//! simply run. Only loops with a branch that can go both ways are abstracted: chains of objects are folded into
//! list segments, then numbers that changed since the last visit are generalised.

use super::liveness::Liveness;
use super::state::{SmgState, Visit};
use super::{Options, SmgCpa};
use argand_cfa::wto::Wto;
use argand_cfa::{EdgeId, ExprKind, LocId, Program, VarKind};
use argand_domains::smg::fold::Folding;
use argand_domains::smg::{ObjectId, Root};
use argand_support::FxHashSet;

/// What is needed to know loops: computed once for a program.
#[derive(Debug)]
pub struct Loops {
    wto: Wto,
    thresholds: Vec<i128>,
    liveness: Liveness,
}

/// How many iterations widening goes from one threshold to the next.
const PATIENCE: u32 = 4;
/// More constants than this are not used as thresholds.
const MAX_THRESHOLDS: usize = 400;

impl Loops {
    /// The loops of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut thresholds: Vec<i128> = vec![0];
        argand_cfa::walk::for_each_used_node(program, |node| {
            if let argand_cfa::walk::Node::Expr(id) = node
                && let ExprKind::Int(value) = program.expr(id).kind
                && thresholds.len() < MAX_THRESHOLDS
            {
                thresholds.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
            }
        });
        thresholds.sort_unstable();
        thresholds.dedup();
        Self { wto: Wto::of_functions(program), thresholds, liveness: Liveness::default() }
    }

    /// Whether a location is the head of a loop.
    #[must_use]
    pub fn is_head(&self, loc: LocId) -> bool {
        self.wto.is_head(loc)
    }
}

impl SmgCpa {
    /// The abstraction of a state that arrives at a loop head.
    pub(super) fn at_head(&mut self, program: &Program, edge: EdgeId, state: &SmgState) -> SmgState {
        let (from, head) = (program.edges[edge].from, program.edges[edge].to);
        let mut next = state.clone();
        self.forget_dead(program, head, &mut next);
        next.graph.collect();
        let inside = self.loops.wto.loop_at(head).is_some_and(|id| self.loops.wto.contains(id, from));
        let last = next.visit(head).filter(|_| inside).cloned();
        let (undecided, total) = match &last {
            Some(last) => (last.undecided + u32::from(next.undecided), last.total + 1),
            None => (0, 0),
        };
        let Options { list_threshold, fold_after, widen_after, max_unrolled, .. } = self.options;
        let eager = undecided >= fold_after;
        let threshold = if eager { list_threshold } else { list_threshold.saturating_mul(3) };
        let different_data = undecided >= fold_after + 2;
        next.graph.fold(Folding { threshold: threshold as usize, different_data });
        if let Some(last) = &last
            && (undecided >= widen_after || total >= max_unrolled)
        {
            // A loop that goes on changing gets no more steps on the way to the ends of its types, and lists
            // that are taken apart and put together lose their exact length.
            let patient = undecided < widen_after + PATIENCE;
            let thresholds: &[i128] = if patient { &self.loops.thresholds } else { &[0] };
            if !patient {
                next.graph.relax_lengths(i128::from(list_threshold));
            }
            next.graph.generalise(&last.graph, thresholds);
        }
        next.graph.collect_symbols();
        next.undecided = false;
        let graph = next.graph.clone();
        next.set_visit(head, Visit { undecided, total, graph });
        next
    }

    /// Forgets variables of the running function that are not read any more.
    fn forget_dead(&mut self, program: &Program, head: LocId, state: &mut SmgState) {
        let first = state.depth() << 32;
        let mut dead: Vec<(Root, ObjectId, bool)> = Vec::new();
        for (root, id) in state.graph.roots_from(first) {
            let Some(var) = SmgState::var_of(root) else { continue };
            let info = &program.vars[var];
            if !info.addressed && !self.loops.liveness.is_live(program, head, var) {
                dead.push((root, id, info.kind == VarKind::Temp));
            }
        }
        let mut without = state.graph.clone();
        without.forget_dead_content();
        if without.lost().is_empty() {
            state.graph = without;
        }
        // A variable that alone keeps memory from being lost must stay, although it is never read: the memory
        // is not lost before the variable is.
        let mut kept: FxHashSet<ObjectId> = FxHashSet::default();
        let mut trial = state.graph.clone();
        for &(_, id, _) in &dead {
            trial.clear(id);
        }
        if !trial.lost().is_empty() {
            trial = state.graph.clone();
            for &(_, id, temporary) in &dead {
                let before = trial.clone();
                trial.clear(id);
                if !temporary && !trial.lost().is_empty() {
                    trial = before;
                    kept.insert(id);
                }
            }
            if !trial.lost().is_empty() {
                return;
            }
        }
        for (root, id, temporary) in dead {
            if !kept.contains(&id) {
                if temporary {
                    state.graph.remove_root(root);
                    state.graph.remove(id);
                } else {
                    state.graph.clear(id);
                }
            }
        }
    }
}
