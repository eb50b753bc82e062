//! Which variables may still be read.
//!
//! At loop heads the analysis forgets variables that are written before they are read again: temporaries of the
//! last iteration would otherwise keep lists from being folded and states from covering each other. Only variables
//! whose address is never taken take part.

use argand_cfa::walk::{self, Node};
use argand_cfa::{FuncId, LocId, Op, PlaceKind, Program, VarId};
use argand_support::{FxHashMap, FxHashSet};

/// The variables that may still be read, by location; functions are looked at when they are first asked for.
#[derive(Debug, Default)]
pub struct Liveness {
    live: FxHashMap<LocId, FxHashSet<VarId>>,
    done: FxHashSet<FuncId>,
}

struct Effect {
    to: LocId,
    reads: Vec<VarId>,
    writes: Option<VarId>,
}

impl Liveness {
    /// Whether a local variable may still be read after a location of its function.
    pub fn is_live(&mut self, program: &Program, loc: LocId, var: VarId) -> bool {
        let func = program.locs[loc].func;
        if self.done.insert(func) {
            self.analyse(program, func);
        }
        self.live.get(&loc).is_some_and(|set| set.contains(&var))
    }

    fn analyse(&mut self, program: &Program, func: FuncId) {
        let locs: Vec<LocId> =
            program.locs.iter_enumerated().filter(|(_, l)| l.func == func).map(|(id, _)| id).collect();
        let mut effects: FxHashMap<LocId, Vec<Effect>> = FxHashMap::default();
        for &loc in &locs {
            let list = program.locs[loc].out.iter().filter_map(|&edge| effect(program, edge)).collect();
            effects.insert(loc, list);
        }
        if let (Some(exit), Some(ret)) = (program.functions[func].exit(), program.functions[func].ret) {
            self.live.entry(exit).or_default().insert(ret);
        }
        let mut todo: Vec<LocId> = locs.clone();
        while let Some(loc) = todo.pop() {
            let mut set = self.live.get(&loc).cloned().unwrap_or_default();
            let before = set.len();
            for effect in &effects[&loc] {
                if let Some(after) = self.live.get(&effect.to) {
                    set.extend(after.iter().copied().filter(|&v| Some(v) != effect.writes));
                }
                set.extend(effect.reads.iter().copied());
            }
            if set.len() > before || !self.live.contains_key(&loc) {
                self.live.insert(loc, set);
                let into = program.locs[loc].into.iter().map(|&e| program.edges[e].from);
                todo.extend(into.filter(|from| program.locs[*from].func == func));
            }
        }
    }
}

/// What an edge inside a function reads and writes; `None` for edges that leave it.
fn effect(program: &Program, id: argand_cfa::EdgeId) -> Option<Effect> {
    let edge = &program.edges[id];
    let plain = |place| match program.place(place).kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    };
    let mut reads = Vec::new();
    let mut writes = None;
    let mut skipped = None;
    match &edge.op {
        Op::Call(_) | Op::Return(_) => return None,
        Op::Assign { dst, .. } | Op::Havoc { dst, .. } => {
            writes = plain(*dst);
            skipped = writes.map(|_| *dst);
        }
        Op::Init { var, .. } | Op::Declare { var, .. } | Op::Dead { var } => writes = Some(*var),
        Op::Summary(site) => writes = program.call_sites[*site].dst,
        Op::Extern(call) => writes = program.extern_calls[*call].dst,
        _ => {}
    }
    walk::operands(program, &edge.op, |node| {
        if skipped.is_some_and(|p| node == Node::Place(p)) {
            return;
        }
        walk::for_each_node(program, node, |part| {
            if let Node::Place(place) = part
                && let Some(var) = plain(place)
            {
                reads.push(var);
            }
        });
    });
    if let Op::Init { var, .. } = &edge.op {
        reads.retain(|v| v != var);
    }
    Some(Effect { to: edge.to, reads, writes })
}
