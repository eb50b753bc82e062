//! Reads the statements of function bodies and puts locations, edges and calls together.

use super::lex::Tok;
use super::parse::{in_order, numbered};
use super::reader::{Read, Reader, id_number};
use super::words;
use crate::expr::{ExprId, PlaceKind};
use crate::program::{
    Body, BranchRef, CallSite, Edge, EdgeId, ExternCall, ExternId, FuncId, HaltKind, InitEntry, Label, Loc,
    LocId, Op, Program, VarId,
};
use argand_support::{Diagnostic, Span};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The locations that a text mentions, and whose they are.
#[derive(Default)]
pub(super) struct Locations {
    found: BTreeMap<u32, Mention>,
    halt: Option<u32>,
    labels: Vec<Label>,
}

struct Mention {
    func: FuncId,
    /// Whether an edge starts here or the function names it as its own; otherwise an edge only leads here.
    owned: bool,
    span: Span,
}

/// An edge, or the three edges of a call, before everything has its number.
pub(super) struct Pending {
    numbers: [Option<u32>; 3],
    from: LocId,
    to: Target,
    action: Action,
    branch: Option<BranchRef>,
    source: Span,
    span: Span,
}

#[derive(Clone, Copy)]
enum Target {
    Loc(LocId),
    Halt,
}

enum Action {
    Plain(Op),
    Call { callee: FuncId, args: Vec<ExprId>, dst: Option<VarId>, number: Option<u32> },
}

impl Locations {
    fn mention(&mut self, number: u32, func: FuncId, owned: bool, span: Span) -> Read<LocId> {
        let known = self.found.entry(number).or_insert(Mention { func, owned, span });
        if owned && known.owned && known.func != func {
            let message = format!("location L{number} belongs to another function already");
            return Err(Diagnostic::error(message, span));
        }
        if owned && !known.owned {
            *known = Mention { func, owned, span };
        }
        Ok(LocId::new(number))
    }
}

