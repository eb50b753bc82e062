//! Analyses side by side: the composite of any number of components.
//!
//! A composite state is a row of ids, one for each component. Successors are the Cartesian product of the
//! components' successors, strengthened in order and adjusted to their precisions. Merge and stop follow each component's configuration.

mod cover;
mod solve;

use crate::analysis::{CpaError, Phase, TargetInfo, TransferCx};
use crate::component::{Component, ComponentOptions, MergeMode, PrecisionId, StateId, StopMode};
use crate::config::ConfigError;
use crate::extras::Regard;
use crate::query::{Query, Siblings};
use crate::reached::{ArgId, IndexKey, Reached, Shapes};
use crate::stats::ComponentStats;
use argand_cfa::{Assumption, AssumptionKind, EdgeId, ExprId, LibFn, LocId, Op, Program};
use argand_domains::smg::picture::Picture;
use argand_support::Limits;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A composite state.
pub type Row = SmallVec<[StateId; 8]>;
/// The precisions of a composite state.
pub type PrecisionRow = SmallVec<[PrecisionId; 8]>;

/// Which component failed, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{analysis}: {error}")]
pub struct Failure {
    /// The name of the analysis.
    pub analysis: String,
    /// Why it failed.
    pub error: CpaError,
}

/// Composite states with their precisions.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    rows: Vec<(Row, PrecisionRow)>,
}

impl Rows {
    /// The rows.
    pub fn iter(&self) -> impl Iterator<Item = (&[StateId], &[PrecisionId])> + '_ {
        self.rows.iter().map(|(states, precisions)| (&states[..], &precisions[..]))
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.rows.clear();
    }
}

/// A composition of analyses.
pub struct Composite {
    components: Vec<Box<dyn Component>>,
    options: Vec<ComponentOptions>,
    /// What is done to a successor: the phases after the transfer, and who takes part in each.
    phases: [(Phase, Vec<usize>); 2],
    /// Components that answer [`Query::Assumes`].
    assumers: Vec<usize>,
    /// Components to ask for coverage by one state, cheap ones first. Partitioning ones are equal anyway.
    stop_order: Vec<usize>,
    stop_join: Option<usize>,
    /// Whether some component wants nothing to be covered.
    never_stops: bool,
    partition_columns: Vec<usize>,
    /// Components whose coverage is looked up by projection.
    indexed_columns: Vec<usize>,
    merges: bool,
    /// Whether a state can only be merged into nodes that cover it in the indexed columns.
    merges_by_index: bool,
    lists: Vec<Vec<StateId>>,
    candidates: Vec<ArgId>,
    /// Who says how much of the program the others see.
    lens: Option<usize>,
    /// Calls of functions outside through pointers that were taken.
    foreign_calls: BTreeSet<EdgeId>,
    /// Calls of null that were left out: runs end there.
    null_calls: BTreeSet<EdgeId>,
}

type Components = [Box<dyn Component>];

/// One component apart from its siblings to the left and to the right.
fn apart(components: &mut Components, index: usize) -> (&mut dyn Component, &Components, &Components) {
    let (left, rest) = components.split_at_mut(index);
    let (own, right) = rest.split_at_mut(1);
    (&mut *own[0], left, right)
}

/// Whether a component decides by values that its siblings know.
fn asks_for_values(component: &dyn Component) -> bool {
    let profile = component.profile();
    profile.adds_assumes || profile.asks_values
}

fn phases(components: &Components) -> [(Phase, Vec<usize>); 2] {
    [Phase::Strengthen, Phase::Adjust].map(|phase| {
        (phase, (0..components.len()).filter(|&i| components[i].profile().phases.contains(&phase)).collect())
    })
}

