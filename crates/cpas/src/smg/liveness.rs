//! Which variables may still be read.
//!
//! Temporaries of the front end are dropped where they are read for the last time ([`Deaths`]): memory that only they
//! point to is lost, because the program cannot name them.
//!
//! At loop heads the analysis forgets variables that are written before they are read again: temporaries of the
//! last iteration would otherwise keep lists from being folded and states from covering each other. Only variables
//! whose address is never taken take part.

use argand_cfa::walk::{self, Node};
use argand_cfa::{CallSiteId, EdgeId, FuncId, LocId, Op, PlaceKind, Program, VarId};
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
