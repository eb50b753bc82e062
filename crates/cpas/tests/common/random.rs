//! Random programs with branches, loops, calls, recursion and function pointers, and random runs of them.

use argand_cfa::arith::{self, Scalar};
use argand_cfa::{EdgeId, ExprId, ExprKind, LocId, Op, PlaceKind, Program, VarId};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Numbers that decide, and the first choice when they are used up.
pub struct Choices<'c>(pub &'c [u8]);

impl Choices<'_> {
    pub fn next(&mut self, below: u8) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first % below
            }
            None => 0,
        }
    }
}

const EXPRESSIONS: [&str; 12] =
    ["0", "1", "x", "y", "n", "x + 1", "x - y", "n - 1", "x * y", "(int)u", "x & y", "0 - 2147483647"];
const CONDITIONS: [&str; 9] =
    ["x", "x < y", "n > 0", "x == 0", "u == 0u", "y != 1", "!(x < 3)", "(x > y) == 0", "p == @f"];

struct Writer<'c> {
    choices: Choices<'c>,
    text: String,
    next: usize,
}

impl Writer<'_> {
    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    fn edge(&mut self, from: usize, to: usize, op: &str) {
        let _ = writeln!(self.text, "  L{from} -> L{to}: {op}");
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[usize::from(self.choices.next(words.len() as u8))]
    }

    /// Writes statements from one location to another.
    fn block(&mut self, from: usize, to: usize, depth: u32) {
        let mut at = from;
        for _ in 0..self.choices.next(4) {
            let after = self.fresh();
            self.statement(at, after, depth);
            at = after;
        }
        self.edge(at, to, "noop");
    }

    fn statement(&mut self, at: usize, after: usize, depth: u32) {
        let kind = self.choices.next(if depth == 0 { 6 } else { 9 });
        match kind {
            0 | 1 => {
                let var = self.pick(&["x", "y", "n"]);
                let op = format!("{var} = {}", self.pick(&EXPRESSIONS));
                self.edge(at, after, &op);
            }
            2 => {
                let op = format!("{} = havoc Asm", self.pick(&["x", "u", "p", "n"]));
                self.edge(at, after, &op);
            }
            3 => {
                let op = format!("u = (unsigned int)({})", self.pick(&EXPRESSIONS));
                self.edge(at, after, &op);
            }
            4 => {
                let op = format!("p = {}", self.pick(&["@f", "@g", "<int(int)*>0"]));
                self.edge(at, after, &op);
            }
            5 => {
                let (dst, callee) = (self.pick(&["x", "y", "n"]), self.pick(&["f", "g"]));
                let op = format!("{dst} = call {callee}({})", self.pick(&EXPRESSIONS));
                self.edge(at, after, &op);
            }
            6 => {
                let cond = self.pick(&CONDITIONS);
                let inside = self.fresh();
                self.edge(at, inside, &format!("[{cond}]"));
                self.edge(at, after, &format!("![{cond}]"));
                self.block(inside, at, depth - 1);
            }
            _ => {
                let cond = self.pick(&CONDITIONS);
                let (yes, no) = (self.fresh(), self.fresh());
                self.edge(at, yes, &format!("[{cond}]"));
                self.edge(at, no, &format!("![{cond}]"));
                self.block(yes, after, depth - 1);
                self.block(no, after, depth - 1);
            }
        }
    }
}

/// A program that the choices decide.
pub fn structured_program(choices: &[u8]) -> Program {
    let header = "cfa LP64\nstatic int x\nstatic int y\nstatic unsigned int u\nstatic int(int)* p\n";
    let mut writer = Writer { choices: Choices(choices), text: header.to_owned(), next: 0 };
    for name in ["f", "g", "main"] {
        let (entry, exit) = (writer.fresh(), writer.fresh());
        let (signature, param) =
            if name == "main" { ("void", "local int n") } else { ("int", "param int n") };
        let _ = writeln!(writer.text, "func {name}: int({signature}) {{\n  entry L{entry} exit L{exit}");
        let _ = writeln!(writer.text, "  {param}\n  return int r");
        let end = writer.fresh();
        writer.block(entry, end, 2);
        let result = format!("r = {}", writer.pick(&EXPRESSIONS));
        writer.edge(end, exit, &result);
        writer.text.push_str("}\n");
    }
    argand_cfa::testing::program(&writer.text)
}

/// A concrete state on the way: where, with which calls, and the values of static variables.
pub struct Moment {
    pub location: LocId,
    pub stack: Vec<argand_cfa::CallSiteId>,
    pub values: BTreeMap<VarId, i128>,
}

