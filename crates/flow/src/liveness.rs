//! Where temporaries die.
//!
//! The lowering makes a temporary for every call, `&&` and `?:`. Most are read once, but nothing in the program says
//! that they are gone, so that states of an analysis would differ in what nobody can observe any more. An
//! analysis that forgets a temporary on the edges of [`DeadTemps`] loses nothing: no later step reads it before it
//! is written again. Only temporaries are looked at, because the user cannot name them in a specification.

use crate::edges::{self, Write};
use argand_cfa::{CallSiteId, EdgeId, LocId, Op, PlaceKind, Program, Var, VarId, VarKind};
use argand_support::{FxHashSet, IndexVec};

/// For each edge the temporaries that nobody reads after it, though its source or the edge itself knew them.
/// Those of a call are listed at its `Return` edge, where the caller's variables can be named again.
#[derive(Clone, Debug, Default)]
pub struct DeadTemps {
    at: IndexVec<EdgeId, Box<[VarId]>>,
    /// The edges on which calls return.
    returns: IndexVec<CallSiteId, Option<EdgeId>>,
}

/// A step inside one function, calls taken as a whole.
#[derive(Clone, Copy)]
struct Step {
    from: LocId,
    to: LocId,
    /// The edge on which a temporary that dies in this step is dropped. No two steps have the same.
    drop_at: EdgeId,
}

/// What happens to one temporary.
#[derive(Clone, Default)]
struct Life {
    reads: Vec<LocId>,
    /// Steps that write the whole of it, or a part.
    writes: Vec<Step>,
    /// Steps that write the whole of it without reading it.
    kills: FxHashSet<EdgeId>,
}

impl DeadTemps {
    /// Finds where the temporaries of a program die.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let steps = steps(program);
        let lives = lives(program, &steps);
        let mut leaving: IndexVec<LocId, Vec<Step>> = program.locs.iter().map(|_| Vec::new()).collect();
        let mut entering = leaving.clone();
        for (step, _) in &steps {
            leaving[step.from].push(*step);
            entering[step.to].push(*step);
        }
        let mut dead: IndexVec<EdgeId, Vec<VarId>> = program.edges.iter().map(|_| Vec::new()).collect();
        for (var, life) in lives.iter_enumerated() {
            let Some(life) = life else { continue };
            let live = life.live_at(&entering);
            let mut drop_after = |step: &Step| {
                if !live.contains(&step.to) && !dead[step.drop_at].contains(&var) {
                    dead[step.drop_at].push(var);
                }
            };
            // The order of a hash set does not matter: each edge gets the variable once.
            #[allow(clippy::iter_over_hash_type, reason = "the result does not depend on the order")]
            for &loc in &live {
                leaving[loc].iter().for_each(&mut drop_after);
            }
            life.writes.iter().for_each(&mut drop_after);
        }
        let mut returns: IndexVec<CallSiteId, Option<EdgeId>> =
            program.call_sites.iter().map(|_| None).collect();
        for (id, edge) in program.edges.iter_enumerated() {
            if let Op::Return(site) = edge.op {
                returns[site] = Some(id);
            }
        }
        Self { at: dead.iter().map(|list| list.as_slice().into()).collect(), returns }
    }

    /// The temporaries that can be forgotten after an edge.
    #[must_use]
    pub fn after(&self, edge: EdgeId) -> &[VarId] {
        self.at.get(edge).map_or(&[], |list| list)
    }

    /// The temporaries of the caller that nobody reads once a call has its arguments.
    #[must_use]
    pub fn at_call(&self, site: CallSiteId) -> &[VarId] {
        self.returns.get(site).copied().flatten().map_or(&[], |back| self.after(back))
    }
}

impl Life {
    /// The locations from which a read can be reached without a write of the whole.
    fn live_at(&self, entering: &IndexVec<LocId, Vec<Step>>) -> FxHashSet<LocId> {
        let mut live: FxHashSet<LocId> = self.reads.iter().copied().collect();
        let mut work: Vec<LocId> = self.reads.clone();
        while let Some(loc) = work.pop() {
            for step in &entering[loc] {
                if !self.kills.contains(&step.drop_at) && live.insert(step.from) {
                    work.push(step.from);
                }
            }
        }
        live
    }
}

/// The temporaries that may still be read at each location.
#[derive(Clone, Debug, Default)]
pub struct LiveTemps {
    at: FxHashSet<(LocId, VarId)>,
}

impl LiveTemps {
    /// Finds where the temporaries of a program live.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let steps = steps(program);
        let mut entering: IndexVec<LocId, Vec<Step>> = program.locs.iter().map(|_| Vec::new()).collect();
        for (step, _) in &steps {
            entering[step.to].push(*step);
        }
        let mut at = FxHashSet::default();
        for (var, life) in lives(program, &steps).iter_enumerated() {
            if let Some(life) = life {
                at.extend(life.live_at(&entering).into_iter().map(|loc| (loc, var)));
            }
        }
        Self { at }
    }

    /// Whether a temporary may be read after a location before it is written.
    #[must_use]
    pub fn contains(&self, loc: LocId, temporary: VarId) -> bool {
        self.at.contains(&(loc, temporary))
    }
}

