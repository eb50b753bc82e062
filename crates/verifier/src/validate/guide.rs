//! The automaton of a violation witness over the edges of the program.
//!
//! Waypoints and automata of GraphML become the same thing: states, and steps between them that a run takes when it
//! begins a statement or takes an edge, and a condition holds. A run may stay in a state as long as it likes, but not
//! where it passes what the state must avoid. It follows the witness if it can be in an accepting state when it violates
//! the property.

use super::places::{Places, Start, branches_at, calls_at, is_step, loops_at};
use argand_cfa::{
    BinaryOp, BranchKind, Condition, EdgeId, ExprId, ExprKind, IntKind, LocId, Op, Program, VarId,
};
use argand_spec::{Scope, condition_at};
use argand_support::FxHashMap;
use argand_witness::{Action, Graph, GraphEdge, Location, Segment, Waypoint, WaypointKind};

/// When a step is taken.
#[derive(Clone, Debug)]
pub(super) enum When {
    /// Before one of these statements, where the condition holds.
    Before(FxHashMap<Start, Condition>),
    /// After one of these edges, where the condition holds.
    Taken(FxHashMap<EdgeId, Option<Condition>>),
}

/// A step of the automaton.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Where it leads; nowhere for what must be avoided.
    pub to: Option<usize>,
    /// When it is taken.
    pub when: When,
    /// Whether it is about the state behind an edge, so that one about the edge itself can be taken with it.
    pub of_state: bool,
}

/// The automaton.
#[derive(Clone, Debug, Default)]
pub(super) struct Guide {
    /// The steps from each state.
    pub steps: Vec<Vec<Step>>,
    /// The state where runs begin.
    pub entry: usize,
    /// Whether a run that violates the property in a state follows the witness.
    pub accepting: Vec<bool>,
    /// Where the violation must be, where the witness says.
    pub target: Option<Start>,
    /// Whether every state has one step at most, and nothing to avoid: then only the furthest state matters.
    pub chain: bool,
    /// The first state of a cycle, where the run must pass the steps of all states from there on again and again.
    pub cycle: Option<usize>,
}

/// Adds expressions to a program while it makes an automaton.
pub(super) struct Maker<'a> {
    /// The program.
    pub program: &'a mut Program,
    /// Its statements.
    pub places: &'a Places,
    /// Whether the violation is that a run has no end, which happens at a loop.
    pub endless: bool,
}

type Made<T> = Result<T, String>;

