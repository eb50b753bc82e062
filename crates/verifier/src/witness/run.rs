//! What a violating run does, as events of a witness.
//!
//! The run is executed once more with its inputs. Branches are told by the construct of the source they belong to, and
//! only where they decide its whole condition. A value that came from outside is told by the variable that took it,
//! before the next statement of the same function; one that no variable took, by what the call returned. A run without an
//! end is told up to the state that it comes back to, and then one round.

use super::source::{Start, question_mark, statement_start};
use argand_cfa::arith::Scalar;
use argand_cfa::{
    BranchId, BranchKind, EdgeId, ExprId, ExprKind, FuncId, LibFn, LocId, Op, Origin, PlaceId, PlaceKind,
    Program, VarId, VarKind,
};
use argand_evidence::Confirmed;
use argand_exec::{Config, End, ErrorKind, Input, InputKind, Interpreter, ListInput, Observer, StateView};
use argand_support::{FileId, FxHashSet, Span};
use argand_witness::{Event, Location, Taken};

/// Branches of longer runs are left out: the values lead along the same way.
const MAX_BRANCHES: usize = 3000;
/// How many edges behind a call its result is looked for.
const MAX_FORWARD: usize = 8;

/// What a value is told of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Var(VarId),
    Place(PlaceId),
}

/// A function that is running.
#[derive(Default)]
struct Frame {
    /// What is to be told before the next statement, with the line after which it holds.
    pending: Vec<(Told, u32)>,
    /// Where the statement begins that runs.
    statement: Option<(u32, u32)>,
}

/// Writes down what happens.
struct Recorder<'p> {
    program: &'p Program,
    events: Vec<Event>,
    frames: Vec<Frame>,
    /// Edges that put an input into a variable.
    awaited: Vec<(EdgeId, PlaceId)>,
    /// The `switch` that is being decided: where the last test led, and the value.
    switch: Option<(BranchId, bool, Option<i128>)>,
    branches: usize,
    /// Where the rounds of loops begin.
    heads: FxHashSet<LocId>,
    /// The last place of the user's code.
    last: Option<(FuncId, Span)>,
    /// Of a run without an end: how many edges it takes before its cycle.
    cycle_from: Option<u64>,
    /// How many events there are before the cycle, once the run is in it.
    stem: Option<usize>,
    /// The first statement that begins in the cycle.
    first_in_cycle: Option<Location>,
    /// All inputs.
    inputs: &'p [Input],
    /// How many of them were asked for.
    asked: usize,
}

/// The events of a confirmed violation.
#[must_use]
pub fn events(program: &Program, confirmed: &Confirmed, targets: &[String]) -> Vec<Event> {
    let inputs: Vec<Scalar> = confirmed.outcome.inputs_used.iter().map(|input| input.value).collect();
    let config = Config {
        inputs: Box::new(ListInput::new(inputs)),
        targets: targets.to_vec(),
        policy: confirmed.policy,
        step_limit: confirmed.outcome.steps,
        ..Config::default()
    };
    let mut recorder = Recorder {
        program,
        events: Vec::new(),
        frames: vec![Frame::default()],
        awaited: Vec::new(),
        switch: None,
        branches: 0,
        heads: loop_heads(program),
        last: None,
        cycle_from: confirmed.outcome.cycle_from,
        stem: None,
        first_in_cycle: None,
        inputs: &confirmed.outcome.inputs_used,
        asked: 0,
    };
    // The run is cut where the violation was seen, which is what its own outcome tells.
    let _ = Interpreter::new(program, config).run_observed(&mut recorder);
    recorder.end_switch();
    let cycle = recorder.cycle(confirmed);
    if recorder.branches > MAX_BRANCHES {
        recorder.events.retain(is_told);
    }
    let end = cycle.unwrap_or_else(|| target(program, confirmed, recorder.last).into_iter().collect());
    recorder.events.extend(end);
    recorder.events
}

/// Where the rounds of the loops of the source begin, and with them every statement anew.
#[must_use]
pub fn loop_heads(program: &Program) -> FxHashSet<LocId> {
    program.loops.iter().map(|statement| statement.head).collect()
}

/// Whether an event is told of a run with too many branches.
const fn is_told(event: &Event) -> bool {
    !matches!(event, Event::Branch { .. })
}

