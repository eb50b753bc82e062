//! Small analyses to try the engine with: the location, and the set of values of one variable.

#![allow(dead_code, reason = "each test file uses a part of it")]

use argand_cfa::{BinaryOp, EdgeId, ExprId, ExprKind, LocId, Op, PlaceKind, Program, Violated};
use argand_cpa::{
    Abstraction, Adjusted, Change, Component, ComponentOptions, Composite, Control, Cpa, CpaError, Extras,
    Interned, MergeMode, Profile, Query, Siblings, StopMode, Successors, TargetInfo, TransferCx,
};
use std::collections::BTreeSet;
use std::fmt;

/// Follows edges.
pub struct Follow;

impl Cpa for Follow {
    type State = LocId;
    type Precision = ();
    fn initial(&mut self, _: &Program, location: LocId) -> Result<LocId, CpaError> {
        Ok(location)
    }
    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        _: &LocId,
        (): &(),
        out: &mut Successors<LocId>,
    ) -> Result<(), CpaError> {
        out.push(cx.edge.to);
        Ok(())
    }
    fn is_covered_by(&mut self, a: &LocId, b: &LocId) -> Result<bool, CpaError> {
        Ok(a == b)
    }
    fn join(&mut self, a: &LocId, _: &LocId) -> Result<LocId, CpaError> {
        Ok(*a)
    }
    fn answer(&self, _: &Program, state: &LocId, query: &mut Query) {
        if let Query::Location(answer) = query {
            *answer = Some(*state);
        }
    }
    fn profile(&self) -> Profile {
        Profile { partitions: true, ..Profile::default() }
    }
    fn extras(&self) -> Extras<'_, Self> {
        Extras { control: Some(self), ..Extras::default() }
    }
}

impl Control<LocId> for Follow {
    fn select_edges(&self, program: &Program, state: &LocId, edges: &mut Vec<EdgeId>) {
        edges.extend(
            program.locs[*state].out.iter().filter(|&&e| !matches!(program.edges[e].op, Op::Summary(_))),
        );
    }
}

/// The values a variable can have; `None` means any.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Values(pub Option<BTreeSet<i128>>);

impl Values {
    pub fn of(values: impl IntoIterator<Item = i128>) -> Self {
        Self(Some(values.into_iter().collect()))
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("any"),
            Some(set) => write!(f, "{set:?}"),
        }
    }
}

/// What a [`ValuesOf`] does besides tracking.
#[derive(Clone, Copy, Default)]
pub struct Habits {
    /// `havoc` gives one successor for each of 1 and 2 instead of one for both.
    pub splits: bool,
    /// `havoc` is not supported.
    pub refuses_havoc: bool,
    /// Nothing is tracked until the precision says so.
    pub coarse: bool,
    /// Being sharpened ends that.
    pub sharpens: bool,
    /// This value is a violation.
    pub target: Option<i128>,
    /// States whose values are all above this contradict the siblings' range of the watched variable.
    pub strengthened_by: Option<&'static str>,
}

/// Tracks the values of the variable with this name. `havoc` means 1 or 2.
pub struct ValuesOf {
    pub name: &'static str,
    pub habits: Habits,
}

impl ValuesOf {
    fn is_mine(&self, program: &Program, place: argand_cfa::PlaceId) -> bool {
        matches!(program.place(place).kind, PlaceKind::Var(v) if program.var_name(v) == self.name)
    }

