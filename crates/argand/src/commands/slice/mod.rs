//! `argand slice`: which lines decide a line, or which lines it decides, with a reason each; and a C program of them.

mod export;

use crate::input::{InputArguments, Terms};
use argand_cfa::{LocId, Op, Origin, Program, VarId};
use argand_flow::dependence::tabulate::{Reached, slice};
use argand_flow::dependence::{Cell, Dependences, Direction, Node, Options, Why};
use argand_flow::graph::FlowGraph;
use argand_support::dot::Dot;
use argand_support::spelling::nearest;
use argand_support::{FileId, Span};
use clap::{Args, ValueEnum};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// How a slice is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For Graphviz
    Dot,
    /// For other tools
    Json,
    /// The program without what does not matter; it can be compiled and run
    C,
}

/// Options of `argand slice`.
#[derive(Args)]
pub struct SliceArguments {
    #[command(flatten)]
    input: InputArguments,

    /// The line that is asked about, and perhaps a variable whose value there matters
    #[arg(long, value_name = "FILE:LINE[:VARIABLE]")]
    criterion: String,

    /// Show what depends on the line instead of what the line depends on
    #[arg(long, conflicts_with = "backward")]
    forward: bool,

    /// Show what the line depends on (the default)
    #[arg(long)]
    backward: bool,

    /// How to write it
    #[arg(long, default_value = "text")]
    format: Format,

    /// Write the slice as C too: a program of one file to this file, one of several into this folder
    #[arg(long, value_name = "PATH", conflicts_with = "forward")]
    export: Option<PathBuf>,
}

/// A line of the source.
type Line = (FileId, u32);

/// Why a line is in a slice: words, and the line that they speak of.
type Reason = (String, Option<Line>);