impl Maker<'_> {
    /// The automaton of waypoints.
    ///
    /// # Errors
    /// A waypoint that means nothing in the program: which, and why.
    pub fn of_segments(&mut self, segments: &[Segment]) -> Made<Guide> {
        let in_cycle = |segment: &Segment| segment.iter().any(|waypoint| waypoint.action == Action::Cycle);
        let cycle = segments.iter().position(in_cycle);
        if cycle.is_some() && !self.endless {
            return Err("it is about a run without an end, which does not violate the property".to_owned());
        }
        let mut guide = Guide { chain: true, cycle, ..Guide::default() };
        for (segment, number) in segments.iter().zip(1..) {
            let mut steps = Vec::new();
            for waypoint in segment {
                let placed = |why: String| format!("segment {number}: {why}");
                if waypoint.kind == WaypointKind::Target {
                    let start = self.target(&waypoint.location);
                    guide.target =
                        Some(start.ok_or_else(|| placed("no statement is at its place".to_owned()))?);
                    continue;
                }
                let when = self.waypoint(waypoint).map_err(placed)?;
                let avoided = waypoint.action == Action::Avoid;
                guide.chain &= !avoided;
                let next = cycle.filter(|_| number == segments.len()).unwrap_or(number);
                steps.push(Step { to: (!avoided).then_some(next), when, of_state: false });
            }
            guide.accepting.push(cycle.map_or(number == segments.len(), |cycle| guide.steps.len() >= cycle));
            guide.steps.push(steps);
        }
        Ok(guide)
    }

    /// Where the violation is: at a statement, or at the keyword of a loop without an end.
    fn target(&self, place: &Location) -> Option<Start> {
        let loops = if self.endless { loops_at(self.program, place) } else { Vec::new() };
        let keyword = loops.first().map(|found| found.keyword);
        let at_keyword = keyword.map(|keyword| (keyword.file, keyword.line, keyword.column));
        at_keyword.or_else(|| self.places.statement(self.program, place))
    }

    fn waypoint(&mut self, waypoint: &Waypoint) -> Made<When> {
        let place = &waypoint.location;
        match &waypoint.kind {
            WaypointKind::Assumption(expression) => {
                let start =
                    self.places.statement(self.program, place).ok_or("no statement is at its place")?;
                self.before(start, &expression.text)
            }
            WaypointKind::Branching(value) => self.branching(waypoint, value),
            WaypointKind::FunctionEnter => {
                let calls = calls_at(self.program, place, false);
                if calls.is_empty() {
                    return Err("no call is at its place".to_owned());
                }
                Ok(When::Taken(calls.into_iter().map(|edge| (edge, None)).collect()))
            }
            WaypointKind::FunctionReturn(expression) => {
                let calls = calls_at(self.program, place, true);
                if calls.is_empty() {
                    return Err("no call is at its place".to_owned());
                }
                self.returning(&calls, &expression.text)
            }
            WaypointKind::Target => Err("a target is no waypoint to pass".to_owned()),
        }
    }

    fn before(&mut self, start: Start, text: &str) -> Made<When> {
        let at = self.places.begin(self.program, start).first().copied();
        let edges = self.places.edges(self.program, start);
        let location = at.or_else(|| edges.first().map(|&edge| self.program.edges[edge].from));
        let location = location.ok_or("no statement is at its place")?;
        let condition = self.condition(location, None, text)?;
        Ok(When::Before(std::iter::once((start, condition)).collect()))
    }

    fn condition(&mut self, location: LocId, result: Option<VarId>, text: &str) -> Made<Condition> {
        condition_at(self.program, Scope { location, result }, text)
            .map_err(|why| format!("`{text}` means nothing there: {why}"))
    }

    /// Conditions on what calls return.
    fn returning(&mut self, calls: &[EdgeId], text: &str) -> Made<When> {
        let mut taken = FxHashMap::default();
        let mut wrong = "nothing takes what is returned".to_owned();
        for &edge in calls {
            let dst = match self.program.edges[edge].op {
                Op::Extern(call) => self.program.extern_calls[call].dst,
                Op::Return(site) => self.program.call_sites[site].dst,
                _ => None,
            };
            let Some(dst) = dst else { continue };
            match self.condition(self.program.edges[edge].to, Some(dst), text) {
                Ok(condition) => drop(taken.insert(edge, Some(condition))),
                Err(why) => wrong = why,
            }
        }
        if taken.is_empty() { Err(wrong) } else { Ok(When::Taken(taken)) }
    }

    fn branching(&mut self, waypoint: &Waypoint, value: &str) -> Made<When> {
        let place = &waypoint.location;
        let found = branches_at(self.program, place);
        let edges: Vec<EdgeId> = self
            .program
            .edges
            .iter_enumerated()
            .filter(|(_, edge)| edge.branch.is_some_and(|reference| found.contains(&reference.branch)))
            .map(|(id, _)| id)
            .collect();
        if found.iter().any(|&branch| self.program.branches[branch].kind == BranchKind::Switch) {
            return self.switch(&edges, value);
        }
        let wanted = match value {
            "true" | "1" => true,
            "false" | "0" => false,
            _ => return Err(format!("`{value}` is no way that this branch can go")),
        };
        if edges.is_empty() {
            return self.constant(place, !found.is_empty(), wanted);
        }
        let taken = edges.into_iter().filter(|&edge| {
            self.program.edges[edge].branch.is_some_and(|reference| reference.outcome == Some(wanted))
        });
        Ok(When::Taken(taken.map(|edge| (edge, None)).collect()))
    }

    /// A condition that is a constant, or missing, leaves no branch behind: a loop is entered whenever its head is reached.
    fn constant(&self, place: &Location, is_branch: bool, wanted: bool) -> Made<When> {
        let heads: Vec<LocId> = loops_at(self.program, place).iter().map(|found| found.head).collect();
        if !heads.is_empty() {
            let enters = |edge: &EdgeId| wanted && heads.contains(&self.program.edges[*edge].to);
            let entering = self.program.edges.indices().filter(enters);
            return Ok(When::Taken(entering.map(|edge| (edge, None)).collect()));
        }
        let start = self.places.statement(self.program, place).filter(|_| is_branch);
        let start = start.ok_or("no branch is at its place")?;
        let always = if wanted { Condition::All(Vec::new()) } else { Condition::Any(Vec::new()) };
        Ok(When::Before(std::iter::once((start, always)).collect()))
    }

    /// A `switch` goes to a case where its operand has the number, and to the default where it has none of them.
    fn switch(&mut self, edges: &[EdgeId], value: &str) -> Made<When> {
        let (mut operand, mut numbers) = (None, Vec::new());
        for &edge in edges {
            let Op::Assume { cond, .. } = self.program.edges[edge].op else { continue };
            if let ExprKind::Binary(op, a, b) = self.program.expr(cond).kind
                && let ExprKind::Int(number) = self.program.expr(b).kind
            {
                operand = operand.or(Some(a));
                if op == BinaryOp::Eq && !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
        }
        let operand = operand.ok_or("the `switch` at its place has no cases")?;
        let is = |program: &mut Program, number: i128, truth: bool| {
            let ty = program.expr(operand).ty;
            let number = program.types.wrap(ty, number);
            let number = program.pool.expr(ExprKind::Int(number), ty);
            let int = program.types.int(IntKind::Int);
            Condition::Is(program.pool.expr(ExprKind::Binary(BinaryOp::Eq, operand, number), int), truth)
        };
        let condition = if value == "default" {
            Condition::All(numbers.into_iter().map(|number| is(self.program, number, false)).collect())
        } else {
            let number = value.parse().map_err(|_| format!("`{value}` is no case of the `switch`"))?;
            is(self.program, number, true)
        };
        Ok(When::Taken(edges.iter().map(|&edge| (edge, Some(condition.clone()))).collect()))
    }

    /// The automaton of GraphML.
    ///
    /// # Errors
    /// An edge that means nothing in the program: which, and why.
    pub fn of_graph(&mut self, graph: &Graph) -> Made<Guide> {
        let mut guide = Guide {
            steps: vec![Vec::new(); graph.nodes.len()],
            entry: graph.nodes.iter().position(|node| node.entry).unwrap_or(0),
            accepting: graph.nodes.iter().map(|node| node.violation).collect(),
            target: None,
            chain: true,
            cycle: None,
        };
        if self.endless {
            accept_cycles(graph, &mut guide.accepting);
        }
        for (edge, number) in graph.edges.iter().zip(1..) {
            let sink = graph.nodes[edge.to].sink;
            let when = self.graph_edge(edge).map_err(|why| format!("edge {number}: {why}"))?;
            guide.chain &= !sink && guide.steps[edge.from].is_empty();
            let stated = edge.assumption.as_ref().is_some_and(|text| !text.contains("\\result"));
            let of_state = (stated || edge.enter_loop_head) && edge.control.is_none();
            guide.steps[edge.from].push(Step { to: (!sink).then_some(edge.to), when, of_state });
        }
        Ok(guide)
    }

    fn graph_edge(&mut self, wanted: &GraphEdge) -> Made<When> {
        let matching: Vec<EdgeId> =
            self.program.edges.indices().filter(|&edge| is_matched(self.program, edge, wanted)).collect();
        if matching.is_empty() {
            return Err("nothing in the program is as it says".to_owned());
        }
        let Some(text) = &wanted.assumption else {
            return Ok(When::Taken(matching.into_iter().map(|edge| (edge, None)).collect()));
        };
        if wanted.line.is_none() && wanted.enter_function.is_none() && wanted.return_from.is_none() {
            return Err("an assumption needs a line".to_owned());
        }
        let text = text.trim().trim_end_matches(';');
        if text.contains("\\result") {
            return self.returning(&matching, text);
        }
        let (mut taken, mut wrong) = (FxHashMap::default(), String::new());
        for edge in matching {
            match self.condition(self.program.edges[edge].to, None, text) {
                Ok(condition) => drop(taken.insert(edge, Some(condition))),
                Err(why) => wrong = why,
            }
        }
        if taken.is_empty() { Err(wrong) } else { Ok(When::Taken(taken)) }
    }
}