impl Composite {
    /// Composes analyses. They are asked, and strengthened, in this order.
    ///
    /// # Errors
    /// When no analysis is given, two have one name, or more than one decides coverage by joins, which is
    /// unsound for a product.
    pub fn new(components: Vec<Box<dyn Component>>) -> Result<Self, ConfigError> {
        if components.is_empty() {
            return Err(ConfigError::Conflict("a configuration needs at least one analysis".to_owned()));
        }
        for (i, component) in components.iter().enumerate() {
            if components[..i].iter().any(|c| c.name() == component.name()) {
                return Err(ConfigError::Conflict(format!(
                    "the analysis `{}` is named twice",
                    component.name()
                )));
            }
        }
        let options: Vec<_> = components.iter().map(|c| c.options()).collect();
        let joins: Vec<_> = (0..components.len()).filter(|&i| options[i].stop == StopMode::Join).collect();
        if let [a, b, ..] = joins[..] {
            return Err(ConfigError::Conflict(format!(
                "only one analysis can use stop = \"join\", but `{}` and `{}` do",
                components[a].name(),
                components[b].name()
            )));
        }
        let lenses: Vec<_> = (0..components.len()).filter(|&i| components[i].is_lens()).collect();
        if let [a, b, ..] = lenses[..] {
            return Err(ConfigError::Conflict(format!(
                "only one analysis can say how much of the program others see, but `{}` and `{}` do",
                components[a].name(),
                components[b].name()
            )));
        }
        let partition_columns: Vec<_> =
            (0..components.len()).filter(|&i| components[i].profile().partitions).collect();
        let single = |&i: &usize| !components[i].profile().partitions && options[i].stop != StopMode::Join;
        let is_indexed = |&i: &usize| components[i].covers_by_forgetting() || components[i].has_cover_keys();
        let indexed_columns: Vec<_> = (0..components.len()).filter(single).filter(is_indexed).collect();
        let mut stop_order: Vec<_> =
            (0..components.len()).filter(single).filter(|&i| !components[i].covers_by_forgetting()).collect();
        stop_order.sort_by_key(|&i| (components[i].profile().cover_cost, i));
        let merges_by_index = options.iter().all(|o| o.merge != MergeMode::Join)
            && indexed_columns.iter().all(|&i| options[i].merge == MergeMode::Sep);
        Ok(Self {
            phases: phases(&components),
            assumers: (0..components.len()).filter(|&i| components[i].profile().adds_assumes).collect(),
            stop_order,
            stop_join: joins.first().copied(),
            never_stops: options.iter().any(|o| o.stop == StopMode::Never),
            partition_columns,
            indexed_columns,
            merges_by_index,
            merges: options.iter().any(|o| o.merge != MergeMode::Sep),
            lists: vec![Vec::new(); components.len()],
            candidates: Vec::new(),
            // A specification that looks at values may look at any value.
            lens: lenses.first().copied().filter(|_| !components.iter().any(|c| asks_for_values(&**c))),
            foreign_calls: BTreeSet::new(),
            null_calls: BTreeSet::new(),
            options,
            components,
        })
    }

    /// How many components there are.
    #[must_use]
    pub fn width(&self) -> usize {
        self.components.len()
    }

    /// The components.
    #[must_use]
    pub fn components(&self) -> &[Box<dyn Component>] {
        &self.components
    }

    /// One component, to ask it directly.
    pub fn component_mut(&mut self, index: usize) -> &mut dyn Component {
        &mut *self.components[index]
    }