/// The place of the user's code that violates the property; none for what is only missing when the program ends.
fn violating_place(confirmed: &Confirmed) -> Option<(FuncId, Span)> {
    match &confirmed.outcome.end {
        End::Error(finding) if finding.kind != ErrorKind::Leak => {
            let func = finding.stack.first().map(|entry| entry.func);
            func.filter(|_| !finding.span.is_none()).map(|func| (func, finding.span))
        }
        _ => None,
    }
}

/// The beginning of the statement that violates the property, likewise.
#[must_use]
pub fn violating_statement(program: &Program, confirmed: &Confirmed) -> Option<(FileId, u32, u32)> {
    let (_, span) = violating_place(confirmed)?;
    let start = statement_start(&program.sources, span);
    Some((span.file, start.line, start.column))
}

/// Where the violation is: the statement that does it, or where the program ends for what is missing then.
fn target(program: &Program, confirmed: &Confirmed, last: Option<(FuncId, Span)>) -> Option<Event> {
    let (func, span) = violating_place(confirmed).or(last)?;
    let start = statement_start(&program.sources, span);
    Some(Event::Target { statement: location(program, func, span, start), line: span.line })
}

/// A place in the words of witnesses. The column is left out where the statement is the first of its line.
fn location(program: &Program, func: FuncId, span: Span, start: Start) -> Location {
    let line = program.sources.line_text(span.file, start.line).unwrap_or("");
    let before = line.get(..(start.column as usize).saturating_sub(1)).unwrap_or("");
    Location {
        file: program.sources.name(span.file).to_owned(),
        line: start.line,
        column: (!before.trim().is_empty() || line.is_empty()).then_some(start.column),
        function: Some(program.func_name(func).to_owned()),
    }
}

/// A number as a constant of C; `None` if there is none for it.
pub(super) fn constant(program: &Program, ty: argand_cfa::TypeId, value: Scalar) -> Option<String> {
    match value {
        Scalar::Int(0) => Some("0".to_owned()),
        Scalar::Int(_) if program.types.is_pointer(ty) => None,
        Scalar::Int(number) if i64::try_from(number).is_ok() => Some(number.to_string()),
        Scalar::Int(number) => u64::try_from(number).ok().map(|number| format!("{number}U")),
        Scalar::Float(_) => {
            let text = crate::counterexample::value_text(program, ty, value);
            let finite = text.bytes().all(|b| b.is_ascii_digit() || b"+-.e".contains(&b));
            finite.then_some(text)
        }
    }
}

