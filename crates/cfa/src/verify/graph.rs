//! The shape of the automata.

use super::{Subject, Verifier};
use crate::program::{Body, EdgeId, LibFn, LocId, Op};
use argand_support::{Idx as _, IndexVec};

impl Verifier<'_> {
    pub(super) fn graph(&mut self) {
        self.edge_lists();
        self.functions_have_ends();
        self.call_sites();
        for id in self.program.locs.indices() {
            self.out_shape(id);
        }
        for id in self.program.edges.indices() {
            self.edge_ends(id);
        }
    }

    fn edge_lists(&mut self) {
        let program = self.program;
        let (mut left, mut entered) = (vec![false; program.edges.len()], vec![false; program.edges.len()]);
        for (id, loc) in program.locs.iter_enumerated() {
            for &edge in &loc.out {
                let first = !std::mem::replace(&mut left[edge.index()], true);
                let right = first && program.edges[edge].from == id;
                self.check(right, Subject::Loc(id), "lists an edge that does not leave it, or twice");
            }
            for &edge in &loc.into {
                let first = !std::mem::replace(&mut entered[edge.index()], true);
                let right = first && program.edges[edge].to == id;
                self.check(right, Subject::Loc(id), "lists an edge that does not enter it, or twice");
            }
        }
        for (id, (left, entered)) in program.edges.indices().zip(left.into_iter().zip(entered)) {
            self.check(left && entered, Subject::Edge(id), "is not in the lists of its locations");
        }
    }

    fn functions_have_ends(&mut self) {
        let program = self.program;
        for (id, function) in program.functions.iter_enumerated() {
            if let Body::Defined { entry, exit } = function.body {
                let own = program.locs[entry].func == id && program.locs[exit].func == id;
                self.check(own, Subject::Function(id), "its entry or exit belongs to another function");
            }
        }
        for id in [program.start, program.main] {
            let defined = program.functions[id].entry().is_some();
            self.check(defined, Subject::Function(id), "start and main need a body");
        }
        let start = &program.functions[program.start];
        self.check(
            start.params.is_empty(),
            Subject::Function(program.start),
            "the start-up function has parameters",
        );
    }

    fn call_sites(&mut self) {
        let program = self.program;
        let mut counts = IndexVec::filled([0usize; 3], program.call_sites.len());
        for (id, edge) in program.edges.iter_enumerated() {
            let (site, role) = match edge.op {
                Op::Call(site) => (site, 0),
                Op::Return(site) => (site, 1),
                Op::Summary(site) => (site, 2),
                _ => continue,
            };
            counts[site][role] += 1;
            let data = &program.call_sites[site];
            let Body::Defined { entry, exit } = program.functions[data.callee].body else { continue };
            let ends = [(data.call, entry), (exit, data.after), (data.call, data.after)][role];
            self.check(
                (edge.from, edge.to) == ends,
                Subject::Edge(id),
                "does not run where its call site says",
            );
        }
        for (id, site) in program.call_sites.iter_enumerated() {
            let subject = Subject::CallSite(id);
            self.check(counts[id] == [1, 1, 1], subject, "needs one call, one return and one summary edge");
            let defined = program.functions[site.callee].entry().is_some();
            self.check(defined, subject, "calls a function without a body");
            let same = program.locs[site.call].func == program.locs[site.after].func;
            self.check(same, subject, "returns into another function than it was made in");
        }
    }

    fn out_shape(&mut self, id: LocId) {
        let program = self.program;
        let loc = &program.locs[id];
        let ops: Vec<&Op> = loc.out.iter().map(|&e| &program.edges[e].op).collect();
        let function = &program.functions[loc.func];
        if id == program.halt {
            self.check(ops.is_empty(), Subject::Loc(id), "the halting location has an outgoing edge");
        } else if function.exit() == Some(id) {
            let returns = ops.iter().all(|op| matches!(op, Op::Return(_)));
            self.check(returns, Subject::Loc(id), "the exit of a function has an edge that is no return");
        } else {
            let right = match *ops {
                [Op::Call(_) | Op::Summary(_) | Op::Return(_)] => false,
                [_] => true,
                [Op::Assume { cond: a, truth: s }, Op::Assume { cond: b, truth: t }] => a == b && s != t,
                [Op::Call(a), Op::Summary(b)] | [Op::Summary(a), Op::Call(b)] => a == b,
                _ => false,
            };
            let message = if ops.is_empty() {
                "has no outgoing edge and is neither an exit nor the halting location"
            } else {
                "its outgoing edges do not belong together"
            };
            self.check(right, Subject::Loc(id), message);
        }
    }

    fn edge_ends(&mut self, id: EdgeId) {
        let program = self.program;
        let edge = &program.edges[id];
        let subject = Subject::Edge(id);
        let halts = matches!(edge.op, Op::Halt(_));
        self.check(
            halts == (edge.to == program.halt),
            subject,
            "exactly the halt edges lead to the halting location",
        );
        let leaves = halts || matches!(edge.op, Op::Call(_) | Op::Return(_));
        let inside = program.locs[edge.from].func == program.locs[edge.to].func;
        self.check(leaves || inside, subject, "leaves its function");
        let assume = matches!(edge.op, Op::Assume { .. });
        self.check(assume || edge.branch.is_none(), subject, "belongs to a branch and is no assume");
        if let Op::Extern(call) = edge.op
            && let Body::Extern(LibFn::Exit | LibFn::Abort | LibFn::AssertFail | LibFn::Unreachable) =
                self.extern_callee(call).body
        {
            let mut next = program.locs[edge.to].out.iter().map(|&e| &program.edges[e].op);
            let halts = next.len() > 0 && next.all(|op| matches!(op, Op::Halt(_)));
            self.check(halts, subject, "calls a function that never returns, and no halt follows");
        }
    }
}
