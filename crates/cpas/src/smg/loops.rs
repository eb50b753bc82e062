//! What happens at loop heads: forgetting, list abstraction, widening.
//!
//! A loop whose branches are all decided is followed as it is, up to a bound: a program with concrete numbers is
//! simply run. Only loops with a branch that can go both ways are abstracted: chains of objects are folded into
//! list segments, then numbers that changed since the last visit are generalised.

use super::precision::{Fact, SmgPrecision};
use super::state::{Ending, SmgState, Visit};
use super::step::StepCx;
use super::{DIVERGES, Options, SmgCpa};
use argand_cfa::walk::{self, Node};
use argand_cfa::{ExprKind, LocId, Op, Program, VarKind};
use argand_domains::smg::fold::{Folding, Keep};
use argand_domains::smg::{End, ObjectId, Root, Smg, Value};
use argand_flow::locals::LiveLocals;
use argand_flow::wto::Wto;
use argand_support::FxHashSet;

/// What is needed to know loops: computed once for a program.
#[derive(Debug)]
pub struct Loops {
    wto: Wto,
    thresholds: Vec<i128>,
    live: LiveLocals,
}

/// How many iterations widening goes from one threshold to the next.
const PATIENCE: u32 = 4;
/// More constants than this are not used as thresholds.
const MAX_THRESHOLDS: usize = 400;
/// A loop that goes on changing so much longer while not everything is tracked does not come to an end that way.
const DIVERGENCE: u32 = 12;

/// How often loops go around longer when everything is looked at again for the first time.
const FIRST_LONGER: u32 = 4;

impl Loops {
    /// The loops of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut thresholds: Vec<i128> = vec![0];
        // Only what numbers are compared with can stop them from growing.
        for edge in &program.edges {
            let Op::Assume { cond, .. } = edge.op else { continue };
            walk::for_each_node(program, Node::Expr(cond), |node| {
                if let Node::Expr(id) = node
                    && let ExprKind::Int(value) = program.expr(id).kind
                    && thresholds.len() < MAX_THRESHOLDS
                {
                    thresholds.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
                }
            });
        }
        thresholds.sort_unstable();
        thresholds.dedup();
        Self { wto: Wto::of_functions(program), thresholds, live: LiveLocals::default() }
    }

    /// Whether a location is the head of a loop.
    #[must_use]
    pub fn is_head(&self, loc: LocId) -> bool {
        self.wto.is_head(loc)
    }
}

/// How many objects there are on the heap.
fn heap_size(graph: &Smg) -> usize {
    graph.objects().filter(|(_, object)| object.is_live_heap()).count()
}

/// Whether variables point to regions and to the ends of lists in two graphs alike.
fn points_alike(a: &Smg, b: &Smg) -> bool {
    let outline = |graph: &Smg| -> Vec<(Root, i64, bool, End)> {
        let cells = graph.roots().filter_map(|(root, id)| graph.object(id).map(|object| (root, object)));
        let addresses = cells.flat_map(|(root, object)| {
            object.linked_cells().filter_map(move |(bit, cell)| match cell.value {
                Value::Address(address) => Some((root, bit, address)),
                _ => None,
            })
        });
        addresses.map(|(root, bit, to)| (root, bit, graph.is_segment(to.object), to.end)).collect()
    };
    outline(a) == outline(b)
}

impl SmgCpa {
    /// The abstraction of a state that arrives at a loop head.
    pub(super) fn at_head(&mut self, around: StepCx<'_>, state: &SmgState) -> SmgState {
        let StepCx { program, edge, precision, .. } = around;
        let head = program.edges[edge].to;
        // A loop whose body ends in a call goes around where the call returns.
        let from = match program.edges[edge].op {
            Op::Return(site) => program.call_sites[site].call,
            _ => program.edges[edge].from,
        };
        let mut next = state.clone();
        self.forget_dead(program, head, &mut next);
        next.graph.collect();
        next.graph.settle_marks();
        let inside = self.loops.wto.loop_at(head).is_some_and(|id| self.loops.wto.contains(id, from));
        let last = next.visit(head).filter(|_| inside).cloned();
        let (undecided, total) = match &last {
            Some(last) => (last.undecided + u32::from(next.undecided), last.total + 1),
            None => (0, 0),
        };
        let &Options { list_threshold, max_unrolled, .. } = &self.options;
        let longer = self.longer();
        let (fold_after, widen_after) = (self.options.fold_after + longer, self.options.widen_after + longer);
        if undecided > widen_after + PATIENCE + DIVERGENCE && *precision != SmgPrecision::All {
            return state.ended(Ending::Gap(DIVERGES.to_owned()));
        }
        let eager = undecided >= fold_after;
        let threshold = if eager { list_threshold } else { list_threshold.saturating_mul(3) + longer };
        let is_kept = |number| precision.tracks(Fact::Value(number));
        let keep = match precision {
            SmgPrecision::All if undecided < fold_after + 2 => Keep::Constants,
            SmgPrecision::Only(_) if undecided < widen_after + 2 * PATIENCE => Keep::These(&is_kept),
            _ => Keep::Nothing,
        };
        next.graph.fold(Folding { threshold: threshold as usize, keep });
        if let Some(last) = &last
            && (undecided >= widen_after || total >= max_unrolled)
        {
            // Numbers that change with a list are related to it only once it is abstracted: wait for that.
            let patient = undecided < widen_after + PATIENCE;
            let (before, now) = (heap_size(&last.graph), heap_size(&next.graph));
            // A loop that goes on changing gets no more steps on the way to the ends of its types, and lists
            // that are taken apart and put together lose their exact length.
            if undecided >= widen_after + 2 * PATIENCE {
                next.graph.relax_lengths(i128::from(list_threshold));
            }
            // When a list ends, what is known of the end must not be mixed with what was known on the way.
            let stable = now == before && (!patient || points_alike(&last.graph, &next.graph));
            if stable || (now > before && !patient) || total >= max_unrolled {
                let thresholds: &[i128] = if patient { &self.loops.thresholds } else { &[0] };
                next.graph.generalise(&last.graph, thresholds);
            }
        }
        next.graph.collect_symbols();
        next.undecided = false;
        let graph = next.graph.clone();
        next.set_visit(head, Visit { undecided, total, graph });
        next
    }

    /// How often loops go around longer than the options say before they are abstracted: twice as often each time
    /// that everything is looked at again.
    fn longer(&self) -> u32 {
        FIRST_LONGER.saturating_mul((1u32 << self.retried.min(16)) - 1)
    }

    /// Forgets variables of the running function that are not read any more.
    pub(super) fn forget_dead(&mut self, program: &Program, head: LocId, state: &mut SmgState) {
        let first = state.depth() << 32;
        let mut dead: Vec<(Root, ObjectId, bool)> = Vec::new();
        for (root, id) in state.graph.roots_from(first) {
            let Some(var) = SmgState::var_of(root) else { continue };
            let info = &program.vars[var];
            if !info.addressed && !self.loops.live.is_live(program, head, var) {
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