/// What happens to each temporary whose address is never taken.
fn lives(program: &Program, steps: &[(Step, &Op)]) -> IndexVec<VarId, Option<Box<Life>>> {
    let is_temporary = |var: &Var| matches!(var.kind, VarKind::Temp) && !var.addressed;
    let mut lives =
        program.vars.iter().map(|var| is_temporary(var).then(|| Box::new(Life::default()))).collect();
    for (step, op) in steps {
        note(program, *step, op, &mut lives);
    }
    lives
}

/// The steps of all functions with what they do.
fn steps(program: &Program) -> Vec<(Step, &Op)> {
    let mut steps = Vec::with_capacity(program.edges.len());
    let mut returns: IndexVec<_, Option<EdgeId>> = program.call_sites.iter().map(|_| None).collect();
    for (id, edge) in program.edges.iter_enumerated() {
        if let Op::Return(site) = edge.op {
            returns[site] = Some(id);
        }
    }
    for (id, edge) in program.edges.iter_enumerated() {
        match edge.op {
            Op::Call(site) => {
                // A call that cannot return leaves nothing to be read.
                if let Some(back) = returns[site] {
                    let to = program.call_sites[site].after;
                    steps.push((Step { from: edge.from, to, drop_at: back }, &edge.op));
                }
            }
            Op::Return(_) | Op::Summary(_) => {}
            Op::Noop
            | Op::Assume { .. }
            | Op::Assign { .. }
            | Op::Init { .. }
            | Op::Havoc { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Extern(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => {
                steps.push((Step { from: edge.from, to: edge.to, drop_at: id }, &edge.op));
            }
        }
    }
    steps
}

/// Takes down what a step does to temporaries. Their addresses are never taken, so that no pointer reaches them.
fn note(program: &Program, step: Step, op: &Op, lives: &mut IndexVec<VarId, Option<Box<Life>>>) {
    let mut written = |var: VarId, whole: bool| {
        if let Some(life) = &mut lives[var] {
            life.writes.push(step);
            if whole {
                life.kills.insert(step.drop_at);
            }
        }
    };
    edges::writes(program, op, |write| match write {
        Write::Var(var) => written(var, true),
        Write::Place(place) => {
            if let Some(var) = program.pool.root_var(place) {
                written(var, matches!(program.place(place).kind, PlaceKind::Var(_)));
            }
        }
        Write::Behind { .. }
        | Write::Count(_)
        | Write::List(_)
        | Write::Reachable(_)
        | Write::Freed(_)
        | Write::Frame(_)
        | Write::Anything => {}
    });
    // A call is one step: it ends with the write of its result.
    if let Op::Call(site) = op {
        program.call_sites[*site].dst.into_iter().for_each(|dst| written(dst, true));
    }
    edges::read_vars(program, op, |var| {
        if let Some(life) = &mut lives[var] {
            life.reads.push(step.from);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use argand_cfa::testing::program;

    /// The temporaries that die on each edge, by name, those of the start-up function aside.
    fn deaths(program: &Program) -> Vec<(u32, String)> {
        let dead = DeadTemps::of(program);
        let edges =
            program.edges.indices().filter(|&e| program.locs[program.edges[e].to].func != program.start);
        edges
            .flat_map(|e| dead.after(e).iter().map(move |&v| (e.raw(), program.var_name(v).to_owned())))
            .collect()
    }

    #[test]
    fn a_temporary_dies_after_its_last_read_on_every_branch() {
        let program = program(
            "cfa LP64\nfunc main: int(void) {\n  entry L0 exit L1\n  return int r\n  temp int t\n  temp int unused\n  \
             L0 -> L2: t = havoc Asm\n  L2 -> L3: [t]\n  L2 -> L4: ![t]\n  L3 -> L4: r = t\n  \
             L4 -> L5: unused = 1\n  L5 -> L1: r = 0\n}\n",
        );
        let expected = [(2, "t"), (3, "t"), (4, "unused")].map(|(e, v)| (e, v.to_owned()));
        assert_eq!(deaths(&program), expected);
    }

    #[test]
    fn a_temporary_that_is_read_in_the_next_round_of_a_loop_lives_on() {
        let program = program(
            "cfa LP64\nfunc main: int(void) {\n  entry L0 exit L1\n  return int r\n  temp int t\n  \
             L0 -> L2: t = 0\n  L2 -> L3: [t]\n  L2 -> L1: ![t]\n  L3 -> L2: t = t + 1\n}\n",
        );
        assert_eq!(deaths(&program), [(2, "t".to_owned())]);
    }

    #[test]
    fn a_temporary_with_the_argument_of_a_call_dies_when_the_call_returns() {
        let program = program(
            "cfa LP64\nfunc f: int(int) {\n  entry L0 exit L1\n  param int a\n  return int r\n  L0 -> L1: r = a\n}\n\
             func main: int(void) {\n  entry L2 exit L3\n  return int s\n  temp int t\n  temp int kept\n  \
             L2 -> L4: t = 1\n  L4 -> L5: kept = 2\n  L5 -> L6: s = call f(t)\n  L6 -> L3: s = kept\n}\n",
        );
        let returning = program.edges.iter_enumerated().find(|(_, e)| matches!(e.op, Op::Return(_)));
        let returning = returning.map(|(id, _)| id.raw()).unwrap();
        assert!(deaths(&program).contains(&(returning, "t".to_owned())), "{:?}", deaths(&program));
        assert!(!deaths(&program).contains(&(returning, "kept".to_owned())));
    }
}