impl Reader<'_> {
    fn loc(&mut self, func: FuncId, locations: &mut Locations, owned: bool) -> Read<LocId> {
        let span = self.here();
        let number = self.id("L", "a location")?;
        locations.mention(number, func, owned, span)
    }

    /// One line of a body that declares no variable.
    pub(super) fn body_line(
        &mut self,
        func: FuncId,
        locations: &mut Locations,
        pending: &mut Vec<Pending>,
        ends: &mut Option<(LocId, LocId)>,
    ) -> Read<()> {
        if self.take_word("entry") {
            let entry = self.loc(func, locations, true)?;
            if !self.take_word("exit") {
                return self.expected("`exit`");
            }
            let exit = self.loc(func, locations, true)?;
            *ends = Some((entry, exit));
        } else if self.take_word("halt") {
            let loc = self.loc(func, locations, true)?;
            if locations.halt.replace(loc.raw()).is_some() {
                return self.error("the program halts at one location only");
            }
        } else if self.take_word("location") {
            self.loc(func, locations, true)?;
        } else if self.take_word("label") {
            let name = self.name()?;
            self.mark(":")?;
            let loc = self.loc(func, locations, false)?;
            locations.labels.push(Label { name, loc });
        } else {
            let edge = self.edge(func, locations)?;
            pending.push(edge);
        }
        self.line_end()
    }

    fn edge(&mut self, func: FuncId, locations: &mut Locations) -> Read<Pending> {
        let span = self.here();
        let numbers = self.edge_numbers()?;
        let from = self.loc(func, locations, true)?;
        self.mark("->")?;
        let to = if self.take_word("halt") {
            Target::Halt
        } else {
            Target::Loc(self.loc(func, locations, false)?)
        };
        self.mark(":")?;
        let mut action = self.action()?;
        if let (Action::Call { callee, number, .. }, Tok::Word(word)) = (&mut action, self.peek(0)) {
            let prefix = match self.program.functions[*callee].body {
                Body::Defined { .. } => "c",
                Body::Extern(_) => "e",
            };
            *number = id_number(word, prefix);
            self.at += usize::from(number.is_some());
        }
        let mut branch = None;
        if matches!((self.peek(0), self.peek(1)), (Tok::Word(_), Tok::Mark("="))) {
            let id = self.branch_id()?;
            self.at += 1;
            let outcome = self.keyword("true, false or open", |word| match word {
                "true" => Some(Some(true)),
                "false" => Some(Some(false)),
                "open" => Some(None),
                _ => None,
            })?;
            branch = Some(BranchRef { branch: id, outcome });
        }
        let source = self.span()?;
        Ok(Pending { numbers, from, to, action, branch, source, span })
    }

    /// `E5:`, or `E5/E8/E9:` for a call whose edges do not follow each other.
    fn edge_numbers(&mut self) -> Read<[Option<u32>; 3]> {
        let mut numbers = [None; 3];
        if !matches!(self.peek(0), Tok::Word(word) if id_number(word, "E").is_some()) {
            return Ok(numbers);
        }
        numbers[0] = Some(self.id("E", "an edge")?);
        if self.take_mark("/") {
            numbers[1] = Some(self.id("E", "an edge")?);
            self.mark("/")?;
            numbers[2] = Some(self.id("E", "an edge")?);
        }
        self.mark(":")?;
        Ok(numbers)
    }

    fn action(&mut self) -> Read<Action> {
        let negated = self.is_mark("!") && matches!(self.peek(1), Tok::Mark("["));
        self.at += usize::from(negated);
        if self.take_mark("[") {
            let cond = self.expr()?;
            self.mark("]")?;
            return Ok(Action::Plain(Op::Assume { cond, truth: !negated }));
        }
        let Tok::Word(word) = *self.peek(0) else { return self.assignment() };
        self.at += 1;
        let op = match word {
            "noop" => Op::Noop,
            "init" => self.init()?,
            "declare" => {
                let var = self.var()?;
                let size = if self.take_word("size") { Some(self.expr()?) } else { None };
                Op::Declare { var, size }
            }
            "dead" => Op::Dead { var: self.var()? },
            "call" => return self.call(None),
            "exit" => Op::Halt(HaltKind::Exit(self.expr()?)),
            "abort" => Op::Halt(HaltKind::Abort),
            "assert_fail" => Op::Halt(HaltKind::AssertFail),
            "unreachable" => Op::Halt(HaltKind::Unreachable),
            "unsupported" => {
                let Tok::Text(reason) = self.peek(0).clone() else {
                    return self.expected("a reason in quotes");
                };
                self.at += 1;
                Op::Unsupported(self.program.names.intern(&reason))
            }
            _ => {
                self.at -= 1;
                return self.assignment();
            }
        };
        Ok(Action::Plain(op))
    }

    fn assignment(&mut self) -> Read<Action> {
        let start = self.here();
        let dst = self.place()?;
        self.mark("=")?;
        if self.take_word("call") {
            return match self.program.place(dst).kind {
                PlaceKind::Var(var) => self.call(Some(var)),
                _ => Err(Diagnostic::error("only a variable can take the result of a call", start)),
            };
        }
        if self.take_word("havoc") {
            let source = self.keyword("where the value comes from", words::nondet::find)?;
            return Ok(Action::Plain(Op::Havoc { dst, source }));
        }
        let src = self.expr()?;
        Ok(Action::Plain(Op::Assign { dst, src }))
    }

    fn init(&mut self) -> Read<Op> {
        let var = self.var()?;
        self.mark("{")?;
        let mut entries = Vec::new();
        while !self.is_mark("}") {
            let place = self.place()?;
            self.mark("=")?;
            let value = self.expr()?;
            entries.push(InitEntry { place, value });
            if !self.take_mark(",") {
                break;
            }
        }
        self.mark("}")?;
        Ok(Op::Init { var, entries: entries.into() })
    }

    fn call(&mut self, dst: Option<VarId>) -> Read<Action> {
        let callee = self.function()?;
        self.mark("(")?;
        let mut args = Vec::new();
        while !self.is_mark(")") {
            args.push(self.expr()?);
            if !self.take_mark(",") {
                break;
            }
        }
        self.mark(")")?;
        Ok(Action::Call { callee, args, dst, number: None })
    }
}