impl Recorder<'_> {
    fn user_function(&self, edge: EdgeId) -> Option<FuncId> {
        let func = self.program.locs[self.program.edges[edge].from].func;
        (self.program.functions[func].origin == Origin::User).then_some(func)
    }

    /// Takes the events of the cycle of a run without an end, with its beginning, from the others. A round in which nothing
    /// is told is one that begins its first statement, or one of a loop with an empty body.
    fn cycle(&mut self, confirmed: &Confirmed) -> Option<Vec<Event>> {
        self.cycle_from?;
        let program = self.program;
        let (func, span) = violating_place(confirmed).or(self.last)?;
        let is_loop = program.loops.iter().any(|statement| statement.keyword == span);
        let head = location(program, func, span, statement_start(&program.sources, span));
        let mut round = self.events.split_off(self.stem.unwrap_or(self.events.len()));
        if self.branches > MAX_BRANCHES {
            round.retain(is_told);
        }
        if round.is_empty() {
            let line = head.line;
            round.push(match self.first_in_cycle.take() {
                Some(before) => Event::Value { assigned_line: line, before, condition: "1".to_owned() },
                None => {
                    let keyword = Location { column: Some(span.column), ..head.clone() };
                    Event::Branch { keyword, condition_line: line, taken: Taken::Truth(true) }
                }
            });
        }
        round.insert(0, Event::Cycle { head, is_loop });
        Some(round)
    }

    fn frame(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Tells the values that wait for the next statement.
    fn begin_statement(&mut self, view: &mut StateView<'_, '_>, func: FuncId, span: Span) {
        let program = self.program;
        let start = statement_start(&program.sources, span);
        let at = (start.line, start.column);
        let Some(frame) = self.frame() else { return };
        if start.in_header || frame.statement == Some(at) {
            return;
        }
        frame.statement = Some(at);
        if self.stem.is_some() && self.first_in_cycle.is_none() {
            self.first_in_cycle = Some(location(program, func, span, start));
        }
        let Some(frame) = self.frame() else { return };
        let pending = std::mem::take(&mut frame.pending);
        let mut conditions: Vec<String> = Vec::new();
        let assigned_line = pending.last().map_or(start.line, |(_, line)| *line);
        for (told, _) in pending {
            let (name, ty, value) = match told {
                Told::Var(var) => {
                    (program.var_name(var).to_owned(), program.vars[var].ty, view.read_var(var))
                }
                Told::Place(place) => {
                    (program.place_text(place), program.place(place).ty, view.read_place(place))
                }
            };
            let text = value.and_then(|value| constant(program, ty, value));
            if let Some(condition) = text.map(|text| format!("{name} == {text}"))
                && !conditions.contains(&condition)
            {
                conditions.push(condition);
            }
        }
        if !conditions.is_empty() {
            let before = location(program, func, span, start);
            self.events.push(Event::Value { assigned_line, before, condition: conditions.join(" && ") });
        }
    }

    /// Whether a place is one that a witness can name: a variable of the source, or a part of one at a fixed place.
    fn is_named(&self, place: PlaceId) -> bool {
        let node = self.program.place(place);
        let constant = |index: ExprId| matches!(self.program.expr(index).kind, ExprKind::Int(_));
        self.program.types.is_scalar(node.ty) && {
            let mut at = node.kind;
            loop {
                match at {
                    PlaceKind::Var(var) => {
                        let kind = self.program.vars[var].kind;
                        break matches!(kind, VarKind::Static | VarKind::Param | VarKind::Local);
                    }
                    PlaceKind::Field { base, .. } => at = self.program.place(base).kind,
                    PlaceKind::Index { base, index } if constant(index) => at = self.program.place(base).kind,
                    PlaceKind::Index { .. } | PlaceKind::Deref(_) => break false,
                }
            }
        }
    }

    /// An input that a call gave: told by the variable that takes it, or as the result.
    fn input(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId, func: FuncId, dst: VarId) {
        let program = self.program;
        let data = &program.edges[edge];
        if program.vars[dst].kind != VarKind::Temp && program.vars[dst].kind != VarKind::Return {
            if let Some(frame) = self.frame() {
                frame.pending.push((Told::Var(dst), data.span.line));
            }
            return;
        }
        if let Some((later, place)) = taken_by(program, data.to, dst)
            && self.is_named(place)
        {
            self.awaited.push((later, place));
            return;
        }
        let Some(value) = view.read_var(dst) else { return };
        let Some(value) = constant(program, program.vars[dst].ty, value) else { return };
        let Op::Extern(call) = data.op else { return };
        let span = data.span;
        let closing = Location {
            file: program.sources.name(span.file).to_owned(),
            line: span.end_line,
            column: Some(span.end_column.saturating_sub(1).max(1)),
            function: Some(program.func_name(func).to_owned()),
        };
        let function = program.func_name(program.extern_calls[call].callee).to_owned();
        self.events.push(Event::Result { closing, call_line: span.line, function, value });
    }

    /// Variables that were read before they were written, and whose values are inputs therefore.
    fn uninitialised(&mut self, func: FuncId, asked: usize, before: usize, line: u32) {
        for input in self.inputs.get(before..asked).unwrap_or_default() {
            if input.kind != InputKind::Uninitialised {
                continue;
            }
            let program = self.program;
            let named = |var: &VarId| {
                let data = &program.vars[*var];
                data.func == Some(func) && data.kind == VarKind::Local && program.var_name(*var) == input.name
            };
            let found: Vec<VarId> = program.vars.indices().filter(named).collect();
            if let ([var], Some(frame)) = (&found[..], self.frames.last_mut()) {
                frame.pending.push((Told::Var(*var), line));
            }
        }
    }

    fn end_switch(&mut self) {
        let Some((branch, hit, value)) = self.switch.take() else { return };
        let taken = Taken::Case(value.filter(|_| hit));
        self.branch(branch, taken, None);
    }

    fn branch(&mut self, id: BranchId, taken: Taken, func: Option<FuncId>) {
        let program = self.program;
        let branch = program.branches[id];
        let (line, column) = match branch.kind {
            BranchKind::Conditional => match question_mark(&program.sources, branch.condition) {
                Some(place) => place,
                None => return,
            },
            BranchKind::If
            | BranchKind::While
            | BranchKind::DoWhile
            | BranchKind::For
            | BranchKind::Switch => (branch.keyword.line, branch.keyword.column),
            // No statement of the source: a value, a call through a pointer, an assumption.
            BranchKind::Logical | BranchKind::Dispatch | BranchKind::Assumption => return,
        };
        let keyword = Location {
            file: program.sources.name(branch.keyword.file).to_owned(),
            line,
            column: Some(column),
            function: func.or(self.last.map(|(func, _)| func)).map(|f| program.func_name(f).to_owned()),
        };
        self.branches += 1;
        self.events.push(Event::Branch { keyword, condition_line: branch.condition.line, taken });
    }

    fn assumed(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId, func: FuncId) {
        let program = self.program;
        let data = &program.edges[edge];
        let (Some(reference), Op::Assume { cond, truth }) = (data.branch, &data.op) else { return };
        let kind = program.branches[reference.branch].kind;
        if kind == BranchKind::Switch {
            let value = match program.expr(*cond).kind {
                ExprKind::Binary(_, operand, _) => view.eval(operand).and_then(Scalar::as_int),
                _ => None,
            };
            self.switch = Some((reference.branch, *truth, value));
        } else if let Some(outcome) = reference.outcome {
            self.branch(reference.branch, Taken::Truth(outcome), Some(func));
        }
    }
}

