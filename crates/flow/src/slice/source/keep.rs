//! Which statements of a text stay.

use super::lexemes::{Declared, declared, words};
use crate::dependence::{Cell, Dependences};
use crate::slice::{Criterion, Slice};
use argand_cfa::outline::{Outline, OutlinedFile, OutlinedFunction, StatementId, StatementKind};
use argand_cfa::{FuncId, LocId, Op, Origin, Program};
use argand_support::{FxHashMap, FxHashSet, Idx as _, IndexVec, Span};
use std::collections::BTreeSet;

/// What of one file stays.
pub(super) struct KeptFile<'a> {
    pub outline: &'a OutlinedFile,
    /// The statements that stay.
    pub kept: IndexVec<StatementId, bool>,
    /// Those of them whose steps are needed; a `return` can stay for where it leads alone.
    pub needed: IndexVec<StatementId, bool>,
    /// The steps of each statement itself, its parts left out.
    steps: IndexVec<StatementId, Vec<LocId>>,
    /// What declarations look like that stay for their names alone.
    pub declarations: FxHashMap<StatementId, Declared>,
    /// For each function the one of the program, if it has steps.
    pub functions: Vec<Option<FuncId>>,
}

/// What stays of a program.
pub(super) struct Kept<'a, 'p> {
    graph: &'a Dependences<'p>,
    pub files: Vec<KeptFile<'a>>,
    /// The statements of steps.
    statements: FxHashMap<LocId, Vec<(usize, StatementId)>>,
    /// The functions that are not in the outline, or not wholly: they stay as they are.
    pub fixed: FxHashMap<FuncId, Vec<LocId>>,
    /// The steps that end the program.
    ends: Vec<LocId>,
    criterion: Criterion,
    steps: FxHashSet<LocId>,
    values: FxHashSet<(LocId, Cell)>,
}

/// Where a step is in the source, if the text says so.
fn place(program: &Program, loc: LocId) -> Option<Span> {
    let says =
        |op: &Op| !matches!(op, Op::Noop | Op::Dead { .. } | Op::Declare { size: None, .. } | Op::Return(_));
    let mut edges = program.locs[loc].out.iter().map(|&edge| &program.edges[edge]);
    edges.find(|edge| says(&edge.op) && !edge.span.is_none()).map(|edge| edge.span)
}

impl<'a, 'p> Kept<'a, 'p> {
    pub fn new(graph: &'a Dependences<'p>, outline: &'a Outline, criterion: Criterion) -> Self {
        let files = outline.files.iter().map(|file| KeptFile {
            outline: file,
            kept: IndexVec::filled(false, file.statements.len()),
            needed: IndexVec::filled(false, file.statements.len()),
            steps: IndexVec::filled(Vec::new(), file.statements.len()),
            declarations: FxHashMap::default(),
            functions: vec![None; file.functions.len()],
        });
        let mut this = Self {
            graph,
            files: files.collect(),
            statements: FxHashMap::default(),
            fixed: FxHashMap::default(),
            ends: Vec::new(),
            steps: criterion.steps.iter().copied().collect(),
            values: criterion.values.iter().copied().collect(),
            criterion,
        };
        this.find_statements();
        this.find_declarations();
        this
    }

    /// Finds the statements of all steps of the user's functions.
    fn find_statements(&mut self) {
        let program = self.graph.program;
        let mut members: IndexVec<FuncId, Vec<LocId>> = IndexVec::filled(Vec::new(), program.functions.len());
        for (loc, data) in program.locs.iter_enumerated() {
            if loc != program.halt && program.functions[data.func].origin == Origin::User {
                members[data.func].push(loc);
            }
        }
        for (func, locs) in members.iter_enumerated() {
            let mut all_found = true;
            for &loc in locs {
                let Some(place) = place(program, loc) else { continue };
                let found = self.statements_at(func, place);
                all_found &= !found.is_empty();
                for &(file, id) in &found {
                    self.files[file].steps[id].push(loc);
                }
                self.statements.insert(loc, found);
                let halts = |&edge: &_| matches!(program.edges[edge].op, Op::Halt(_));
                if program.locs[loc].out.iter().any(halts) {
                    self.ends.push(loc);
                }
            }
            if !all_found {
                self.fixed.insert(func, locs.clone());
            }
        }
    }

