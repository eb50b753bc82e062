//! Which name means which variable, function or record.
//!
//! Writer and reader share this table, so that the writer knows when a bare name is enough: a name is
//! looked up among the variables of the function around it, then at file scope. Everything else is written
//! `name#number` and found by its number.

use crate::program::{FuncId, Program, VarId};
use crate::types::{RecordId, RecordKind};
use argand_support::{FxHashMap, Symbol};

/// What a lookup found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found<T> {
    /// Nothing has the name.
    Nothing,
    /// Exactly this one.
    One(T),
    /// More than one: a number must say which.
    Several,
}

/// The names of a program.
#[derive(Default)]
pub(crate) struct Scope {
    vars: FxHashMap<(Option<FuncId>, Symbol), Found<VarId>>,
    functions: FxHashMap<Symbol, Found<FuncId>>,
    records: FxHashMap<(RecordKind, Symbol), Found<RecordId>>,
}

fn note<K: std::hash::Hash + Eq, T>(map: &mut FxHashMap<K, Found<T>>, key: K, value: T) {
    map.entry(key).and_modify(|found| *found = Found::Several).or_insert(Found::One(value));
}

impl Scope {
    /// The names of everything in `program`.
    pub(crate) fn of(program: &Program) -> Self {
        let mut scope = Self::default();
        scope.add_records(program);
        scope.add_functions(program);
        scope.add_vars(program);
        scope
    }

    /// Adds the records, of which nothing else may be known yet.
    pub(super) fn add_records(&mut self, program: &Program) {
        for (id, record) in program.types.records() {
            if let Some(tag) = record.tag {
                note(&mut self.records, (record.kind, tag), id);
            }
        }
    }

    /// Adds the functions.
    pub(super) fn add_functions(&mut self, program: &Program) {
        for (id, function) in program.functions.iter_enumerated() {
            note(&mut self.functions, function.name, id);
        }
    }

    /// Adds the variables.
    pub(super) fn add_vars(&mut self, program: &Program) {
        for (id, var) in program.vars.iter_enumerated() {
            note(&mut self.vars, (var.func, var.name), id);
        }
    }

    /// The variable a bare name means inside `func`.
    pub(super) fn var(&self, func: Option<FuncId>, name: Symbol) -> Found<VarId> {
        let inner = func.and_then(|f| self.vars.get(&(Some(f), name)));
        inner.or_else(|| self.vars.get(&(None, name))).copied().unwrap_or(Found::Nothing)
    }

    /// The function a bare name means.
    pub(super) fn function(&self, name: Symbol) -> Found<FuncId> {
        self.functions.get(&name).copied().unwrap_or(Found::Nothing)
    }

    /// The record a bare tag means.
    pub(super) fn record(&self, kind: RecordKind, tag: Symbol) -> Found<RecordId> {
        self.records.get(&(kind, tag)).copied().unwrap_or(Found::Nothing)
    }
}