    /// The value of an expression if the variable has the given one; `None` if it depends on others.
    fn eval(&self, program: &Program, value: i128, expr: ExprId) -> Option<i128> {
        Some(match program.expr(expr).kind {
            ExprKind::Int(i) => i,
            ExprKind::Load(place) if self.is_mine(program, place) => value,
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.eval(program, value, a)?, self.eval(program, value, b)?);
                match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Eq => i128::from(a == b),
                    BinaryOp::Ne => i128::from(a != b),
                    BinaryOp::Lt => i128::from(a < b),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}

impl Cpa for ValuesOf {
    type State = Values;
    /// Whether anything is tracked.
    type Precision = bool;

    fn initial(&mut self, _: &Program, _: LocId) -> Result<Values, CpaError> {
        Ok(Values(None))
    }

    fn initial_precision(&mut self, _: &Program) -> bool {
        !self.habits.coarse
    }

    fn abstraction(&mut self) -> Option<&mut dyn Abstraction> {
        Some(self)
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &Values,
        _: &bool,
        out: &mut Successors<Values>,
    ) -> Result<(), CpaError> {
        match cx.op() {
            Op::Assign { dst, src } if self.is_mine(cx.program, *dst) => {
                let set = state.0.clone().unwrap_or_else(|| [0].into());
                let known = state.0.is_some() || matches!(cx.program.expr(*src).kind, ExprKind::Int(_));
                let results: Option<BTreeSet<_>> =
                    set.iter().map(|&v| self.eval(cx.program, v, *src)).collect();
                out.push(Values(results.filter(|_| known)));
            }
            Op::Havoc { .. } if self.habits.refuses_havoc => {
                return Err(CpaError::unsupported("any value at all"));
            }
            Op::Havoc { dst, .. } if self.is_mine(cx.program, *dst) => {
                if self.habits.splits {
                    out.push(Values::of([1]));
                    out.push(Values::of([2]));
                } else {
                    out.push(Values::of([1, 2]));
                }
            }
            Op::Assume { cond, truth } => match &state.0 {
                None => out.unchanged(),
                Some(set) => {
                    let left: BTreeSet<_> = set
                        .iter()
                        .copied()
                        .filter(|&v| self.eval(cx.program, v, *cond).is_none_or(|c| (c != 0) == *truth))
                        .collect();
                    if !left.is_empty() {
                        out.push(Values(Some(left)));
                    }
                }
            },
            _ => out.unchanged(),
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &Values, b: &Values) -> Result<bool, CpaError> {
        Ok(match (&a.0, &b.0) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.is_subset(b),
        })
    }

    fn join(&mut self, a: &Values, b: &Values) -> Result<Values, CpaError> {
        Ok(Values(a.0.as_ref().zip(b.0.as_ref()).map(|(a, b)| a | b)))
    }

    fn profile(&self) -> Profile {
        Profile { exact_join: true, ..Profile::default() }
    }

    fn strengthen(
        &mut self,
        cx: &TransferCx<'_>,
        state: &Values,
        _: &bool,
        after: &Siblings<'_>,
    ) -> Result<Change<Values>, CpaError> {
        let Some(name) = self.habits.strengthened_by else { return Ok(Change::Keep) };
        let watched = cx.program.pool.iter().find(|(_, e)| match e.kind {
            ExprKind::Load(place) => {
                matches!(cx.program.place(place).kind, PlaceKind::Var(v) if cx.program.var_name(v) == name)
            }
            _ => false,
        });
        let Some((expr, _)) = watched else { return Ok(Change::Keep) };
        let (lo, hi) = after.int_range(expr, (-100, 100));
        let Some(set) = &state.0 else { return Ok(Change::Keep) };
        let left: BTreeSet<_> = set.iter().copied().filter(|v| (lo..=hi).contains(v)).collect();
        Ok(match left.len() {
            0 => Change::Bottom,
            n if n == set.len() => Change::Keep,
            _ => Change::To(Values(Some(left))),
        })
    }

    fn adjust(
        &mut self,
        _: &TransferCx<'_>,
        state: &Values,
        tracks: &bool,
        _: &Siblings<'_>,
    ) -> Result<Adjusted<Values, bool>, CpaError> {
        Ok(if *tracks || state.0.is_none() { Adjusted::Keep } else { Adjusted::State(Values(None)) })
    }

    fn answer(&self, program: &Program, state: &Values, query: &mut Query) {
        if let (Query::IntRange { expr, .. }, Some(set)) = (&*query, &state.0)
            && let ExprKind::Load(place) = program.expr(*expr).kind
            && self.is_mine(program, place)
            && let (Some(&lo), Some(&hi)) = (set.first(), set.last())
        {
            query.narrow_range(lo, hi);
        }
    }

    fn target(&self, state: &Values) -> Option<TargetInfo> {
        let value = self.habits.target?;
        let reached = state.0.as_ref().is_some_and(|set| set.contains(&value));
        reached.then(|| TargetInfo {
            property: Violated::Automaton("toy".into()),
            message: format!("{} is {value}", self.name),
        })
    }
}

impl Abstraction for ValuesOf {
    fn sharpen(&mut self) -> bool {
        self.habits.sharpens && std::mem::take(&mut self.habits.coarse)
    }

    fn stop(&mut self) -> bool {
        false
    }
}

/// Violated at one location.
pub struct Forbidden(pub LocId);

impl Cpa for Forbidden {
    type State = LocId;
    type Precision = ();
    fn initial(&mut self, _: &Program, location: LocId) -> Result<LocId, CpaError> {
        Ok(location)
    }
    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        _: &LocId,
        (): &(),
        out: &mut Successors<LocId>,
    ) -> Result<(), CpaError> {
        out.push(cx.edge.to);
        Ok(())
    }
    fn is_covered_by(&mut self, a: &LocId, b: &LocId) -> Result<bool, CpaError> {
        Ok(a == b)
    }
    fn join(&mut self, a: &LocId, _: &LocId) -> Result<LocId, CpaError> {
        Ok(*a)
    }
    fn target(&self, state: &LocId) -> Option<TargetInfo> {
        (*state == self.0)
            .then(|| TargetInfo { property: Violated::Automaton("toy".into()), message: "forbidden".into() })
    }
}

pub fn options(merge: MergeMode, stop: StopMode) -> ComponentOptions {
    ComponentOptions { merge, stop, memo: false }
}

pub fn place() -> Box<dyn Component> {
    Box::new(Interned::new("place", Follow, ComponentOptions::default()))
}

pub fn values(name: &'static str, habits: Habits, options: ComponentOptions) -> Box<dyn Component> {
    Box::new(Interned::new(name, ValuesOf { name, habits }, options))
}

pub fn compose(components: Vec<Box<dyn Component>>) -> Composite {
    Composite::new(components).expect("the composition is allowed")
}