    fn statements_at(&mut self, func: FuncId, place: Span) -> Vec<(usize, StatementId)> {
        let mut found = Vec::new();
        for (number, file) in self.files.iter_mut().enumerate() {
            for (index, function) in file.outline.functions.iter().enumerate() {
                if function.at.holds(place) && file.functions[index].is_none_or(|known| known == func) {
                    file.functions[index] = Some(func);
                    found.extend(file.outline.at(function, place).into_iter().map(|id| (number, id)));
                }
            }
        }
        found
    }

    fn find_declarations(&mut self) {
        let program = self.graph.program;
        for file in &mut self.files {
            for (id, statement) in file.outline.statements.iter_enumerated() {
                if statement.kind == StatementKind::Declaration {
                    let mut declared = declared(&file.outline.text[statement.at.start..statement.at.end]);
                    let steps = &file.steps[id];
                    let sizes = |&loc: &LocId| {
                        let mut out = program.locs[loc].out.iter();
                        out.any(|&edge| matches!(program.edges[edge].op, Op::Declare { .. }))
                    };
                    let hidden = declared.initialisers.as_ref().is_some_and(Vec::is_empty);
                    if steps.iter().any(sizes) || (hidden && !steps.is_empty()) {
                        declared.initialisers = None;
                    }
                    file.declarations.insert(id, declared);
                }
            }
        }
    }

    /// Lets everything stay that must, and gives the slice of it.
    pub fn close(&mut self) -> Slice {
        loop {
            let before = (self.steps.len(), self.values.len());
            let slice = Slice::of(self.graph, &self.criterion);
            let in_slice: Vec<LocId> =
                self.graph.program.locs.indices().filter(|&loc| slice.has_step(loc)).collect();
            for loc in in_slice {
                self.touch(loc);
            }
            self.keep_ends(&slice);
            while self.keep_jumps() | self.keep_declarations() {}
            if before == (self.steps.len(), self.values.len()) {
                return slice;
            }
        }
    }

    /// A step is in the slice: its statement stays.
    fn touch(&mut self, loc: LocId) {
        let func = self.graph.program.locs[loc].func;
        if let Some(all) = self.fixed.get(&func) {
            for loc in all.clone() {
                self.need(loc);
            }
        }
        for (file, id) in self.statements.get(&loc).cloned().unwrap_or_default() {
            self.keep(file, id, true);
        }
    }

    /// A step must happen as it does, and the arguments of its call are computed.
    fn need(&mut self, loc: LocId) {
        if self.steps.insert(loc) {
            self.criterion.steps.push(loc);
        }
        if let Some(site) = self.graph.call_at(loc) {
            for &cell in self.graph.cells.arguments(site).iter().flat_map(|argument| argument.iter()) {
                if self.values.insert((loc, cell)) {
                    self.criterion.values.push((loc, cell));
                }
            }
        }
    }

    /// Lets a statement stay; `needed` says whether for what it does, or only for where it leads.
    fn keep(&mut self, file: usize, id: StatementId, needed: bool) {
        let statement = &self.files[file].outline.statements[id];
        let bare = !needed && self.files[file].bare_return(self.graph.program, id).is_some();
        let here = &mut self.files[file];
        let news = !std::mem::replace(&mut here.kept[id], true);
        if !bare && !std::mem::replace(&mut here.needed[id], true) {
            for loc in here.steps[id].clone() {
                self.need(loc);
            }
        }
        if !news {
            return;
        }
        if let Some(parent) = statement.parent {
            self.keep(file, parent, true);
        }
        match &statement.kind {
            StatementKind::Switch => self.keep_cases(file, id),
            StatementKind::Goto(label) => self.keep_labels(file, id, Some(label)),
            _ => {}
        }
        if statement.hidden.jumps {
            self.keep_labels(file, id, None);
        }
    }