/// Numbers everything and builds locations and edges. A text that names no halting location gets one.
pub(super) fn assemble(
    program: &mut Program,
    mut locations: Locations,
    pending: Vec<Pending>,
    needs_start: bool,
) -> Read<()> {
    let next = u32::try_from(locations.found.len()).unwrap_or(u32::MAX);
    let halt = locations.halt.unwrap_or(next);
    if let Some((&number, mention)) = locations.found.iter().next_back()
        && number >= next
    {
        let message = format!("location L{number} is too large: there are {next} locations");
        return Err(Diagnostic::error(message, mention.span).with_note("numbers leave no gaps"));
    }
    program.halt = LocId::new(halt);
    let owner = if needs_start { program.functions.next_index() } else { program.start };
    locations.found.entry(halt).or_insert(Mention { func: owner, owned: true, span: Span::NONE });
    program.locs = locations
        .found
        .values()
        .map(|m| Loc { func: m.func, out: SmallVec::new(), into: SmallVec::new() })
        .collect();
    program.labels = locations.labels;
    let edges = build_edges(program, pending)?;
    program.edges = edges.into_iter().collect();
    let Program { edges, locs, .. } = program;
    for (id, edge) in edges.iter_enumerated() {
        locs[edge.to].into.push(id);
        if matches!(edge.op, Op::Return(_)) {
            locs[edge.from].out.push(id);
        }
    }
    Ok(())
}

/// Whether an action is a call of a function with a body, which has three edges.
fn is_triple(program: &Program, action: &Action) -> bool {
    match action {
        Action::Call { callee, .. } => program.functions[*callee].entry().is_some(),
        Action::Plain(_) => false,
    }
}

/// Numbers the edges, calls and extern calls; notes what leaves each location in the order of the text.
fn build_edges(program: &mut Program, pending: Vec<Pending>) -> Read<Vec<Edge>> {
    let (mut edges, mut sites, mut externs) = (Vec::new(), Vec::new(), Vec::new());
    for edge in &pending {
        let [first, second, third] = edge.numbers;
        edges.push((first, edge.span));
        match &edge.action {
            Action::Call { number, .. } if is_triple(program, &edge.action) => {
                let after = |n: u32| first.and_then(|f| f.checked_add(n));
                edges.push((second.or(after(1)), edge.span));
                edges.push((third.or(after(2)), edge.span));
                sites.push((*number, edge.span));
            }
            Action::Call { number, .. } => externs.push((*number, edge.span)),
            Action::Plain(_) => {}
        }
        if second.is_some() && !is_triple(program, &edge.action) {
            return Err(Diagnostic::error(
                "only a call of a function with a body has three edges",
                edge.span,
            ));
        }
    }
    let edge_numbers = numbered("edge", &edges)?;
    let site_numbers = numbered("call site", &sites)?;
    let extern_numbers = numbered("extern call", &externs)?;
    let mut next_edge = edge_numbers.iter().map(|&n| EdgeId::new(n));
    let mut next_edge = || next_edge.next().unwrap_or(EdgeId::new(0));
    let (mut built, mut built_sites, mut built_externs) = (Vec::new(), Vec::new(), Vec::new());
    for Pending { from, to, action, branch, source: span, .. } in pending {
        let to = match to {
            Target::Loc(loc) => loc,
            Target::Halt => program.halt,
        };
        let edge = |from, to, op| Edge { from, to, op, span, branch };
        let first = next_edge();
        program.locs[from].out.push(first);
        match action {
            Action::Plain(op) => built.push(edge(from, to, op)),
            Action::Call { callee, args, dst, .. } => match program.functions[callee].body {
                Body::Defined { entry, exit } => {
                    let site = site_numbers.get(built_sites.len()).copied().unwrap_or_default();
                    let site = crate::program::CallSiteId::new(site);
                    let (_, skip) = (next_edge(), next_edge());
                    program.locs[from].out.push(skip);
                    built.push(edge(from, entry, Op::Call(site)));
                    built.push(edge(exit, to, Op::Return(site)));
                    built.push(edge(from, to, Op::Summary(site)));
                    built_sites.push(CallSite { callee, args: args.into(), dst, call: from, after: to });
                }
                Body::Extern(_) => {
                    let id = extern_numbers.get(built_externs.len()).copied().unwrap_or_default();
                    built.push(edge(from, to, Op::Extern(ExternId::new(id))));
                    built_externs.push(ExternCall { callee, args: args.into(), dst });
                }
            },
        }
    }
    program.call_sites = in_order(&site_numbers, built_sites).into_iter().collect();
    program.extern_calls = in_order(&extern_numbers, built_externs).into_iter().collect();
    Ok(in_order(&edge_numbers, built))
}