/// Runs a program with choices for what it leaves open, for at most `steps` steps.
pub fn run(program: &Program, choices: &mut Choices<'_>, steps: usize) -> Vec<Moment> {
    let mut machine = Machine {
        program,
        statics: program.vars.indices().filter(|&v| program.vars[v].is_static()).map(|v| (v, 0)).collect(),
        frames: vec![BTreeMap::new()],
    };
    let mut stack = Vec::new();
    let mut location = program.entry();
    let mut moments = Vec::new();
    for _ in 0..steps {
        moments.push(Moment { location, stack: stack.clone(), values: machine.statics.clone() });
        let edge = program.locs[location].out.iter().copied().find(|&e| machine.can_take(e, &stack));
        let Some(edge) = edge else { break };
        match program.edges[edge].op {
            Op::Call(site) => stack.push(site),
            Op::Return(_) => {
                stack.pop();
            }
            _ => {}
        }
        machine.take(edge, choices);
        location = program.edges[edge].to;
    }
    moments
}

struct Machine<'p> {
    program: &'p Program,
    statics: BTreeMap<VarId, i128>,
    frames: Vec<BTreeMap<VarId, i128>>,
}

impl Machine<'_> {
    fn can_take(&self, edge: EdgeId, stack: &[argand_cfa::CallSiteId]) -> bool {
        match self.program.edges[edge].op {
            Op::Assume { cond, truth } => (self.eval(cond) != 0) == truth,
            Op::Return(site) => stack.last() == Some(&site),
            Op::Summary(_) => false,
            _ => true,
        }
    }

    fn get(&self, var: VarId) -> i128 {
        let values =
            if self.program.vars[var].is_static() { Some(&self.statics) } else { self.frames.last() };
        values.and_then(|v| v.get(&var)).copied().unwrap_or(0)
    }

    fn set(&mut self, var: VarId, value: i128) {
        if self.program.vars[var].is_static() {
            self.statics.insert(var, value);
        } else if let Some(frame) = self.frames.last_mut() {
            frame.insert(var, value);
        }
    }

    /// The value of an expression; a function's address is a number of its own.
    fn eval(&self, expr: ExprId) -> i128 {
        let node = self.program.expr(expr);
        let types = &self.program.types;
        let operand = |e: ExprId| Scalar::Int(self.eval(e));
        let ty = |e: ExprId| self.program.expr(e).ty;
        let result = match node.kind {
            ExprKind::Int(i) => return i,
            ExprKind::FuncAddr(func) => return 4096 + i128::from(func.raw()),
            ExprKind::Load(place) => match self.program.place(place).kind {
                PlaceKind::Var(var) => return self.get(var),
                _ => unreachable!("only variables are generated"),
            },
            ExprKind::Unary(op, a) => arith::unary(types, op, ty(a), operand(a)),
            ExprKind::Binary(op, a, b) => arith::binary(types, op, ty(a), operand(a), ty(b), operand(b)),
            ExprKind::Cast(a) => arith::cast(types, ty(a), node.ty, operand(a)),
            _ => None,
        };
        result.and_then(Scalar::as_int).expect("only total operators are generated")
    }

    fn take(&mut self, edge: EdgeId, choices: &mut Choices<'_>) {
        match &self.program.edges[edge].op {
            Op::Assign { dst, src } => {
                let value = self.eval(*src);
                if let PlaceKind::Var(var) = self.program.place(*dst).kind {
                    self.set(var, value);
                }
            }
            Op::Havoc { dst, .. } => {
                if let PlaceKind::Var(var) = self.program.place(*dst).kind {
                    let raw = i128::from(choices.next(7)) - 3;
                    let value = if self.program.types.is_pointer(self.program.vars[var].ty) {
                        if raw > 0 { 4096 + raw } else { 0 }
                    } else {
                        self.program.types.wrap(self.program.vars[var].ty, raw * 715_827_883)
                    };
                    self.set(var, value);
                }
            }
            Op::Call(site) => {
                let site = &self.program.call_sites[*site];
                let args: Vec<_> = site.args.iter().map(|&a| self.eval(a)).collect();
                let params = &self.program.functions[site.callee].params;
                self.frames.push(params.iter().copied().zip(args).collect());
            }
            Op::Return(site) => {
                let site = &self.program.call_sites[*site];
                let function = &self.program.functions[site.callee];
                let result = function.ret.map(|ret| self.get(ret));
                self.frames.pop();
                if let (Some(dst), Some(result)) = (site.dst, result) {
                    self.set(dst, result);
                }
            }
            _ => {}
        }
    }
}
