//! From source files to a program: the order of the steps.
//!
//! 1. Every file is parsed and checked.
//! 2. Every unit says what it defines.
//! 3. Library functions that are used and defined nowhere get their models.
//! 4. Functions and variables of the definitions are made, so that bodies can be lowered in any order.
//! 5. Bodies and initialisers are lowered.
//! 6. The start-up code is written.
//! 7. The machine gets its registers and interrupts.

use crate::cx::{Caches, Shared, UnitCx};
use crate::files::{Files, MemoryFiles};
use crate::unit::{Source, Unit, read_source};
use crate::{Compilation, Options, body, diagnose, globals};
use argand_cfa::outline::Outline;
use argand_cfa::{Assumption, AssumptionKind, Program, TypeTable};
use argand_linker::startup::{self, Entry};
use argand_linker::{Links, UndefinedFunction, library};
use argand_support::{Diagnostic, Severity, SourceMap, Span};
use rucc_sema::{DeclId, DeclKind, ExprKind, Linkage};
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Lowering recurses with the tree, whose depth can reach the number of tokens: `a+a+a+…` is as deep as it
/// is long. The stack is reserved, not used, unless a program needs it.
const STACK_PER_BYTE: usize = 512;
const MIN_STACK: usize = 256 << 20;
const MAX_STACK: usize = 8 << 30;

/// A program with what is worth knowing about how it was made.
#[derive(Debug)]
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// Functions that are used and known to nobody.
    pub undefined_functions: Vec<UndefinedFunction>,
    /// What the program is taken to be where C or its source leave it open.
    pub assumptions: Vec<Assumption>,
    /// What looks wrong and does not keep the program from being used.
    pub warnings: Vec<Diagnostic>,
    /// What it took.
    pub stats: Stats,
}

/// What loading a program took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// The bytes of the input files, headers not counted.
    pub source_bytes: u64,
    /// The files, models of library functions not counted.
    pub units: usize,
    /// The time of each phase.
    pub times: PhaseTimes,
}

/// The time of each phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PhaseTimes {
    /// Reading files.
    pub read: Duration,
    /// Macros, directives and headers.
    pub preprocess: Duration,
    /// Tokens and trees.
    pub parse: Duration,
    /// Types and conversions.
    pub check: Duration,
    /// From trees to automata.
    pub lower: Duration,
    /// From the first byte to the finished program.
    pub total: Duration,
}

/// Why there is no program.
#[derive(Debug)]
pub struct Failure {
    /// What is wrong, at least one error.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts they point at.
    pub sources: SourceMap,
}

impl Failure {
    /// The error that says that the program is more than the front end takes, if nothing else is wrong with it.
    #[must_use]
    pub fn limit(&self) -> Option<&Diagnostic> {
        let mut errors = self.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let first = errors.next().filter(|d| d.beyond)?;
        errors.all(|d| d.beyond).then_some(first)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            f.write_str(&diagnostic.render(&self.sources, false))?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}

/// Reads C files and makes one program of them.
///
/// # Errors
/// What is wrong with the files.
pub fn load(inputs: &[PathBuf], options: &Options, files: &dyn Files) -> Result<Loaded, Failure> {
    let start = Instant::now();
    let sources = read_all(inputs, options, files)?;
    let mut loaded = on_large_stack(&sources, |sources| build(sources, options, files))?;
    loaded.stats.times.total = start.elapsed();
    loaded.stats.times.read = start.elapsed().saturating_sub(loaded.stats.times.preprocess_to_lower());
    Ok(loaded)
}

/// Reads C files again and says where the statements of their functions are. `names` are the files of the program that
/// was loaded from them, so that places are called the same.
///
/// # Errors
/// What is wrong with the files.
pub fn outline(
    inputs: &[PathBuf],
    options: &Options,
    files: &dyn Files,
    names: &SourceMap,
) -> Result<Outline, Failure> {
    let sources = read_all(inputs, options, files)?;
    on_large_stack(&sources, |sources| {
        let mut names = names.clone();
        let all = sources.iter().map(|source| crate::outline::of(source, options, files, &mut names));
        match all.collect() {
            Ok(files) => Ok(Outline { files }),
            Err(diagnostics) => Err(Failure { diagnostics, sources: names }),
        }
    })
}

fn read_all(inputs: &[PathBuf], options: &Options, files: &dyn Files) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    let mut errors = Vec::new();
    for path in inputs {
        match read_source(path, options, files) {
            Ok(source) => sources.push(source),
            Err(error) => errors.push(error),
        }
    }
    if inputs.is_empty() {
        errors.push(Diagnostic::error("no input file", Span::NONE));
    }
    if !errors.is_empty() {
        return Err(Failure { diagnostics: errors, sources: SourceMap::default() });
    }
    Ok(sources)
}

