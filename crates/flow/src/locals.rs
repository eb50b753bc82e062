//! Which variables may still be read.
//!
//! Temporaries of the front end are dropped where they are read for the last time ([`Deaths`]): memory that only they
//! point to is lost, because the program cannot name them.
//!
//! At loop heads the analysis forgets variables that are written before they are read again: temporaries of the
//! last iteration would otherwise keep lists from being folded and states from covering each other. Only variables
//! whose address is never taken take part.

use argand_cfa::{CallSiteId, EdgeId, FuncId, LocId, Op, PlaceKind, Program, VarId};
use argand_flow::edges::{self, Write};
use argand_flow::liveness::DeadTemps;
use argand_support::{FxHashMap, FxHashSet, IndexVec};

/// Where temporaries are read for the last time.
#[derive(Debug)]
pub struct Deaths {
    temps: DeadTemps,
    /// The edges on which calls return.
    returns: IndexVec<CallSiteId, Option<EdgeId>>,
}

impl Deaths {
    /// Where the temporaries of a program die.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut returns: IndexVec<CallSiteId, Option<EdgeId>> =
            program.call_sites.iter().map(|_| None).collect();
        for (id, edge) in program.edges.iter_enumerated() {
            if let Op::Return(site) = edge.op {
                returns[site] = Some(id);
            }
        }
        Self { temps: DeadTemps::of(program), returns }
    }

    /// The temporaries of the function an edge ends in that nobody reads after it.
    #[must_use]
    pub fn after(&self, edge: EdgeId) -> &[VarId] {
        self.temps.after(edge)
    }

    /// The temporaries of the caller that nobody reads once a call has its arguments.
    #[must_use]
    pub fn at_call(&self, site: CallSiteId) -> &[VarId] {
        self.returns[site].map_or(&[], |back| self.temps.after(back))
    }
}

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
