//! Which local variables may still be read, calls taken as a whole.
//!
//! Somebody who forgets variables that are written before they are read again has fewer states to tell apart. Only variables
//! whose address is never taken take part.

use crate::edges::{self, Write};
use argand_cfa::{EdgeId, FuncId, LocId, Op, PlaceKind, Program, VarId};
use argand_support::{FxHashMap, FxHashSet};

/// The variables that may still be read, by location; functions are looked at when they are first asked for.
#[derive(Debug, Default)]
pub struct LiveLocals {
    live: FxHashMap<LocId, FxHashSet<VarId>>,
    done: FxHashSet<FuncId>,
}

struct Effect {
    to: LocId,
    reads: Vec<VarId>,
    writes: Option<VarId>,
}

impl LiveLocals {
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
fn effect(program: &Program, id: EdgeId) -> Option<Effect> {
    let edge = &program.edges[id];
    if matches!(edge.op, Op::Call(_) | Op::Return(_)) {
        return None;
    }
    let mut reads = Vec::new();
    edges::read_vars(program, &edge.op, |var| reads.push(var));
    // A call is one step: it ends with the write of its result.
    let mut writes = None;
    if let Op::Summary(site) = edge.op {
        writes = program.call_sites[site].dst;
    }
    edges::writes(program, &edge.op, |write| match write {
        Write::Var(var) => writes = Some(var),
        Write::Place(place) => {
            if let PlaceKind::Var(var) = program.place(place).kind {
                writes = Some(var);
            }
        }
        // Nothing but its name leads to a variable that takes part.
        Write::Behind { .. }
        | Write::Count(_)
        | Write::List(_)
        | Write::Reachable(_)
        | Write::Freed(_)
        | Write::Frame(_)
        | Write::Anything => {}
    });
    Some(Effect { to: edge.to, reads, writes })
}
