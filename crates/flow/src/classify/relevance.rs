//! Relevance: whose value flows into a condition.
//!
//! Memory that pointers reach is one cell together with all variables whose address is taken, so that no
//! flow through a pointer is missed.

use argand_cfa::walk::{self, Node};
use argand_cfa::{BinaryOp, ExprKind, Op, PlaceId, PlaceKind, Program, VarId};
use argand_support::{FxHashSet, Idx as _, IndexVec};

/// Which variables are relevant to some condition.
pub(super) fn find(program: &Program) -> IndexVec<VarId, bool> {
    let mut flow = Flow::new(program);
    for edge in &program.edges {
        flow.edge(&edge.op);
    }
    flow.relevant()
}

/// Which variables may have a say in where a run goes and whether it goes on: those whose values flow into a condition, an
/// address, a divisor, the length of an array or an argument of a library function. All others change nothing but themselves.
#[must_use]
pub fn deciding(program: &Program) -> IndexVec<VarId, bool> {
    let mut flow = Flow::new(program);
    for edge in &program.edges {
        flow.edge(&edge.op);
        flow.uses(&edge.op);
    }
    flow.relevant()
}

/// The cell of a variable: its own, or the one of all memory.
fn flow_cell(program: &Program, var: VarId) -> usize {
    if program.vars[var].addressed { program.vars.len() } else { var.index() }
}

struct Flow<'p> {
    program: &'p Program,
    /// For each cell the cells whose values flow into it.
    into: Vec<Vec<u32>>,
    conditions: Vec<u32>,
}

impl<'p> Flow<'p> {
    fn new(program: &'p Program) -> Self {
        Self { program, into: vec![Vec::new(); program.vars.len() + 1], conditions: Vec::new() }
    }

    /// What an operation uses for more than for a value.
    fn uses(&mut self, op: &Op) {
        let program = self.program;
        let mut used = Vec::new();
        match op {
            Op::Extern(call) => {
                used.extend(program.extern_calls[*call].args.iter().map(|&arg| (Node::Expr(arg), true)));
            }
            // An array has a length, or there is an error.
            Op::Declare { size, .. } => used.extend(size.map(|size| (Node::Expr(size), true))),
            Op::Noop
            | Op::Assume { .. }
            | Op::Assign { .. }
            | Op::Init { .. }
            | Op::Havoc { .. }
            | Op::Dead { .. }
            | Op::Call(_)
            | Op::Return(_)
            | Op::Summary(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => {}
        }
        let mut work = Vec::new();
        walk::operands(program, op, |node| work.push(node));
        let mut seen = FxHashSet::default();
        while let Some(node) = work.pop() {
            if !seen.insert(node) {
                continue;
            }
            match node {
                Node::Expr(id) => {
                    if let ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor) = program.expr(id).kind
                    {
                        used.push((Node::Expr(divisor), true));
                    }
                }
                Node::Place(id) => match program.place(id).kind {
                    PlaceKind::Deref(address) => used.push((Node::Expr(address), true)),
                    PlaceKind::Index { index, .. } => used.push((Node::Expr(index), true)),
                    PlaceKind::Var(_) | PlaceKind::Field { .. } => {}
                },
            }
            walk::parts(program, node, |part| work.push(part));
        }
        let read = self.reads(&used);
        self.conditions.extend(read);
    }

    fn memory(&self) -> usize {
        self.program.vars.len()
    }

    fn edge(&mut self, op: &Op) {
        let program = self.program;
        match op {
            Op::Assume { cond, .. } => {
                let read = self.reads(&[(Node::Expr(*cond), true)]);
                self.conditions.extend(read);
            }
            Op::Assign { dst, src } => self.assign(*dst, Node::Expr(*src)),
            Op::Init { entries, .. } => {
                for entry in entries {
                    self.assign(entry.place, Node::Expr(entry.value));
                }
            }
            Op::Call(site) => {
                let site = &program.call_sites[*site];
                let callee = &program.functions[site.callee];
                for (i, &arg) in site.args.iter().enumerate() {
                    // Arguments beyond the parameters are read through a list of arguments, from memory.
                    let cell = callee.params.get(i).map_or(self.memory(), |&p| flow_cell(program, p));
                    let read = self.reads(&[(Node::Expr(arg), true)]);
                    self.into[cell].extend(read);
                }
                if let (Some(dst), Some(ret)) = (site.dst, callee.ret) {
                    let from = flow_cell(program, ret) as u32;
                    self.into[flow_cell(program, dst)].push(from);
                }
            }
            Op::Extern(call) => {
                let call = &program.extern_calls[*call];
                let args: Vec<_> = call.args.iter().map(|&a| (Node::Expr(a), true)).collect();
                let read = self.reads(&args);
                // What library functions write, they write through their arguments.
                let memory = self.memory();
                self.into[memory].extend(&read);
                if let Some(dst) = call.dst {
                    let cell = flow_cell(program, dst);
                    self.into[cell].extend(read);
                    // So do they read; one without arguments reads nothing.
                    self.into[cell].extend((!call.args.is_empty()).then_some(memory as u32));
                }
            }
            // What these write comes from no variable; what calls return is written where they are made.
            Op::Noop
            | Op::Havoc { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Return(_)
            | Op::Summary(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => {}
        }
    }

    fn assign(&mut self, dst: PlaceId, src: Node) {
        let program = self.program;
        let root = program.pool.root_var(dst);
        let cell = root.map_or(self.memory(), |var| flow_cell(program, var));
        let read = self.reads(&[(src, true), (Node::Place(dst), false)]);
        self.into[cell].extend(read);
    }

    /// The cells that are read. A place that is not read itself still reads its indices and pointers.
    fn reads(&self, roots: &[(Node, bool)]) -> Vec<u32> {
        let program = self.program;
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = roots.to_vec();
        while let Some((node, read)) = work.pop() {
            if !seen.insert((node, read)) {
                continue;
            }
            match node {
                Node::Expr(id) => match program.expr(id).kind {
                    ExprKind::AddrOf(place) => work.push((Node::Place(place), false)),
                    _ => walk::parts(program, node, |part| work.push((part, true))),
                },
                Node::Place(id) => match program.place(id).kind {
                    PlaceKind::Var(var) => {
                        if read {
                            found.push(flow_cell(program, var) as u32);
                        }
                    }
                    PlaceKind::Deref(pointer) => {
                        if read {
                            found.push(self.memory() as u32);
                        }
                        work.push((Node::Expr(pointer), true));
                    }
                    PlaceKind::Field { base, .. } => work.push((Node::Place(base), read)),
                    PlaceKind::Index { base, index } => {
                        work.push((Node::Place(base), read));
                        work.push((Node::Expr(index), true));
                    }
                },
            }
        }
        found
    }

    fn relevant(&self) -> IndexVec<VarId, bool> {
        let relevant = self.close();
        self.program.vars.indices().map(|var| relevant[flow_cell(self.program, var)]).collect()
    }

    /// Everything that reaches a condition.
    fn close(&self) -> Vec<bool> {
        let mut relevant = vec![false; self.into.len()];
        let mut work = self.conditions.clone();
        while let Some(cell) = work.pop() {
            if !std::mem::replace(&mut relevant[cell as usize], true) {
                work.extend(&self.into[cell as usize]);
            }
        }
        relevant
    }
}
