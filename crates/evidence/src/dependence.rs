//! Whether a run depends on a number that was guessed.
//!
//! The result of a library function that is not computed, and what assembly code writes, are guesses: the machine may
//! have another one. A run that takes a guess is evidence all the same where the guess changes nothing on the way to
//! the violation: it decides no branch, is part of no address and no size. What is computed from a guess is followed
//! along the edges that the run took, variable by variable, and through memory by the classes of the points-to
//! analysis, which never forget. A run that this calls independent takes the same edges with every other number.

use argand_cfa::walk::{Node, operands};
use argand_cfa::{
    BinaryOp, BranchKind, EdgeId, ExprId, ExprKind, ExternId, LibFn, NondetSource, Op, Origin, PlaceId,
    PlaceKind, Program, VarId,
};
use argand_flow::pointsto::{Class, PointsTo};
use argand_support::FxHashSet;

/// Whether what a run did may depend on a guess. `edges` are all that it took; `failed` is the one whose operands are
/// what is wrong with the run, if they are.
#[must_use]
pub fn depends_on_guesses(
    program: &Program,
    pointers: &PointsTo,
    edges: &[EdgeId],
    failed: Option<EdgeId>,
) -> bool {
    let mut trace = Trace {
        program,
        pointers,
        depth: 0,
        vars: FxHashSet::default(),
        results: FxHashSet::default(),
        classes: FxHashSet::default(),
        variadic: false,
    };
    // What failed is not done.
    let done = match (edges, failed) {
        ([done @ .., last], Some(failed)) if *last == failed => done,
        _ => edges,
    };
    done.iter().any(|&edge| trace.edge(edge).is_err()) || failed.is_some_and(|edge| trace.reads_guess(edge))
}

/// A guess decides how the run goes on.
struct Decides;

/// What has been computed from guesses so far.
struct Trace<'p> {
    program: &'p Program,
    pointers: &'p PointsTo,
    depth: usize,
    /// Variables that nothing but their name can reach, with the depth of the call they belong to.
    vars: FxHashSet<(usize, VarId)>,
    /// Those of them that hold a guess as it was taken.
    results: FxHashSet<(usize, VarId)>,
    /// Memory behind pointers.
    classes: FxHashSet<Class>,
    /// Whether an argument beyond parameters was guessed.
    variadic: bool,
}