/// The edge right behind a call that puts its result into a place, and the place.
fn taken_by(program: &Program, mut at: LocId, result: VarId) -> Option<(EdgeId, PlaceId)> {
    for _ in 0..MAX_FORWARD {
        let [next] = program.locs[at].out[..] else { return None };
        let edge = &program.edges[next];
        match &edge.op {
            Op::Assign { dst, src } if is_just(program, *src, result) => return Some((next, *dst)),
            Op::Init { var, entries } => {
                let entry = entries.iter().find(|entry| is_just(program, entry.value, result))?;
                let whole = program.vars[*var].kind;
                return (whole != VarKind::Temp).then_some((next, entry.place));
            }
            Op::Noop | Op::Declare { .. } | Op::Assign { .. } => {}
            _ => return None,
        }
        at = edge.to;
    }
    None
}

/// Whether an expression is a variable, perhaps converted.
fn is_just(program: &Program, expr: ExprId, var: VarId) -> bool {
    match program.expr(expr).kind {
        ExprKind::Cast(inner) => is_just(program, inner, var),
        ExprKind::Load(place) => program.place(place).kind == PlaceKind::Var(var),
        _ => false,
    }
}

impl Observer for Recorder<'_> {
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        let data = &self.program.edges[edge];
        if self.stem.is_none() && self.cycle_from.is_some_and(|from| view.steps() > from) {
            self.end_switch();
            self.stem = Some(self.events.len());
        }
        let continues = data.branch.is_some_and(|r| self.switch.is_some_and(|(open, ..)| open == r.branch));
        if !continues {
            self.end_switch();
        }
        if let Some(func) = self.user_function(edge).filter(|_| !data.span.is_none()) {
            let skipped = matches!(data.op, Op::Dead { .. } | Op::Noop | Op::Return(_));
            if !skipped {
                self.begin_statement(view, func, data.span);
                self.last = Some((func, data.span));
            }
        }
    }

    fn edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        let program = self.program;
        let data = &program.edges[edge];
        let user = self.user_function(edge);
        match &data.op {
            Op::Call(_) => self.frames.push(Frame::default()),
            Op::Return(_) => {
                self.frames.pop();
            }
            Op::Assume { .. } => {
                if let Some(func) = user {
                    self.assumed(view, edge, func);
                }
            }
            Op::Extern(call) => {
                let model = program.extern_model(*call);
                let given = matches!(model, LibFn::Nondet | LibFn::Undefined | LibFn::Outside);
                if let (true, Some(func), Some(dst)) = (given, user, program.extern_calls[*call].dst) {
                    self.input(view, edge, func, dst);
                }
            }
            _ => {}
        }
        if let Some(found) = self.awaited.iter().position(|(awaited, _)| *awaited == edge) {
            let (_, place) = self.awaited.swap_remove(found);
            if let Some(frame) = self.frame() {
                frame.pending.push((Told::Place(place), data.span.line));
            }
        }
        if self.heads.contains(&data.to)
            && let Some(frame) = self.frame()
        {
            frame.statement = None;
        }
        let (before, asked) = (self.asked, view.inputs_asked());
        if let Some(func) = user.filter(|_| asked > before) {
            self.uninitialised(func, asked, before, data.span.line);
        }
        self.asked = asked;
    }
}