    /// The labels that a `switch` leads to.
    fn keep_cases(&mut self, file: usize, switch: StatementId) {
        let statements = &self.files[file].outline.statements;
        let mut work = statements[switch].parts.clone();
        while let Some(id) = work.pop() {
            let statement = &statements[id];
            if statement.kind == StatementKind::Label(None) || statement.hidden.cases {
                self.keep(file, id, true);
            }
            if statement.kind != StatementKind::Switch {
                work.extend(&statement.parts);
            }
        }
    }

    /// The labels of one name in the function of a statement, or all of them.
    fn keep_labels(&mut self, file: usize, from: StatementId, name: Option<&String>) {
        let outline = self.files[file].outline;
        for id in self.files[file].function_of(from) {
            let statement = &outline.statements[id];
            let here = match &statement.kind {
                StatementKind::Label(Some(label)) => name.is_none_or(|name| name == label),
                _ => false,
            };
            let inside = &statement.hidden.labels;
            if here || name.map_or(!inside.is_empty(), |name| inside.contains(name)) {
                self.keep(file, id, true);
            }
        }
    }

    /// What ends the program stays where something that stays decides about it, or where its function is called for that.
    fn keep_ends(&mut self, slice: &Slice) {
        let graph = self.graph;
        let program = graph.program;
        let called: FxHashSet<FuncId> = (program.call_sites.iter())
            .filter(|site| slice.has_step(site.call))
            .map(|site| site.callee)
            .collect();
        for loc in self.ends.clone() {
            let decided = graph.control.on(loc).iter().any(|&branch| slice.has_step(branch));
            let entered = graph.control.is_by_entry(loc) && called.contains(&program.locs[loc].func);
            if decided || entered {
                self.touch(loc);
            }
        }
    }

    /// Lets jumps stay that lead past something that stays; whether there were any.
    fn keep_jumps(&mut self) -> bool {
        let mut missing = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            for function in &file.outline.functions {
                if !file.kept[function.body] {
                    continue;
                }
                for id in file.function_of(function.body) {
                    let hidden = file.outline.statements[id].hidden.jumps;
                    if !file.kept[id] && (hidden || file.leads_past(id)) {
                        missing.push((number, id));
                    }
                }
            }
        }
        for &(file, id) in &missing {
            self.keep(file, id, false);
        }
        !missing.is_empty()
    }

    /// Lets declarations stay as they are that are named and cannot do without their values; whether there were any.
    fn keep_declarations(&mut self) -> bool {
        let mut missing = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            for function in &file.outline.functions {
                let (_, declarations) = file.mentioned(function);
                let whole = |id: &StatementId| {
                    let statement = &file.outline.statements[*id];
                    let text = &file.outline.text[statement.at.start..statement.at.end];
                    let cleans = words(text).any(|word| matches!(word, "cleanup" | "__cleanup__"));
                    let must = file.declarations[id].initialisers.is_none() || cleans;
                    must && !file.kept[*id] && !file.steps[*id].is_empty()
                };
                missing.extend(declarations.into_iter().filter(whole).map(|id| (number, id)));
            }
        }
        for &(file, id) in &missing {
            self.keep(file, id, true);
        }
        !missing.is_empty()
    }
}