impl Trace<'_> {
    fn edge(&mut self, edge: EdgeId) -> Result<(), Decides> {
        let program = self.program;
        match &program.edges[edge].op {
            Op::Assume { cond, .. } => {
                if self.value(*cond)? && !self.is_promise(edge, *cond) {
                    return Err(Decides);
                }
            }
            Op::Assign { dst, src } => {
                let guessed = self.value(*src)?;
                self.write(*dst, guessed)?;
            }
            Op::Init { var, entries } => {
                self.write_var(*var, false);
                for entry in entries {
                    let guessed = self.value(entry.value)?;
                    self.write(entry.place, guessed)?;
                }
            }
            Op::Havoc { dst, source } => {
                let guessed = matches!(source, NondetSource::Asm | NondetSource::Library);
                self.write(*dst, guessed)?;
            }
            Op::Declare { var, size } => {
                if let Some(size) = size
                    && self.value(*size)?
                {
                    return Err(Decides);
                }
                self.write_var(*var, false);
            }
            Op::Call(site) => {
                let site = &program.call_sites[*site];
                let guessed = self.values(&site.args)?;
                let params = &program.functions[site.callee].params;
                self.variadic |= guessed.iter().skip(params.len()).any(|&g| g);
                self.depth += 1;
                for (&param, guessed) in params.iter().zip(guessed) {
                    self.write_var(param, guessed);
                }
            }
            Op::Return(site) => {
                let site = &program.call_sites[*site];
                let guessed = program.functions[site.callee].ret.is_some_and(|ret| self.var(ret));
                self.depth = self.depth.saturating_sub(1);
                if let Some(dst) = site.dst {
                    self.write_var(dst, guessed);
                }
            }
            Op::Extern(call) => self.library(*call)?,
            Op::Dead { .. } | Op::Noop | Op::Summary(_) | Op::Halt(_) | Op::Unsupported(_) => {}
        }
        Ok(())
    }

    /// Whether something that an edge computes with was computed from a guess.
    fn reads_guess(&self, edge: EdgeId) -> bool {
        let mut found = false;
        operands(self.program, &self.program.edges[edge].op, |node| {
            let guessed = match node {
                Node::Expr(expr) => self.value(expr),
                Node::Place(place) => self.address(place),
            };
            found |= guessed.unwrap_or(true);
        });
        found
    }

    /// Whether a condition is what the model of a library function promises of its results: the real ones have it, too.
    /// A condition that says something about other values may hold of them because of the guess.
    fn is_promise(&self, edge: EdgeId, cond: ExprId) -> bool {
        let (program, edge) = (self.program, &self.program.edges[edge]);
        let in_model = program.functions[program.locs[edge.from].func].origin == Origin::Library;
        let assumption =
            edge.branch.is_some_and(|b| program.branches[b.branch].kind == BranchKind::Assumption);
        in_model && assumption && self.reads_results_alone(cond)
    }

    fn reads_results_alone(&self, expr: ExprId) -> bool {
        match self.program.expr(expr).kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FuncAddr(_) => true,
            ExprKind::Load(place) => match self.program.place(place).kind {
                PlaceKind::Var(var) => self.results.contains(&self.key(var)),
                PlaceKind::Deref(_) | PlaceKind::Field { .. } | PlaceKind::Index { .. } => false,
            },
            ExprKind::AddrOf(_) => false,
            ExprKind::Cast(a) | ExprKind::Unary(_, a) => self.reads_results_alone(a),
            ExprKind::Binary(_, a, b) => self.reads_results_alone(a) && self.reads_results_alone(b),
            ExprKind::Intrinsic(_, args) => args.iter().all(|arg| self.reads_results_alone(arg)),
        }
    }

    /// Whether a value was computed from a guess.
    fn value(&self, expr: ExprId) -> Result<bool, Decides> {
        Ok(match self.program.expr(expr).kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FuncAddr(_) => false,
            ExprKind::Load(place) => {
                if self.address(place)? {
                    return Err(Decides);
                }
                self.content(place)
            }
            ExprKind::AddrOf(place) => {
                if self.address(place)? {
                    return Err(Decides);
                }
                false
            }
            ExprKind::Cast(a) | ExprKind::Unary(_, a) => self.value(a)?,
            ExprKind::Binary(op, a, b) => {
                let guessed = self.value(a)? | self.value(b)?;
                // A division may fail, and so may what is done with pointers.
                let fails = matches!(
                    op,
                    BinaryOp::Div | BinaryOp::Rem | BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff
                );
                if guessed && fails {
                    return Err(Decides);
                }
                guessed
            }
            ExprKind::Intrinsic(_, args) => {
                let mut guessed = false;
                for arg in args.iter() {
                    guessed |= self.value(arg)?;
                }
                guessed
            }
        })
    }

    fn values(&self, exprs: &[ExprId]) -> Result<Vec<bool>, Decides> {
        exprs.iter().map(|&expr| self.value(expr)).collect()
    }

    /// Whether it depends on a guess where a place lies.
    fn address(&self, place: PlaceId) -> Result<bool, Decides> {
        match self.program.place(place).kind {
            PlaceKind::Var(_) => Ok(false),
            PlaceKind::Deref(pointer) => self.value(pointer),
            PlaceKind::Field { base, .. } => self.address(base),
            PlaceKind::Index { base, index } => Ok(self.address(base)? | self.value(index)?),
        }
    }

    /// The variable a place lies in, if nothing but its name can reach it.
    fn own_var(&self, place: PlaceId) -> Option<VarId> {
        match self.program.place(place).kind {
            PlaceKind::Var(var) => (!self.program.vars[var].addressed).then_some(var),
            PlaceKind::Deref(_) => None,
            PlaceKind::Field { base, .. } | PlaceKind::Index { base, .. } => self.own_var(base),
        }
    }

    fn content(&self, place: PlaceId) -> bool {
        match self.own_var(place) {
            Some(var) => self.vars.contains(&self.key(var)),
            None => self.holds(self.pointers.place(self.program, place).class),
        }
    }

    fn var(&self, var: VarId) -> bool {
        if self.program.vars[var].addressed {
            self.holds(self.pointers.var(var))
        } else {
            self.vars.contains(&self.key(var))
        }
    }

    fn holds(&self, class: Class) -> bool {
        self.classes.contains(&self.pointers.find(class))
    }

    /// Static objects are one for all calls.
    fn key(&self, var: VarId) -> (usize, VarId) {
        (if self.program.vars[var].is_static() { 0 } else { self.depth + 1 }, var)
    }

    fn write(&mut self, place: PlaceId, guessed: bool) -> Result<(), Decides> {
        if self.address(place)? {
            return Err(Decides);
        }
        match (self.program.place(place).kind, self.own_var(place)) {
            (PlaceKind::Var(var), _) => self.write_var(var, guessed),
            (_, Some(var)) if guessed => self.write_var(var, true),
            (_, None) if guessed => self.write_class(self.pointers.place(self.program, place).class),
            _ => {}
        }
        Ok(())
    }

    fn write_var(&mut self, var: VarId, guessed: bool) {
        let key = self.key(var);
        self.results.remove(&key);
        match (self.program.vars[var].addressed, guessed) {
            (true, true) => self.write_class(self.pointers.var(var)),
            (true, false) => {}
            (false, true) => drop(self.vars.insert(key)),
            (false, false) => drop(self.vars.remove(&key)),
        }
    }

    fn write_class(&mut self, class: Class) {
        self.classes.insert(self.pointers.find(class));
    }

    fn library(&mut self, id: ExternId) -> Result<(), Decides> {
        let call = &self.program.extern_calls[id];
        let guessed = self.values(&call.args)?;
        let any = guessed.contains(&true);
        let result = match self.program.extern_model(id) {
            LibFn::Open => true,
            // What comes back is an input, whatever was given.
            LibFn::Undefined | LibFn::Nondet => false,
            // Which function is called must not be guessed.
            LibFn::Foreign if guessed.first() != Some(&true) => false,
            LibFn::Printf | LibFn::Fprintf | LibFn::Putchar => {
                self.print(&call.args, &guessed)?;
                any
            }
            LibFn::AssertFail | LibFn::Exit | LibFn::Abort => false,
            LibFn::VaStart | LibFn::VaEnd | LibFn::VaCopy if !any => false,
            LibFn::VaArg if !any => self.variadic,
            LibFn::OpenMemory if !any => {
                self.write_behind(call.args.first());
                false
            }
            LibFn::Memcpy | LibFn::Memmove if !any => {
                if call.args.get(1).is_some_and(|&from| self.leads_to_guess(from)) {
                    self.write_behind(call.args.first());
                }
                false
            }
            LibFn::Malloc
            | LibFn::Calloc
            | LibFn::Alloca
            | LibFn::Free
            | LibFn::Memset
            | LibFn::NondetMemory
            | LibFn::Outside
                if !any =>
            {
                false
            }
            LibFn::Puts
            | LibFn::Fputs
            | LibFn::Sprintf
            | LibFn::Snprintf
            | LibFn::Vprintf
            | LibFn::Vfprintf
            | LibFn::Vsprintf
            | LibFn::Vsnprintf
                if !any && !self.variadic && !call.args.iter().any(|&arg| self.leads_to_guess(arg)) =>
            {
                false
            }
            LibFn::Puts
            | LibFn::Fputs
            | LibFn::Sprintf
            | LibFn::Snprintf
            | LibFn::Vprintf
            | LibFn::Vfprintf
            | LibFn::Vsprintf
            | LibFn::Vsnprintf
            | LibFn::VaStart
            | LibFn::VaEnd
            | LibFn::VaCopy
            | LibFn::VaArg
            | LibFn::OpenMemory
            | LibFn::Memcpy
            | LibFn::Memmove
            | LibFn::Malloc
            | LibFn::Calloc
            | LibFn::Alloca
            | LibFn::Free
            | LibFn::Memset
            | LibFn::NondetMemory
            | LibFn::Outside
            | LibFn::Unreachable
            | LibFn::Foreign
            | LibFn::NullCall
            | LibFn::UnknownCallee => return Err(Decides),
        };
        if let Some(dst) = call.dst {
            self.write_var(dst, result);
            if self.program.extern_model(id) == LibFn::Open && !self.program.vars[dst].addressed {
                self.results.insert(self.key(dst));
            }
        }
        Ok(())
    }

    /// Numbers that are printed go outside, and nothing comes of them but how many characters there are.
    fn print(&mut self, args: &[ExprId], guessed: &[bool]) -> Result<(), Decides> {
        let program = self.program;
        let pointers = || {
            let both = args.iter().zip(guessed);
            both.filter(|&(&arg, _)| program.types.is_pointer(program.expr(arg).ty))
        };
        if pointers().any(|(&arg, &guessed)| guessed || self.leads_to_guess(arg)) {
            return Err(Decides);
        }
        if guessed.contains(&true) {
            pointers().for_each(|(arg, _)| self.write_behind(Some(arg)));
        }
        Ok(())
    }

    fn write_behind(&mut self, pointer: Option<&ExprId>) {
        let cell = pointer.and_then(|&pointer| self.pointers.value(self.program, pointer));
        if let Some(cell) = cell {
            self.write_class(cell.class);
        }
    }

    /// Whether memory behind a pointer was computed from a guess.
    fn leads_to_guess(&self, pointer: ExprId) -> bool {
        let cell = self.pointers.value(self.program, pointer);
        self.pointers.reachable(cell.map(|cell| cell.class)).into_iter().any(|class| self.holds(class))
    }
}