/// Runs the command.
pub fn run(arguments: &SliceArguments) -> Result<ExitCode, String> {
    let loaded = match arguments.input.load(&Terms::default())? {
        Ok(loaded) => loaded,
        Err(refused) => return Ok(refused.exit_code()),
    };
    let program = &loaded.program;
    let wanted = Question::parse(&arguments.criterion)?;
    let as_c = arguments.format == Format::C;
    if as_c && arguments.forward {
        return Err("a program is made of what a line depends on; leave out `--forward`".to_owned());
    }
    let file = wanted.file(program)?;
    let steps = wanted.steps(program, file)?;
    let graph = Dependences::new(program, &Options::READING);
    check_reachable(&graph, &steps, &arguments.criterion)?;
    let direction = if arguments.forward { Direction::Forward } else { Direction::Backward };
    let criterion = match &wanted.variable {
        None => steps.iter().map(|&loc| Node::Step(loc)).collect(),
        Some(name) => values(&graph, &steps, name, direction)?,
    };
    let mut exported = Vec::new();
    if as_c || arguments.export.is_some() {
        match export::files(&arguments.input, &graph, &steps, &criterion)? {
            Some(files) => exported = files,
            None => return Ok(ExitCode::from(crate::BAD_INPUT)),
        }
    }
    if let Some(path) = &arguments.export {
        export::write(&exported, path)?;
    }
    let lines = || {
        let reached = slice(&graph, direction, &criterion);
        lines(&graph, &reached, direction, (file, wanted.line))
    };
    let out = match arguments.format {
        Format::Text => text(program, &lines()),
        Format::Json => json(program, &lines()),
        Format::Dot => dot(program, &lines()),
        Format::C => export::only(exported)?,
    };
    crate::report::print(out.as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// What is asked about.
struct Question {
    file: String,
    line: u32,
    variable: Option<String>,
}

impl Question {
    fn parse(text: &str) -> Result<Self, String> {
        let bad = || format!("`--criterion {text}` is not of the form FILE:LINE or FILE:LINE:VARIABLE");
        let (before, last) = text.rsplit_once(':').ok_or_else(bad)?;
        if let Ok(line) = last.parse() {
            return Ok(Self { file: before.to_owned(), line, variable: None });
        }
        let (file, line) = before.rsplit_once(':').ok_or_else(bad)?;
        let line = line.parse().map_err(|_| bad())?;
        Ok(Self { file: file.to_owned(), line, variable: Some(last.to_owned()) })
    }

    fn file(&self, program: &Program) -> Result<FileId, String> {
        let named = |name: &str| std::path::Path::new(name).ends_with(&self.file);
        let files = || program.sources.files();
        let exact = files().find(|(_, name)| *name == self.file);
        exact.or_else(|| files().find(|(_, name)| named(name))).map(|(id, _)| id).ok_or_else(|| {
            let hint = nearest(&self.file, files().map(|(_, name)| name));
            let hint = hint.map(|name| format!("; did you mean '{name}'?")).unwrap_or_default();
            format!("the program has no file '{}'{hint}", self.file)
        })
    }

    /// The steps of the line.
    fn steps(&self, program: &Program, file: FileId) -> Result<Vec<LocId>, String> {
        let mut by_line: BTreeMap<u32, Vec<LocId>> = BTreeMap::new();
        for loc in program.locs.indices() {
            if let Some(span) = place(program, loc).filter(|span| span.file == file) {
                by_line.entry(span.line).or_default().push(loc);
            }
        }
        if let Some(steps) = by_line.remove(&self.line) {
            return Ok(steps);
        }
        let name = program.sources.name(file);
        match by_line.keys().min_by_key(|line| line.abs_diff(self.line)) {
            Some(near) => {
                Err(format!("line {} of '{name}' has no code; the nearest with code is {near}", self.line))
            }
            None => Err(format!("'{name}' has no code")),
        }
    }
}

/// Where the step at a location is in the user's source, if it does something.
fn place(program: &Program, loc: LocId) -> Option<Span> {
    if program.functions[program.locs[loc].func].origin != Origin::User {
        return None;
    }
    let mut edges = program.locs[loc].out.iter().map(|&edge| &program.edges[edge]);
    let does = |op: &Op| !matches!(op, Op::Noop | Op::Dead { .. } | Op::Declare { .. } | Op::Return(_));
    edges.find(|edge| does(&edge.op) && !edge.span.is_none()).map(|edge| edge.span)
}

fn check_reachable(graph: &Dependences<'_>, steps: &[LocId], criterion: &str) -> Result<(), String> {
    let program = graph.program;
    let reached = |loc: &LocId| {
        let func = program.locs[*loc].func;
        graph.calls.is_reachable(func) && FlowGraph::of_function(program, func).rank(*loc).is_some()
    };
    if steps.iter().any(reached) {
        return Ok(());
    }
    let func = steps.first().map(|&loc| program.func_name(program.locs[loc].func)).unwrap_or_default();
    Err(format!("nothing leads to {criterion}: no run comes by that line of '{func}'"))
}

/// The values of a variable when a line is reached, and what decides whether it is.
fn values(
    graph: &Dependences<'_>,
    steps: &[LocId],
    name: &str,
    direction: Direction,
) -> Result<Vec<Node>, String> {
    let program = graph.program;
    let funcs: Vec<_> = steps.iter().map(|&loc| program.locs[loc].func).collect();
    let seen = |var: VarId| {
        let func = program.vars[var].func;
        func.is_none_or(|func| funcs.contains(&func))
    };
    let vars = || program.vars.indices().filter(|&var| seen(var));
    let found: Vec<VarId> = vars().filter(|&var| program.var_name(var) == name).collect();
    if found.is_empty() {
        let hint = nearest(name, vars().map(|var| program.var_name(var)));
        let hint = hint.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(format!("there is no variable `{name}` on that line{hint}"));
    }
    let mut nodes = Vec::new();
    for &loc in steps {
        // What the line depends on is what it finds; what depends on it is what it leaves behind.
        let inside = program.locs[loc].out.iter().map(|&edge| &program.edges[edge]);
        let inside = inside.filter(|edge| program.locs[edge.to].func == program.locs[loc].func);
        let places = match direction {
            Direction::Backward => vec![loc],
            Direction::Forward => inside.map(|edge| edge.to).collect(),
        };
        for place in places {
            let cells = found.iter().flat_map(|&var| graph.cells.of_var(var));
            nodes.extend(cells.map(|&cell| Node::Value(place, cell)));
        }
        if direction == Direction::Backward {
            nodes.extend(graph.control.on(loc).iter().map(|&branch| Node::Step(branch)));
        }
    }
    Ok(nodes)
}

/// The lines of a slice, each with its reasons.
fn lines(
    graph: &Dependences<'_>,
    reached: &Reached,
    direction: Direction,
    criterion: Line,
) -> BTreeMap<Line, Vec<Reason>> {
    let program = graph.program;
    let mut lines: BTreeMap<Line, Vec<Reason>> = BTreeMap::new();
    lines.entry(criterion).or_default().push(("is asked about".to_owned(), None));
    for &node in reached.nodes() {
        let Node::Step(loc) = node else { continue };
        let Some(span) = place(program, loc) else { continue };
        let line = (span.file, span.line);
        let reasons = lines.entry(line).or_default();
        let reason = reason(graph, reached, node, direction);
        let own = reason.1 == Some(line);
        if line != criterion && !own && !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    for reasons in lines.values_mut().filter(|reasons| reasons.is_empty()) {
        reasons.push(("belongs to what is asked about".to_owned(), None));
    }
    lines
}

/// Why a step is in a slice: the step whose dependence led to it, through values.
fn reason(graph: &Dependences<'_>, reached: &Reached, node: Node, direction: Direction) -> Reason {
    let program = graph.program;
    let mut cell: Option<Cell> = None;
    let mut at = node;
    let mut why = None;
    let mut called = None;
    let mut through_call = None;
    while let Some((from, dependence)) = reached.reason(at) {
        why = why.or(Some(dependence.why));
        // A call reads it, for its callee.
        if let Node::Value(loc, passed) = at
            && graph.call_at(loc).is_some()
            && !matches!(from, Node::Value(_, same) if same == passed)
        {
            through_call = place(program, loc);
            break;
        }
        match from {
            Node::Value(_, through) => cell = cell.or(Some(through)),
            Node::Entry(func) => called = called.or(Some(func)),
            Node::Step(loc) if place(program, loc).is_some() => {
                at = from;
                break;
            }
            Node::Step(_) => {}
        }
        at = from;
    }
    let other = match at {
        _ if through_call.is_some() => through_call.map(|span| (span.file, span.line)),
        Node::Step(loc) if at != node => place(program, loc).map(|span| (span.file, span.line)),
        Node::Step(_) | Node::Entry(_) | Node::Value(..) => None,
    };
    let name = cell.and_then(|cell| graph.cells.place(cell)).map(|place| program.place_text(place));
    let name = name.map_or_else(|| "memory".to_owned(), |name| format!("`{name}`"));
    let backward = direction == Direction::Backward;
    let words = match why {
        None => "is asked about".to_owned(),
        Some(Why::Data) if backward => format!("writes {name}, which is read"),
        Some(Why::Data) => format!("reads {name}, which is written"),
        Some(Why::Control) if backward => "decides whether this happens:".to_owned(),
        Some(Why::Control) => "happens or not as is decided".to_owned(),
        Some(Why::Call) => match called.or_else(|| callee(graph, node)) {
            Some(func) => format!("calls '{}', which matters", program.func_name(func)),
            None => "is in a function that is called".to_owned(),
        },
        Some(Why::Return) if backward => "may not come back, and before something happens".to_owned(),
        Some(Why::Return) => "happens only after a call came back".to_owned(),
        Some(Why::Lifetime(var)) => format!("declares `{}`, which is used", program.var_name(var)),
    };
    (words, other)
}

/// The function that a step calls.
fn callee(graph: &Dependences<'_>, node: Node) -> Option<argand_cfa::FuncId> {
    let Node::Step(loc) = node else { return None };
    graph.call_at(loc).map(|site| graph.program.call_sites[site].callee)
}

fn words(program: &Program, line: Line, (words, other): &Reason) -> String {
    match other {
        Some((file, number)) if *file == line.0 => format!("{words} in line {number}"),
        Some((file, number)) => format!("{words} in {}:{number}", program.sources.name(*file)),
        None => words.clone(),
    }
}

fn source(program: &Program, (file, line): Line) -> &str {
    program.sources.line_text(file, line).unwrap_or_default().trim_end()
}

fn text(program: &Program, lines: &BTreeMap<Line, Vec<Reason>>) -> String {
    let mut out = String::new();
    for (&line, reasons) in lines {
        let _ = writeln!(out, "{}:{}: {}", program.sources.name(line.0), line.1, source(program, line));
        for reason in reasons {
            let _ = writeln!(out, "    | {}", words(program, line, reason));
        }
    }
    out
}

fn json(program: &Program, lines: &BTreeMap<Line, Vec<Reason>>) -> String {
    let one = |(&line, reasons): (&Line, &Vec<Reason>)| {
        let reasons: Vec<_> = reasons.iter().map(|reason| words(program, line, reason)).collect();
        serde_json::json!({
            "file": program.sources.name(line.0),
            "line": line.1,
            "source": source(program, line),
            "reasons": reasons,
        })
    };
    let all: serde_json::Value = lines.iter().map(one).collect();
    format!("{all:#}\n")
}

fn dot(program: &Program, lines: &BTreeMap<Line, Vec<Reason>>) -> String {
    let mut dot = Dot::new("slice");
    let id = |(file, line): Line| format!("f{}l{line}", file.raw());
    for &line in lines.keys() {
        dot.node(id(line), &format!("{}: {}", line.1, source(program, line).trim()), &[]);
    }
    for (&line, reasons) in lines {
        for (text, other) in reasons {
            if let Some(other) = other.filter(|other| lines.contains_key(other)) {
                dot.edge(id(line), id(other), Some(text), &[]);
            }
        }
    }
    dot.finish()
}