impl KeptFile<'_> {
    /// All statements of the function that one belongs to.
    fn function_of(&self, id: StatementId) -> impl Iterator<Item = StatementId> + use<> {
        let bodies = self.outline.functions.iter().map(|function| function.body);
        let first = bodies.clone().filter(|&body| body <= id).max().unwrap_or(id);
        let after = bodies.filter(|&body| body > id).min();
        let after = after.map_or(self.outline.statements.len(), argand_support::Idx::index);
        (first.index()..after).map(StatementId::from_usize)
    }

    /// What a `return` whose value nobody needs looks like, if that can be written.
    pub fn bare_return(&self, program: &Program, id: StatementId) -> Option<&'static str> {
        let statement = &self.outline.statements[id];
        if statement.kind != StatementKind::Return || statement.hidden.jumps {
            return None;
        }
        let functions = self.outline.functions.iter().zip(&self.functions);
        let (_, func) = functions.filter(|(function, _)| function.body <= id).max_by_key(|(f, _)| f.body)?;
        let text = match program.functions[(*func)?].ret {
            None if self.steps[id].is_empty() => "return;",
            Some(ret) if program.types.is_scalar(program.vars[ret].ty) => "return 0;",
            _ => return None,
        };
        (statement.at.end - statement.at.start >= text.len()).then_some(text)
    }

    /// Whether a statement is a jump over something that stays: control would come by it if the jump were not there.
    fn leads_past(&self, jump: StatementId) -> bool {
        let statements = &self.outline.statements;
        let kind = &statements[jump].kind;
        let (is_return, label) = match kind {
            StatementKind::Return => (true, None),
            StatementKind::Goto(label) => (false, Some(label)),
            StatementKind::Break | StatementKind::Continue => (false, None),
            _ => return false,
        };
        let mut at = jump;
        while let Some(parent) = statements[at].parent {
            let around = &statements[parent];
            match around.kind {
                StatementKind::Block => {
                    let here = around.parts.iter().position(|&part| part == at).unwrap_or(0);
                    let target = label
                        .and_then(|name| around.parts.iter().position(|&part| self.is_labelled(part, name)));
                    let between = match target {
                        Some(target) if target <= here => &around.parts[target..=here],
                        Some(target) => &around.parts[here + 1..target],
                        None => &around.parts[here + 1..],
                    };
                    if between.iter().any(|&part| self.kept[part]) {
                        return true;
                    }
                    if target.is_some() {
                        return false;
                    }
                }
                StatementKind::Loop if *kind == StatementKind::Continue => return false,
                StatementKind::Loop if *kind == StatementKind::Break || self.kept[parent] => {
                    return self.kept[parent];
                }
                StatementKind::Switch if *kind == StatementKind::Break => return false,
                _ => {}
            }
            at = parent;
        }
        // The label is not on the way: it leads back, or into something.
        !is_return && label.is_some()
    }

    /// Whether a statement begins with a label of this name.
    fn is_labelled(&self, mut id: StatementId, name: &str) -> bool {
        loop {
            let statement = &self.outline.statements[id];
            match &statement.kind {
                StatementKind::Label(label) if label.as_deref() == Some(name) => return true,
                StatementKind::Label(_) => match statement.parts.first() {
                    Some(&part) => id = part,
                    None => return false,
                },
                _ => return false,
            }
        }
    }

    /// The text of a statement without its parts.
    fn own_text(&self, id: StatementId) -> Vec<&str> {
        let statement = &self.outline.statements[id];
        let mut start = statement.at.start;
        let mut texts = Vec::new();
        for &part in &statement.parts {
            let part = self.outline.statements[part].at;
            texts.push(&self.outline.text[start..part.start]);
            start = part.end;
        }
        texts.push(&self.outline.text[start..statement.at.end]);
        texts
    }

    /// The words in what stays of a function, and the declarations that stay because they declare one of them.
    pub fn mentioned(&self, function: &OutlinedFunction) -> (BTreeSet<&str>, Vec<StatementId>) {
        let mut found: BTreeSet<&str> = BTreeSet::new();
        if !self.kept[function.body] {
            return (found, Vec::new());
        }
        for id in self.function_of(function.body).filter(|&id| self.kept[id]) {
            found.extend(self.own_text(id).into_iter().flat_map(words));
        }
        let mut declarations = Vec::new();
        // A declaration names only what is declared before it.
        for id in self.function_of(function.body).collect::<Vec<_>>().into_iter().rev() {
            let statement = &self.outline.statements[id];
            let Some(declared) = self.declarations.get(&id).filter(|_| !self.kept[id]) else { continue };
            let alive = statement.parent.is_some_and(|parent| self.kept[parent]);
            let named = || {
                declared
                    .names
                    .iter()
                    .any(|name| found.contains(&**name) || self.outline.included.contains(name))
            };
            if alive && (declared.defines_types || named()) {
                found.extend(self.own_text(id).into_iter().flat_map(words));
                declarations.push(id);
            }
        }
        (found, declarations)
    }
}
