//! From source files to a program: the order of the steps.
//!
//! 1. Every file is parsed and checked.
//! 2. Every unit says what it defines.
//! 3. Library functions that are used and defined nowhere get their models.
//! 4. Functions and variables of the definitions are made, so that bodies can be lowered in any order.
//! 5. Bodies and initialisers are lowered.
//! 6. The start-up code is written.

use crate::cx::{Caches, UnitCx};
use crate::files::{Files, MemoryFiles};
use crate::links::Links;
use crate::unit::{Source, Unit, read_source};
use crate::{Options, body, diagnose, externs, globals, library, linkage, startup};
use argand_cfa::{Assumption, Body, FuncId, LibFn, Origin, Program, TypeTable};
use argand_support::{Diagnostic, SourceMap, Span};
use rucc_sema::{DeclKind, ExprKind, Linkage};
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

/// A function that is used and known to nobody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndefinedFunction {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
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
    /// The error that says that the program is too much for the parser, if that is all that is wrong with it.
    #[must_use]
    pub fn limit(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|d| diagnose::is_limit(d))
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
    let mut loaded = on_large_stack(&sources, |sources| build(sources, options, files))?;
    loaded.stats.times.total = start.elapsed();
    loaded.stats.times.read = start.elapsed().saturating_sub(loaded.stats.times.preprocess_to_lower());
    Ok(loaded)
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
fn on_large_stack(
    sources: &[Source],
    work: impl Fn(&[Source]) -> Result<Loaded, Failure> + Sync,
) -> Result<Loaded, Failure> {
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

fn build(sources: &[Source], options: &Options, files: &dyn Files) -> Result<Loaded, Failure> {
    let mut program = Program::new(TypeTable::new(options.data_model));
    let mut stats = Stats {
        source_bytes: sources.iter().map(|s| s.bytes.len() as u64).sum(),
        units: sources.len(),
        ..Stats::default()
    };
    let mut units = Vec::with_capacity(sources.len() + 1);
    let mut errors = Vec::new();
    for source in sources {
        match Unit::parse(source, options, files, &mut program.sources, &mut stats.times) {
            Ok(unit) => units.push(unit),
            Err(found) => errors.extend(found),
        }
    }
    if !errors.is_empty() {
        return Err(Failure { diagnostics: errors, sources: program.sources });
    }
    let clock = Instant::now();
    for unit in &units {
        diagnose::add_texts(&unit.session.sources, &mut program.sources, |f| f.system_from.is_none());
    }
    let mut links =
        Links { externs: options.externs.clone(), volatile: options.volatile, ..Links::default() };
    let mut caches: Vec<Caches> = units.iter().map(|_| Caches::default()).collect();
    each_unit(&units, &mut caches, &mut program, &mut links, globals::collect);
    stats.times.lower += clock.elapsed();

    if let Some(library) = needed_models(&units, &program, &links) {
        match Unit::parse(&library, options, files, &mut program.sources, &mut stats.times) {
            Ok(unit) => units.push(unit),
            Err(found) => return Err(Failure { diagnostics: found, sources: program.sources }),
        }
        caches.push(Caches::default());
    }
    let clock = Instant::now();
    let (last, user) = (units.len() - 1, sources.len());
    if units.len() > user {
        let mut cx = UnitCx {
            unit: &units[last],
            program: &mut program,
            links: &mut links,
            caches: std::mem::take(&mut caches[last]),
        };
        globals::collect(&mut cx, last);
        caches[last] = cx.caches;
    }
    if user > 1 || units[user..].iter().any(|unit| unit.types.records().next().is_some()) {
        each_unit(&units, &mut caches, &mut program, &mut links, |cx, _| cx.share_records());
    }
    each_unit(&units, &mut caches, &mut program, &mut links, globals::create);
    each_unit(&units, &mut caches, &mut program, &mut links, globals::link_aliases);
    if user > 1 {
        each_unit(&units[..user], &mut caches, &mut program, &mut links, linkage::check);
    }
    let entry = startup::find_entry(&units, &mut program, &mut links, &options.entry, &sources[0].name);
    let Some(entry) = entry.filter(|_| links.errors.is_empty()) else {
        return Err(Failure { diagnostics: links.errors, sources: program.sources });
    };
    reserve(&mut program, &units);
    for (unit, caches) in units.into_iter().zip(caches) {
        let mut cx = UnitCx { unit: &unit, program: &mut program, links: &mut links, caches };
        for (decl, func) in std::mem::take(&mut cx.caches.definitions) {
            cx.enter(func);
            body::lower_body(&mut cx, decl, func);
        }
        cx.lower_pending();
    }
    body::finish(&mut program, &mut links);
    let order = body::order_assumptions(&program, &std::mem::take(&mut links.unsequenced));
    startup::build(&mut program, &mut links, &entry);
    if !links.errors.is_empty() {
        return Err(Failure { diagnostics: links.errors, sources: program.sources });
    }
    program.finish();
    debug_assert_eq!(argand_cfa::verify::verify(&program), [], "the lowering breaks an invariant");
    stats.times.lower += clock.elapsed();
    let undefined_functions = undefined_functions(&program, &links);
    let mut assumptions = externs::assumptions(&program, |id| is_undefined(&program, &links, id));
    assumptions.append(&mut links.assumptions);
    assumptions.extend(order);
    argand_cfa::assumption::tidy(&mut assumptions);
    Ok(Loaded { program, undefined_functions, assumptions, warnings: Vec::new(), stats })
}

fn each_unit(
    units: &[Unit],
    caches: &mut [Caches],
    program: &mut Program,
    links: &mut Links,
    work: impl Fn(&mut UnitCx<'_>, usize),
) {
    for (index, unit) in units.iter().enumerate() {
        let caches_here = std::mem::take(&mut caches[index]);
        let mut cx = UnitCx { unit, program, links, caches: caches_here };
        work(&mut cx, index);
        caches[index] = cx.caches;
    }
}

/// Makes room for the automata, so that they are not moved as they grow: moving a large table takes as much
/// memory again. There are seldom more edges than half the expressions.
fn reserve(program: &mut Program, units: &[Unit]) {
    let exprs: usize = units.iter().map(|unit| unit.tast.counts().exprs).sum();
    program.edges.reserve(exprs / 2);
    program.locs.reserve(exprs / 3);
}

/// The unit of library models that the program needs, if it needs any.
fn needed_models(units: &[Unit], program: &Program, links: &Links) -> Option<Source> {
    let defined = |name: &str| program.names.find(name).is_some_and(|name| links.owners.contains_key(&name));
    let mut names: Vec<String> = Vec::new();
    for unit in units {
        let mut seen = vec![false; unit.tast.counts().decls];
        for index in 0..unit.tast.counts().exprs {
            let ExprKind::Decl(decl) = unit.tast[rucc_sema::ExprId::from_usize(index)].kind else { continue };
            if std::mem::replace(&mut seen[decl.index()], true) {
                continue;
            }
            let node = &unit.tast[decl];
            let declared = match node.kind {
                DeclKind::Function => node.body.is_none(),
                DeclKind::Object => {
                    node.linkage == Linkage::External && node.state == rucc_sema::Definition::Declared
                }
                DeclKind::Type => false,
            };
            if declared {
                let name = globals::link_name(unit, decl);
                if !defined(&name) {
                    names.push(name.into_owned());
                }
            }
        }
    }
    let sections = library::select(names.iter().map(String::as_str), &defined);
    (!sections.is_empty()).then(|| Source {
        name: "<library>".to_owned(),
        bytes: library::source(&sections).into_bytes().into(),
        preprocessed: true,
        library: true,
    })
}

fn undefined_functions(program: &Program, links: &Links) -> Vec<UndefinedFunction> {
    let mut out: Vec<_> = program
        .functions
        .iter_enumerated()
        .filter(|&(id, _)| is_undefined(program, links, id))
        .map(|(id, f)| UndefinedFunction { name: program.func_name(id).to_owned(), span: f.span })
        .collect();
    out.sort_by(|a, b| a.name.cmp(&b.name));
    out
}

/// Whether a function of the user's is used and known to nobody.
fn is_undefined(program: &Program, links: &Links, id: FuncId) -> bool {
    let function = &program.functions[id];
    let name = program.names.resolve(function.name);
    matches!(function.body, Body::Extern(LibFn::Undefined | LibFn::Outside))
        && function.origin == Origin::User
        && !links.unsupported.contains_key(&id)
        && !library::is_conventional(name)
        && !body::is_known(name)
}