/// A run that is in a cycle follows the witness wherever in it it is found to come back.
fn accept_cycles(graph: &Graph, accepting: &mut [bool]) {
    let heads = graph.nodes.iter().enumerate().filter(|(_, node)| node.cycle_head);
    let mut work: Vec<usize> = heads.map(|(number, _)| number).collect();
    while let Some(node) = work.pop() {
        if !std::mem::replace(&mut accepting[node], true) {
            work.extend(graph.edges.iter().filter(|edge| edge.from == node).map(|edge| edge.to));
        }
    }
}

/// Whether an edge of the program is one that an edge of GraphML stands for.
fn is_matched(program: &Program, id: EdgeId, wanted: &GraphEdge) -> bool {
    let edge = &program.edges[id];
    let called = |site| program.func_name(program.call_sites[site].callee);
    if let Some(function) = &wanted.enter_function {
        return matches!(edge.op, Op::Call(site) if called(site) == function)
            && wanted.line.is_none_or(|line| edge.span.is_none() || edge.span.line == line);
    }
    if let Some(function) = &wanted.return_from {
        return matches!(edge.op, Op::Return(site) if called(site) == function);
    }
    if let Some(function) = &wanted.result_function {
        let is_result = match edge.op {
            Op::Extern(call) => program.func_name(program.extern_calls[call].callee) == function,
            Op::Return(site) => called(site) == function,
            _ => false,
        };
        return is_result && wanted.line.is_none_or(|line| edge.span.line == line);
    }
    if let Some(control) = wanted.control {
        let Some(reference) = edge.branch.filter(|reference| reference.outcome == Some(control)) else {
            return false;
        };
        let branch = &program.branches[reference.branch];
        let lines = [branch.keyword.line, branch.condition.line, edge.span.line];
        return wanted.line.is_none_or(|line| lines.contains(&line));
    }
    let enters = |line| {
        let mut loops = program.loops.iter();
        loops.any(|statement| statement.head == edge.to && statement.keyword.line == line)
    };
    if wanted.enter_loop_head && wanted.line.is_some_and(enters) {
        return true;
    }
    let ours = is_step(program, id) || matches!(edge.op, Op::Return(_)) && !edge.span.is_none();
    ours && wanted.line.is_none_or(|line| edge.span.line == line || edge.span.end_line == line)
}

