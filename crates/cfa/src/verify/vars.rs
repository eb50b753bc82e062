//! Variables, functions and who uses whose.

use super::{Subject, Verifier};
use crate::expr::{ExprId, ExprKind, PlaceKind};
use crate::program::{EdgeId, FuncId, LocId, Op, Origin, VarId, VarKind};
use crate::types::{FunctionType, TypeId, TypeKind};
use crate::walk::{self, Node};
use argand_support::{Idx as _, Span};

/// What is known of the nodes that edges use.
struct Marks {
    /// The last function in which each node was looked at: a node is looked at once for each of them.
    exprs: Vec<Option<FuncId>>,
    places: Vec<Option<FuncId>>,
}

impl Marks {
    /// Marks a node for a function: whether it is new there, and whether it is new altogether.
    fn visit(&mut self, node: Node, func: FuncId) -> (bool, bool) {
        let slot = match node {
            Node::Expr(id) => &mut self.exprs[id.index()],
            Node::Place(id) => &mut self.places[id.index()],
        };
        let before = slot.replace(func);
        (before != Some(func), before.is_none())
    }
}

impl Verifier<'_> {
    pub(super) fn vars_and_functions(&mut self) {
        let program = self.program;
        let files = program.sources.files().count();
        let known = |span: Span| span.is_none() || span.file.index() < files;
        for id in program.vars.indices() {
            self.var(id);
            self.check(known(program.vars[id].span), Subject::Var(id), "its span names no file");
        }
        for id in program.functions.indices() {
            self.function(id);
            self.check(known(program.functions[id].span), Subject::Function(id), "its span names no file");
        }
        for (id, edge) in program.edges.iter_enumerated() {
            let branch = edge.branch.map(|b| program.branches[b.branch]);
            let spans = branch.is_none_or(|b| known(b.keyword) && known(b.condition));
            self.check(known(edge.span) && spans, Subject::Edge(id), "its span names no file");
        }
    }

    fn var(&mut self, id: VarId) {
        let program = self.program;
        let var = &program.vars[id];
        let subject = Subject::Var(id);
        let owner = var.func.map(|f| &program.functions[f]);
        let listed = match var.kind {
            VarKind::Param => owner.is_some_and(|f| f.params.iter().filter(|&&p| p == id).count() == 1),
            VarKind::Return => owner.is_some_and(|f| f.ret == Some(id)),
            VarKind::Local | VarKind::Temp => owner.is_some_and(|f| f.entry().is_some()),
            VarKind::Static | VarKind::StringLiteral | VarKind::Label => true,
        };
        self.check(listed, subject, "does not belong to a function as its kind demands");
        let object = match program.types.kind(var.ty) {
            TypeKind::Function(_) => false,
            TypeKind::Void => var.kind == VarKind::Label,
            _ => true,
        };
        self.check(object, subject, "its type is none of an object");
        self.check(var.align.is_none_or(u64::is_power_of_two), subject, "its alignment is no power of two");
        let temp = var.kind == VarKind::Temp && var.addressed;
        self.check(!temp, subject, "is a temporary whose address is taken");
    }

    fn function_type(&self, func: FuncId) -> Option<&FunctionType> {
        match self.program.types.kind(self.program.functions[func].ty) {
            TypeKind::Function(ty) => Some(ty),
            _ => None,
        }
    }

    fn function(&mut self, id: FuncId) {
        let program = self.program;
        let subject = Subject::Function(id);
        let function = &program.functions[id];
        let Some(ty) = self.function_type(id).cloned() else {
            self.report(subject, "its type is no function type");
            return;
        };
        if function.entry().is_none() {
            let bare = function.params.is_empty() && function.ret.is_none();
            self.check(bare, subject, "has variables and no body");
            return;
        }
        for &param in &function.params {
            let var = &program.vars[param];
            let own = var.kind == VarKind::Param && var.func == Some(id);
            self.check(own, subject, "lists a parameter that is not its own");
        }
        let types: Vec<TypeId> = function.params.iter().map(|&p| program.vars[p].ty).collect();
        self.check(
            !ty.prototyped || *types == *ty.params,
            subject,
            "its parameters do not have the types of its prototype",
        );
        match function.ret {
            Some(ret) => {
                let var = &program.vars[ret];
                let own = var.kind == VarKind::Return && var.func == Some(id) && var.ty == ty.ret;
                self.check(
                    own,
                    subject,
                    "its return variable is not its own or has another type than it returns",
                );
            }
            None => self.check(
                matches!(program.types.kind(ty.ret), TypeKind::Void),
                subject,
                "returns a value and has no return variable",
            ),
        }
    }

    /// Checks what edges do, function by function, and every expression and place they use once.
    pub(super) fn operations(&mut self) {
        let program = self.program;
        let mut marks =
            Marks { exprs: vec![None; program.pool.len()], places: vec![None; program.pool.place_count()] };
        let mut locs: Vec<LocId> = program.locs.indices().collect();
        locs.sort_by_key(|&l| program.locs[l].func);
        let mut work = Vec::new();
        for loc in locs {
            let func = program.locs[loc].func;
            for &edge in &program.locs[loc].out {
                walk::operands(program, &program.edges[edge].op, |node| work.push(node));
                while let Some(node) = work.pop() {
                    let (new_here, new) = marks.visit(node, func);
                    if new {
                        self.node(edge, node);
                        self.address(edge, node);
                    }
                    if new_here {
                        if let Node::Place(place) = node
                            && let PlaceKind::Var(var) = program.place(place).kind
                        {
                            self.uses(edge, func, var);
                        }
                        walk::parts(program, node, |part| work.push(part));
                    }
                }
                self.written_types(edge);
                self.operation(edge, func);
            }
        }
    }

    fn uses(&mut self, edge: EdgeId, func: FuncId, id: VarId) {
        let var = &self.program.vars[id];
        if !var.is_static() && var.func != Some(func) {
            let name = self.program.var_name(id);
            self.report(Subject::Edge(edge), format!("uses `{name}`, which belongs to another function"));
        }
    }

    fn address(&mut self, edge: EdgeId, node: Node) {
        let program = self.program;
        let Node::Expr(id) = node else { return };
        let missing = match program.expr(id).kind {
            ExprKind::AddrOf(place) => {
                program.pool.root_var(place).is_some_and(|v| !program.vars[v].addressed)
            }
            ExprKind::FuncAddr(func) => !program.functions[func].addressed,
            _ => false,
        };
        self.check(
            !missing,
            Subject::Edge(edge),
            "takes an address of something that is not marked as addressed",
        );
    }

    /// What the operation of an edge demands beyond the types of its expressions.
    fn operation(&mut self, id: EdgeId, func: FuncId) {
        let program = self.program;
        let subject = Subject::Edge(id);
        match &program.edges[id].op {
            Op::Declare { var, size } => {
                let local = program.vars[*var].kind == VarKind::Local;
                self.check(local, subject, "declares a variable that is no local");
                let fixed = program.types.size_of(program.vars[*var].ty).is_some();
                self.check(
                    fixed != size.is_some(),
                    subject,
                    "a declaration has a size exactly if the type has none",
                );
                self.uses(id, func, *var);
            }
            Op::Dead { var } => {
                let local = program.vars[*var].kind == VarKind::Local;
                self.check(local, subject, "ends the life of a variable that is no local");
                self.uses(id, func, *var);
            }
            Op::Init { var, .. } => self.uses(id, func, *var),
            Op::Call(site) => {
                let site = &program.call_sites[*site];
                let callee = &program.functions[site.callee];
                let params: Vec<TypeId> = callee.params.iter().map(|&p| program.vars[p].ty).collect();
                let open = self.function_type(site.callee).is_none_or(|t| t.variadic || !t.prototyped);
                self.arguments(id, &site.args, &params, open);
                let returned = callee.ret.map(|r| program.vars[r].ty);
                self.destination(id, func, site.dst, returned);
            }
            Op::Extern(call) => {
                let callee = self.extern_callee(*call);
                if callee.entry().is_some() {
                    self.report(subject, "calls a function with a body as one without");
                    return;
                }
                let generic = callee.origin == Origin::Library;
                let call = &program.extern_calls[*call];
                let returned = if generic {
                    call.dst.map(|d| program.vars[d].ty)
                } else {
                    self.function_type(call.callee).map(|t| t.ret)
                };
                self.destination(id, func, call.dst, returned);
            }
            _ => {}
        }
    }

    fn arguments(&mut self, edge: EdgeId, args: &[ExprId], params: &[TypeId], open: bool) {
        let program = self.program;
        let subject = Subject::Edge(edge);
        let count = args.len() == params.len() || (open && args.len() > params.len());
        self.check(count, subject, "the number of arguments is not that of the parameters");
        let types = args.iter().zip(params).all(|(&a, &p)| program.expr(a).ty == p);
        self.check(types, subject, "an argument does not have the type of its parameter");
    }

    fn destination(&mut self, edge: EdgeId, func: FuncId, dst: Option<VarId>, returned: Option<TypeId>) {
        let Some(dst) = dst else { return };
        self.uses(edge, func, dst);
        let fits = returned == Some(self.program.vars[dst].ty);
        self.check(fits, Subject::Edge(edge), "the result goes into a variable of another type");
    }
}
