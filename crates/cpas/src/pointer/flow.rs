//! Points-to sets as a data-flow analysis: what goes into calls and comes back.

use super::PointerCpa;
use super::state::{NEWEST, OLDER, PointerState, Target, Targets};
use super::transfer::forget_addresses;
use argand_cfa::{CallSiteId, EdgeId, FuncId, LibFn, Op, Program, VarId};
use argand_cpa::{Crossing, DataFlow};
use argand_domains::memory::Object;
use argand_flow::callgraph::CallGraph;
use argand_flow::effects::{Effects, Returned};
use argand_support::FxHashMap;
use std::collections::BTreeSet;

/// Which functions may allocate where, themselves or in what they call.
#[derive(Clone, Debug, Default)]
pub(super) struct Allocating {
    /// For each function that allocates, those that may call it.
    callers: FxHashMap<FuncId, BTreeSet<FuncId>>,
}

impl Allocating {
    pub fn of(program: &Program) -> Self {
        let allocates = |model: LibFn| matches!(Effects::of(model).returns, Returned::Object { .. });
        let sites = program
            .edges
            .iter()
            .filter(|edge| matches!(edge.op, Op::Extern(call) if allocates(program.extern_model(call))));
        let functions: BTreeSet<FuncId> = sites.map(|edge| program.locs[edge.from].func).collect();
        let graph = CallGraph::new(program);
        let callers = |function: FuncId| {
            let (mut found, mut work) = (BTreeSet::from([function]), vec![function]);
            while let Some(next) = work.pop() {
                work.extend(graph.callers(next).iter().copied().filter(|&caller| found.insert(caller)));
            }
            found
        };
        Self { callers: functions.into_iter().map(|function| (function, callers(function))).collect() }
    }

    /// Whether a call of a function may allocate at a site.
    fn may_allocate(&self, program: &Program, function: FuncId, site: EdgeId) -> bool {
        let allocating = program.locs[program.edges[site].from].func;
        self.callers.get(&allocating).is_none_or(|callers| callers.contains(&function))
    }
}

const fn outermost(var: VarId) -> Object {
    Object::var(var)
}

/// Gives what is known of an object to another one.
fn rename(state: &mut PointerState, from: Object, to: Object) {
    if from != to {
        state.memory.remove_object(to);
        state.memory.rename_object(from, to);
    }
}

impl PointerCpa {
    fn forget_pointers_to_callee(&self, crossing: &Crossing<'_>, state: &mut PointerState) {
        if self.locals.any_addressed(crossing.callee) {
            forget_addresses(
                state,
                |object| matches!(object, Object::Var { var, .. } if crossing.is_of_callee(var)),
            );
        }
    }

    /// What the caller's own variables pointed to, after a call that may have allocated: the newest object of a site may
    /// be one of the older ones by now.
    fn aged(&self, crossing: &Crossing<'_>, targets: &Targets) -> Option<Targets> {
        let older = |target: Target| match target {
            Target::Object(Object::Heap { site, index: NEWEST }, offset)
                if self.allocating.may_allocate(crossing.program, crossing.callee, site) =>
            {
                Some(Target::Object(Object::Heap { site, index: OLDER }, offset))
            }
            Target::Object(..) | Target::Null | Target::Func(_) => None,
        };
        Targets::of(targets.iter().chain(targets.iter().filter_map(older)))
    }
}

impl DataFlow<PointerState, ()> for PointerCpa {
    fn enter(&self, program: &Program, site: CallSiteId, state: &PointerState) -> PointerState {
        let crossing = Crossing::at(program, &self.recursive, site);
        let mut inside = state.clone();
        let depth = state.frames.depth(crossing.callee);
        if crossing.caller != crossing.callee {
            for &var in self.locals.of_function(crossing.caller) {
                if crossing.stays_behind(var) {
                    inside.memory.remove_object(outermost(var));
                }
            }
        }
        for &var in self.locals.of_function(crossing.callee) {
            let entered = Object::Var { var, depth };
            if crossing.goes_in(var) {
                rename(&mut inside, entered, outermost(var));
            } else {
                inside.memory.remove_object(entered);
                inside.memory.remove_object(outermost(var));
            }
        }
        self.forget_pointers_to_callee(&crossing, &mut inside);
        inside.frames = crossing.frames_inside();
        inside
    }

    fn resume(
        &self,
        program: &Program,
        site: CallSiteId,
        caller: &PointerState,
        end: &PointerState,
    ) -> PointerState {
        let crossing = Crossing::at(program, &self.recursive, site);
        let mut back = end.clone();
        back.frames = crossing.frames_before_return(&caller.frames);
        let depth = back.frames.depth(crossing.callee);
        for &var in self.locals.of_function(crossing.callee) {
            if crossing.comes_out(var) {
                rename(&mut back, outermost(var), Object::Var { var, depth });
            } else {
                back.memory.remove_object(outermost(var));
            }
        }
        self.forget_pointers_to_callee(&crossing, &mut back);
        for &var in self.locals.of_function(crossing.caller) {
            let object = outermost(var);
            if !crossing.stays_behind(var) || !caller.memory.knows(object) {
                continue;
            }
            back.memory.take_object(&caller.memory, object);
            let aged: Vec<_> = back
                .memory
                .cells_of(object)
                .filter_map(|cell| {
                    let aged = self.aged(&crossing, cell.value);
                    (aged.as_ref() != Some(cell.value)).then_some((cell.bit, cell.width, aged))
                })
                .collect();
            for (bit, width, value) in aged {
                back.memory.write(object, bit, width, value);
            }
        }
        back
    }
}