/// What an atom of a condition wants a variable to be: the expression that is compared, and a number that does.
pub(super) fn wanted_value(program: &Program, atom: ExprId, truth: bool) -> Option<(ExprId, ExprKind)> {
    let strip = |mut expr: ExprId| {
        while let ExprKind::Cast(inner) = program.expr(expr).kind {
            expr = inner;
        }
        expr
    };
    match program.expr(atom).kind {
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            let (a, b) = (strip(a), strip(b));
            let is_number = |expr| matches!(program.expr(expr).kind, ExprKind::Int(_) | ExprKind::Float(_));
            let (left, number, op) = match (is_number(a), is_number(b)) {
                (false, true) => (a, b, op),
                (true, false) => (b, a, mirrored(op)),
                _ => return None,
            };
            let op = if truth { op } else { op.negated()? };
            let value = match (program.expr(number).kind, op) {
                (ExprKind::Int(n), BinaryOp::Gt | BinaryOp::Ne) => ExprKind::Int(n.wrapping_add(1)),
                (ExprKind::Int(n), BinaryOp::Lt) => ExprKind::Int(n.wrapping_sub(1)),
                (value, _) => value,
            };
            Some((left, value))
        }
        ExprKind::Load(_) | ExprKind::Cast(_) => Some((strip(atom), ExprKind::Int(i128::from(truth)))),
        _ => None,
    }
}

const fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}
