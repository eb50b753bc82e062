//! Places of witnesses in the automata of the program.
//!
//! A witness names statements by their first character, calls by their closing parenthesis, loops and branches by their
//! keyword. Columns may be missing; then the leftmost thing of the line is meant that fits.

use crate::witness::loop_heads;
use crate::witness::source::statement_start;
use argand_cfa::{Branch, BranchId, EdgeId, FuncId, LocId, LoopStatement, Op, Origin, Program};
use argand_support::{FileId, FxHashMap, FxHashSet, Span};
use argand_witness::Location;

/// Where a statement begins.
pub(super) type Start = (FileId, u32, u32);

/// The statements of a program.
pub(super) struct Places {
    /// For each edge of the user's code the statement it belongs to.
    starts: FxHashMap<EdgeId, Start>,
    /// All statements in the order of the source, with their functions.
    statements: Vec<(Start, FuncId)>,
    /// Where the rounds of loops begin.
    heads: FxHashSet<LocId>,
}

/// Whether an edge does something that stands in the source.
pub(super) fn is_step(program: &Program, edge: EdgeId) -> bool {
    let data = &program.edges[edge];
    let func = program.locs[data.from].func;
    program.functions[func].origin == Origin::User
        && !data.span.is_none()
        && !matches!(data.op, Op::Noop | Op::Dead { .. } | Op::Return(_) | Op::Summary(_))
}

/// Whether a file of the program is the one that a witness names. Folders may differ between machines.
pub(super) fn is_file(program: &Program, file: FileId, name: &str) -> bool {
    let last = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    let mine = program.sources.name(file);
    // A witness may name the preprocessed file where line markers lead to the one it was made of.
    let stem =
        |path: &str| last(path).rsplit_once('.').map_or_else(|| last(path), |(stem, _)| stem.to_owned());
    mine == name || last(mine) == last(name) || (last(name).ends_with(".i") && stem(mine) == stem(name))
}

impl Places {
    /// Finds the statements of a program.
    pub fn of(program: &Program) -> Self {
        let mut starts = FxHashMap::default();
        let mut statements = Vec::new();
        for edge in program.edges.indices().filter(|&edge| is_step(program, edge)) {
            let span = program.edges[edge].span;
            let start = statement_start(&program.sources, span);
            let start = (span.file, start.line, start.column);
            starts.insert(edge, start);
            statements.push((start, program.locs[program.edges[edge].from].func));
        }
        statements.sort_unstable();
        statements.dedup();
        Self { starts, statements, heads: loop_heads(program) }
    }

    /// Whether a round of a loop begins at a location, and with it every statement anew.
    pub fn is_head(&self, location: LocId) -> bool {
        self.heads.contains(&location)
    }

    /// The statement of an edge.
    pub fn start(&self, edge: EdgeId) -> Option<Start> {
        self.starts.get(&edge).copied()
    }

    /// The edges of a statement.
    pub fn edges(&self, program: &Program, start: Start) -> Vec<EdgeId> {
        program.edges.indices().filter(|edge| self.start(*edge) == Some(start)).collect()
    }

    /// The statement at a place: the one that begins there, or the next one that does something.
    pub fn statement(&self, program: &Program, place: &Location) -> Option<Start> {
        let here = |(start, func): &&(Start, FuncId)| {
            let named = place.function.as_ref().is_none_or(|name| program.func_name(*func) == name);
            named && is_file(program, start.0, &place.file)
        };
        let column = place.column.unwrap_or(0);
        let all = self.statements.iter().filter(here).map(|(start, _)| *start);
        all.filter(|start| (start.1, start.2) >= (place.line, column)).min_by_key(|start| (start.1, start.2))
    }

    /// The locations at which a statement begins.
    pub fn begin(&self, program: &Program, start: Start) -> Vec<LocId> {
        let edges = self.edges(program, start).into_iter();
        let mut found: Vec<LocId> = edges
            .map(|edge| program.edges[edge].from)
            .filter(|&loc| {
                let into = &program.locs[loc].into;
                into.is_empty() || into.iter().any(|&edge| self.start(edge) != Some(start))
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn fits(program: &Program, span: Span, place: &Location) -> bool {
    span.line == place.line && !span.is_none() && is_file(program, span.file, &place.file)
}

/// The branching construct whose keyword, or `?`, is at a place.
pub(super) fn branches_at(program: &Program, place: &Location) -> Vec<BranchId> {
    use argand_cfa::BranchKind as Kind;
    let keyword = |branch: &Branch| match branch.kind {
        Kind::Conditional => {
            let mark = crate::witness::source::question_mark(&program.sources, branch.condition)?;
            Some(Span { line: mark.0, column: mark.1, ..branch.keyword })
        }
        Kind::If | Kind::While | Kind::DoWhile | Kind::For | Kind::Switch => Some(branch.keyword),
        Kind::Logical | Kind::Dispatch | Kind::Assumption => None,
    };
    let found: Vec<(u32, BranchId)> = program
        .branches
        .iter_enumerated()
        .filter_map(|(id, branch)| {
            keyword(branch).filter(|span| fits(program, *span, place)).map(|span| (span.column, id))
        })
        .collect();
    let column = place.column.or_else(|| found.iter().map(|(column, _)| *column).min());
    found.into_iter().filter(|(at, _)| Some(*at) == column).map(|(_, id)| id).collect()
}

/// The loop whose keyword is at a place.
pub(super) fn loops_at(program: &Program, place: &Location) -> Vec<LoopStatement> {
    let found: Vec<LoopStatement> =
        program.loops.iter().filter(|found| fits(program, found.keyword, place)).copied().collect();
    let column = place.column.or_else(|| found.iter().map(|found| found.keyword.column).min());
    found.into_iter().filter(|found| Some(found.keyword.column) == column).collect()
}

/// The edges that enter or leave a call that ends at a place.
pub(super) fn calls_at(program: &Program, place: &Location, returning: bool) -> Vec<EdgeId> {
    let is_call = |op: &Op| match op {
        Op::Extern(_) => true,
        Op::Call(_) => !returning,
        Op::Return(_) => returning,
        _ => false,
    };
    let on_line: Vec<EdgeId> = program
        .edges
        .iter_enumerated()
        .filter(|(_, edge)| {
            let end = Span { line: edge.span.end_line, ..edge.span };
            is_call(&edge.op)
                && !edge.span.is_none()
                && (fits(program, end, place) || fits(program, edge.span, place))
        })
        .map(|(id, _)| id)
        .collect();
    let exact = |edge: &&EdgeId| {
        place.column.is_some_and(|column| program.edges[**edge].span.end_column.saturating_sub(1) == column)
    };
    let found: Vec<EdgeId> = on_line.iter().filter(exact).copied().collect();
    if found.is_empty() { on_line } else { found }
}