/// Makes a program of one text, for tests. No headers but the compiler's own can be included.
///
/// # Errors
/// What is wrong with the text.
pub fn load_str(text: &str, options: &Options) -> Result<Loaded, Failure> {
    let mut files = MemoryFiles::default();
    files.insert("test.c", text);
    load(&[PathBuf::from("test.c")], options, &files)
}

/// The outline of one text, for tests. `names` are the files of the program that was made of it.
///
/// # Errors
/// What is wrong with the text.
pub fn outline_str(text: &str, options: &Options, names: &SourceMap) -> Result<Outline, Failure> {
    let mut files = MemoryFiles::default();
    files.insert("test.c", text);
    outline(&[PathBuf::from("test.c")], options, &files, names)
}

impl PhaseTimes {
    fn preprocess_to_lower(&self) -> Duration {
        self.preprocess + self.parse + self.check + self.lower
    }
}

impl Failure {
    /// A fault of the front end or of the parser under it, not of the program.
    fn internal(panic: &(dyn std::any::Any + Send)) -> Self {
        let text = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let message =
            format!("internal error: {}; please report it", text.unwrap_or("the front end panicked"));
        Self { diagnostics: vec![Diagnostic::error(message, Span::NONE)], sources: SourceMap::default() }
    }
}

/// Runs the work on a thread whose stack fits the deepest tree the sources can hold.
fn on_large_stack<T: Send>(
    sources: &[Source],
    work: impl Fn(&[Source]) -> Result<T, Failure> + Sync,
) -> Result<T, Failure> {
    let bytes: usize = sources.iter().map(|s| s.bytes.len()).sum();
    let mut size = bytes.saturating_mul(STACK_PER_BYTE).clamp(MIN_STACK, MAX_STACK);
    loop {
        let work = &work;
        let outcome = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new()
                .name("frontend".to_owned())
                .stack_size(size)
                .spawn_scoped(scope, move || work(sources));
            thread.ok().map(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => Err(Failure::internal(&*panic)),
            })
        });
        match outcome {
            Some(result) => return result,
            // The system refuses a reservation of that size: try with less.
            None if size > 1 << 20 => size /= 2,
            None => {
                let error = Diagnostic::error("the system gives no memory for a thread", Span::NONE);
                return Err(Failure { diagnostics: vec![error], sources: SourceMap::default() });
            }
        }
    }
}

/// A program on its way, with the units it is made of.
struct Load<'a> {
    options: &'a Options,
    files: &'a dyn Files,
    program: Program,
    links: Links<DeclId>,
    shared: Shared,
    /// The user's units, then the models of library functions.
    units: Vec<Unit>,
    /// What is known of each unit.
    caches: Vec<Caches>,
    /// What of the sources is passed over.
    notes: Vec<Diagnostic>,
    stats: Stats,
}

fn build(sources: &[Source], options: &Options, files: &dyn Files) -> Result<Loaded, Failure> {
    let mut load = Load {
        options,
        files,
        program: Program::new(TypeTable::new(options.data_model)),
        links: Links::new(options.externs.clone()),
        shared: Shared { volatile: options.volatile, ..Shared::default() },
        units: Vec::with_capacity(sources.len() + 1),
        caches: Vec::with_capacity(sources.len() + 1),
        notes: Vec::new(),
        stats: Stats {
            source_bytes: sources.iter().map(|s| s.bytes.len() as u64).sum(),
            units: sources.len(),
            ..Stats::default()
        },
    };
    match load.run(sources) {
        Ok(assumptions) => Ok(Loaded {
            undefined_functions: load.links.undefined_functions(&load.program),
            program: load.program,
            assumptions,
            warnings: load.notes,
            stats: load.stats,
        }),
        Err(diagnostics) => Err(Failure { diagnostics, sources: load.program.sources }),
    }
}