    /// The position of the analysis with this name.
    #[must_use]
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.components.iter().position(|c| c.name() == name)
    }

    /// The positions of the components that partition the reached set.
    #[must_use]
    pub fn partition_columns(&self) -> &[usize] {
        &self.partition_columns
    }

    /// An empty reached set for this composition.
    #[must_use]
    pub fn new_reached(&self) -> Reached {
        Reached::new(self.width(), &self.partition_columns)
    }

    /// The shapes of a state in the indexed columns.
    #[must_use]
    pub fn shapes(&self, states: &[StateId]) -> Shapes {
        let mut shapes = Shapes::new();
        for &column in &self.indexed_columns {
            shapes.push(self.components[column].shape(states[column]));
        }
        shapes
    }

    /// The states by which a row is found in the index.
    #[must_use]
    pub fn index_key(&self, states: &[StateId]) -> IndexKey {
        let mut key = IndexKey::new();
        for &column in &self.indexed_columns {
            key.push(self.components[column].index_state(states[column]));
        }
        key
    }

    /// Makes a live node known to coverage.
    pub fn index(&self, reached: &mut Reached, node: ArgId) {
        if !self.indexed_columns.is_empty() {
            let states = reached.states(node);
            let (shapes, key) = (self.shapes(states), self.index_key(states));
            reached.index(node, shapes, key);
        }
    }

    /// Whether any component ever merges.
    #[must_use]
    pub const fn merges(&self) -> bool {
        self.merges
    }

    /// Whether nothing is ever covered, not even by an equal state.
    #[must_use]
    pub const fn never_stops(&self) -> bool {
        self.never_stops
    }

    fn failure(&self, index: usize, error: CpaError) -> Failure {
        Failure { analysis: self.components[index].name().to_owned(), error }
    }

    /// What was taken for granted so far: by the components, and of the functions outside that were called.
    #[must_use]
    pub fn assumptions(&self, program: &Program) -> Vec<Assumption> {
        let foreign = self.foreign_calls.iter().map(|&edge| Assumption {
            kind: AssumptionKind::ForeignCall,
            place: program.edges[edge].span,
            subject: String::new(),
        });
        let mut all: Vec<Assumption> = self.components.iter().flat_map(|c| c.assumptions(program)).collect();
        all.extend(foreign);
        let null = self.null_calls.iter().map(|&edge| Assumption {
            kind: AssumptionKind::InvalidAccess,
            place: program.edges[edge].span,
            subject: String::new(),
        });
        all.extend(null);
        let exhausted = AssumptionKind::ExhaustedMemory;
        if program.allocates() && self.regard(exhausted) != Regard::Considers {
            all.push(Assumption::general(exhausted));
        }
        if self.regard(AssumptionKind::InvalidAccess) == Regard::Ignores {
            all.push(Assumption::general(AssumptionKind::InvalidAccess));
        }
        all
    }

    /// What is done about runs that an assumption would rule out, by whoever does most about them.
    fn regard(&self, kind: AssumptionKind) -> Regard {
        match self.components.iter().map(|c| c.regard(kind)).max() {
            // Who sees part of the program notes part of the places.
            Some(Regard::Notes) if self.lens.is_some() => Regard::Ignores,
            regard => regard.unwrap_or(Regard::Ignores),
        }
    }

    /// The composite state to start with.
    ///
    /// # Errors
    /// When a component has none.
    pub fn initial(&mut self, program: &Program, location: LocId) -> Result<(Row, PrecisionRow), Failure> {
        let (mut states, mut precisions) = (Row::new(), PrecisionRow::new());
        for index in 0..self.components.len() {
            let result = self.components[index].initial(program, location);
            let (state, precision) = result.map_err(|e| self.failure(index, e))?;
            states.push(state);
            precisions.push(precision);
        }
        Ok((states, precisions))
    }

    /// What analyses of values see of the program under these precisions; `None` is all of it.
    #[must_use]
    pub fn seen(&self, precisions: &[PrecisionId]) -> Option<Arc<Program>> {
        let lens = self.lens?;
        self.components[lens].seen(precisions[lens])
    }

    /// The edges that can be taken from a state.
    pub fn edges(&self, program: &Program, states: &[StateId], edges: &mut Vec<EdgeId>) {
        edges.clear();
        for (component, &state) in self.components.iter().zip(states) {
            component.select_edges(program, state, edges);
        }
    }

    /// Adds the successors of a state along an edge to `out`.
    ///
    /// # Errors
    /// When a component failed and none found the edge infeasible. Successors that could be computed are in
    /// `out` all the same.
    pub fn successors(
        &mut self,
        program: &Program,
        limits: &Limits,
        states: &[StateId],
        precisions: &[PrecisionId],
        edge_id: EdgeId,
        out: &mut Rows,
    ) -> Result<(), Failure> {
        let lens = self.seen(precisions);
        let seen = lens.as_deref().unwrap_or(program);
        let edge = &seen.edges[edge_id];
        if let Op::Unsupported(what) = edge.op {
            let error = CpaError::unsupported(program.names.resolve(what));
            return Err(Failure { analysis: "front end".to_owned(), error });
        }
        if let Op::Extern(call) = edge.op
            && program.extern_model(call) == LibFn::UnknownCallee
        {
            // What it would do nobody can say, whatever takes part.
            let error = CpaError::unsupported("a call through a pointer to an unknown function");
            return Err(Failure { analysis: "front end".to_owned(), error });
        }
        // What a call is assumed to do is assumed whether the call is seen or not.
        let calls = |model: LibFn| matches!(program.edges[edge_id].op, Op::Extern(call) if program.extern_model(call) == model);
        if calls(LibFn::Foreign) {
            self.foreign_calls.insert(edge_id);
        }
        if calls(LibFn::NullCall) {
            if self.regard(AssumptionKind::InvalidAccess) == Regard::Considers {
                let error = CpaError::unsupported("a call through a null pointer");
                return Err(Failure { analysis: "front end".to_owned(), error });
            }
            self.null_calls.insert(edge_id);
            return Ok(());
        }
        let mut failure = None;
        for index in 0..self.components.len() {
            let mut list = std::mem::take(&mut self.lists[index]);
            list.clear();
            let (own, left, right) = apart(&mut self.components, index);
            let before = Siblings::of_row(program, left, right, &self.assumers, states);
            let program = if own.is_control() { program } else { seen };
            let cx = TransferCx { program, edge_id, edge: &program.edges[edge_id], limits, before };
            let result = own.transfer(&cx, states[index], precisions[index], &mut list);
            let infeasible = result.is_ok() && list.is_empty();
            self.lists[index] = list;
            match result {
                Ok(()) if infeasible => return Ok(()),
                Ok(()) => {}
                Err(error @ CpaError::Stop(_)) => return Err(self.failure(index, error)),
                // A later component may still find that the edge cannot be taken at all.
                Err(error) if failure.is_none() => failure = Some(self.failure(index, error)),
                Err(_) => {}
            }
        }
        if let Some(failure) = failure {
            return Err(failure);
        }
        let mut result = Ok(());
        let total: usize = self.lists.iter().map(Vec::len).product();
        for number in 0..total {
            let mut row = self.row(number, total);
            let mut adjusted = PrecisionRow::from_slice(precisions);
            match self.refine_row((program, seen), limits, states, edge_id, &mut row, &mut adjusted) {
                Ok(true) => out.rows.push((row, adjusted)),
                Ok(false) => {}
                Err(failure) if matches!(failure.error, CpaError::Stop(_)) => return Err(failure),
                Err(failure) => result = result.and(Err(failure)),
            }
        }
        result
    }

    /// One of the combinations of the components' successors. The last component varies fastest, as nested
    /// loops would have it.
    fn row(&self, mut number: usize, mut combinations: usize) -> Row {
        let mut row = Row::new();
        for list in &self.lists {
            combinations /= list.len();
            row.push(list[number / combinations]);
            number %= combinations;
        }
        row
    }

    /// Strengthens and adjusts. False means bottom. Control sees all of the program, the others what they are shown.
    fn refine_row(
        &mut self,
        (all, seen): (&Program, &Program),
        limits: &Limits,
        states: &[StateId],
        edge_id: EdgeId,
        row: &mut Row,
        precisions: &mut PrecisionRow,
    ) -> Result<bool, Failure> {
        for number in 0..self.phases.len() {
            for position in 0..self.phases[number].1.len() {
                let (phase, index) = (self.phases[number].0, self.phases[number].1[position]);
                let (own, left, right) = apart(&mut self.components, index);
                let before = Siblings::of_row(all, left, right, &self.assumers, states);
                let program = if own.is_control() { all } else { seen };
                let cx = TransferCx { program, edge_id, edge: &program.edges[edge_id], limits, before };
                let after = Siblings::of_row(all, left, right, &self.assumers, row);
                let (state, precision) = (row[index], precisions[index]);
                let result = match phase {
                    Phase::Strengthen => {
                        own.strengthen(&cx, state, precision, &after).map(|s| s.map(|s| (s, precision)))
                    }
                    Phase::Adjust => own.adjust(&cx, state, precision, &after),
                };
                match result.map_err(|error| self.failure(index, error))? {
                    Some((state, precision)) => (row[index], precisions[index]) = (state, precision),
                    None => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    /// Asks every component.
    pub fn ask(&self, program: &Program, states: &[StateId], query: &mut Query) {
        for (component, &state) in self.components.iter().zip(states) {
            component.answer(program, state, query);
        }
    }

    /// The conditions that specifications add to a state, with the truth they must have.
    #[must_use]
    pub fn assumes(&self, program: &Program, states: &[StateId]) -> Vec<(ExprId, bool)> {
        let mut query = Query::Assumes(Vec::new());
        self.ask(program, states, &mut query);
        if let Query::Assumes(answer) = query { answer } else { Vec::new() }
    }

    /// The location of a state.
    #[must_use]
    pub fn location(&self, program: &Program, states: &[StateId]) -> Option<LocId> {
        let mut query = Query::Location(None);
        self.ask(program, states, &mut query);
        if let Query::Location(answer) = query { answer } else { None }
    }

    /// Whether any component says that a state is a violation.
    #[must_use]
    pub fn is_target(&self, states: &[StateId]) -> bool {
        self.components.iter().zip(states).any(|(c, &s)| c.target(s).is_some())
    }

    /// What makes a state a violation: what every component says.
    #[must_use]
    pub fn targets(&self, states: &[StateId]) -> Vec<TargetInfo> {
        self.components.iter().zip(states).filter_map(|(c, &s)| c.target(s)).collect()
    }

    /// A picture of memory in a state, from the first component that has one.
    #[must_use]
    pub fn picture(&self, program: &Program, states: &[StateId]) -> Option<Picture> {
        self.components.iter().zip(states).find_map(|(c, &s)| c.picture(program, s))
    }

    /// Lets every component abstract less from now on. False when none of them does.
    pub fn sharpen(&mut self) -> bool {
        let mut any = false;
        for component in &mut self.components {
            any |= component.sharpen();
        }
        any
    }

    /// Lets every component keep its states as they are from now on. False when none of them abstracted.
    pub fn stop_abstracting(&mut self) -> bool {
        let mut any = false;
        for component in &mut self.components {
            any |= component.stop_abstracting();
        }
        any
    }

    /// What every component cost.
    #[must_use]
    pub fn stats(&self) -> Vec<ComponentStats> {
        self.components.iter().map(|c| c.stats()).collect()
    }

    /// Forgets all states, for a restart. Precisions are kept.
    pub fn clear_states(&mut self) {
        for component in &mut self.components {
            component.clear_states();
        }
    }
}