impl Load<'_> {
    /// Takes all steps; what the program is taken to be.
    fn run(&mut self, sources: &[Source]) -> Result<Vec<Assumption>, Vec<Diagnostic>> {
        let user = sources.len();
        let mut errors = Vec::new();
        for source in sources {
            errors.extend(self.parse(source).err().into_iter().flatten());
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let clock = Instant::now();
        for unit in &self.units {
            let texts = &mut self.program.sources;
            diagnose::add_texts(&unit.session.sources, texts, |f| f.system_from.is_none());
        }
        self.each_unit(0..user, globals::collect);
        self.stats.times.lower += clock.elapsed();

        // An allocation of the program's own fails or not as it is written.
        let own = library::FAILING.iter().any(|(name, _)| self.links.defines(&self.program, name));
        let failing = self.options.malloc_may_fail && !own;
        self.units.iter_mut().for_each(|unit| unit.malloc_may_fail = failing);
        if let Some(library) = self.needed_models(failing) {
            self.parse(&library)?;
            self.units.iter_mut().for_each(|unit| unit.malloc_may_fail = failing);
        }
        let clock = Instant::now();
        self.link(user);
        let entry = self.find_entry(&sources[0].name);
        let Some(entry) = entry.filter(|_| self.links.errors.is_empty()) else {
            return Err(std::mem::take(&mut self.links.errors));
        };
        let order = self.lower(&entry);
        if !self.links.errors.is_empty() {
            return Err(std::mem::take(&mut self.links.errors));
        }
        self.program.finish();
        let machine = self.options.firmware.apply(&mut self.program)?;
        debug_assert_eq!(argand_cfa::verify::verify(&self.program), [], "the lowering breaks an invariant");
        self.stats.times.lower += clock.elapsed();
        let mut assumptions = self.links.extern_assumptions(&self.program);
        assumptions.append(&mut self.links.assumptions);
        if self.shared.volatile_reads.iter().any(|place| !machine.registers.contains(place)) {
            assumptions.push(Assumption::general(AssumptionKind::VolatileMemory));
        }
        assumptions.extend(machine.assumptions);
        assumptions.extend(sources.iter().filter_map(|source| source.compilation.loose_floats.as_ref()).map(
            |option| Assumption {
                subject: option.clone(),
                ..Assumption::general(AssumptionKind::IeeeFloats)
            },
        ));
        assumptions.extend(order);
        argand_cfa::assumption::tidy(&mut assumptions);
        Ok(assumptions)
    }

    /// Adds a unit.
    fn parse(&mut self, source: &Source) -> Result<(), Vec<Diagnostic>> {
        let (texts, times) = (&mut self.program.sources, &mut self.stats.times);
        let mut unit = Unit::parse(source, self.options, self.files, texts, times)?;
        self.notes.append(&mut unit.notes);
        self.units.push(unit);
        self.caches.push(Caches::default());
        Ok(())
    }

    fn each_unit(&mut self, units: Range<usize>, work: impl Fn(&mut UnitCx<'_>, usize)) {
        for index in units {
            let mut cx = UnitCx {
                unit: &self.units[index],
                program: &mut self.program,
                links: &mut self.links,
                shared: &mut self.shared,
                caches: std::mem::take(&mut self.caches[index]),
            };
            work(&mut cx, index);
            self.caches[index] = cx.caches;
        }
    }

    /// Makes the functions and variables of all definitions. The first units, `user` of them, have said what they define.
    fn link(&mut self, user: usize) {
        let all = self.units.len();
        self.each_unit(user..all, globals::collect);
        if user > 1 || self.units[user..].iter().any(|unit| unit.types.records().next().is_some()) {
            self.each_unit(0..all, |cx, _| cx.share_records());
        }
        self.each_unit(0..all, globals::create);
        self.each_unit(0..all, globals::link_aliases);
        if user > 1 {
            self.each_unit(0..user, |cx, index| globals::check(cx, (index, user)));
        }
    }

    /// Finds the entry function. A missing one is an error in `file`.
    fn find_entry(&mut self, file: &str) -> Option<Entry> {
        let name = &self.options.entry;
        let (owner, func) = self.links.find_entry(&mut self.program, name, file)?;
        let unit = &self.units[owner.unit];
        debug_assert_eq!(globals::link_name(unit, owner.decl), *name);
        let params = &unit.tast[unit.tast[owner.decl].params];
        let mut used = vec![false; params.len()];
        for decl in named_decls(unit) {
            if let Some(param) = params.iter().position(|&p| p == decl) {
                used[param] = true;
            }
        }
        let harness = self.options.harness.clone();
        if let Some(harness) = &harness {
            self.links.errors.extend(harness.problems(&self.program, func));
            self.links.assumptions.push(Assumption {
                kind: AssumptionKind::FunctionArguments,
                place: self.program.functions[func].span,
                subject: name.clone(),
            });
        }
        Some(Entry { func, used, harness })
    }

    /// Lowers bodies and initialisers and writes the start-up code; what is taken for granted of the order of operands.
    fn lower(&mut self, entry: &Entry) -> Vec<Assumption> {
        let (program, links, shared) = (&mut self.program, &mut self.links, &mut self.shared);
        reserve(program, &self.units);
        // Units are dropped one by one: their trees take much memory.
        for (unit, caches) in
            std::mem::take(&mut self.units).into_iter().zip(std::mem::take(&mut self.caches))
        {
            let mut cx = UnitCx { unit: &unit, program, links, shared, caches };
            for (decl, func) in std::mem::take(&mut cx.caches.definitions) {
                cx.enter(func);
                body::lower_body(&mut cx, decl, func);
            }
            cx.lower_pending();
        }
        links.resolve_calls(program);
        let order = body::order_assumptions(program, &std::mem::take(&mut shared.unsequenced));
        startup::build(program, links, entry);
        order
    }

    /// The unit of library models that the program needs, if it needs any, where allocation may fail or not.
    fn needed_models(&self, failing: bool) -> Option<Source> {
        let mut names: Vec<String> = Vec::new();
        for unit in &self.units {
            let mut seen = vec![false; unit.tast.counts().decls];
            for decl in named_decls(unit) {
                if std::mem::replace(&mut seen[decl.index()], true) || !is_declared_only(unit, decl) {
                    continue;
                }
                let name = globals::link_name(unit, decl);
                if !self.links.defines(&self.program, &name) {
                    names.push(name.into_owned());
                }
            }
        }
        if failing {
            // The models of other functions allocate, too.
            names.extend(library::FAILING.map(|(_, model)| model.to_owned()));
        }
        self.links.models_for(&self.program, &names).map(|text| Source {
            name: "<library>".to_owned(),
            bytes: text.into_bytes().into(),
            preprocessed: true,
            library: true,
            compilation: Compilation::default(),
        })
    }
}

/// The declarations that the expressions of a unit name, as often as they do.
fn named_decls(unit: &Unit) -> impl Iterator<Item = DeclId> {
    (0..unit.tast.counts().exprs).filter_map(|index| {
        match unit.tast[rucc_sema::ExprId::from_usize(index)].kind {
            ExprKind::Decl(decl) => Some(decl),
            _ => None,
        }
    })
}

/// Whether a unit leaves the definition of a function or object to others.
fn is_declared_only(unit: &Unit, decl: DeclId) -> bool {
    let node = &unit.tast[decl];
    match node.kind {
        DeclKind::Function => node.body.is_none(),
        DeclKind::Object => {
            node.linkage == Linkage::External && node.state == rucc_sema::Definition::Declared
        }
        DeclKind::Type => false,
    }
}

/// Makes room for the automata, so that they are not moved as they grow: moving a large table takes as much
/// memory again. There are seldom more edges than half the expressions.
fn reserve(program: &mut Program, units: &[Unit]) {
    let exprs: usize = units.iter().map(|unit| unit.tast.counts().exprs).sum();
    program.edges.reserve(exprs / 2);
    program.locs.reserve(exprs / 3);
}
