//! The state of a run and its steps.
//!
//! Frames are entries of a vector: a program that recurses deeply needs memory, not the host's stack.

use crate::code::{Code, Home};
use crate::endless::{Heads, Watch};
use crate::finding::{End, ErrorKind, Finding, Outcome, Policy};
use crate::input::{Input, InputSource};
use crate::memory::{Memory, ObjectInfo};
use crate::observe::{Observer, StateView};
use crate::value::{Provenance, Value};
use argand_cfa::{CallSiteId, EdgeId, FuncId, HaltKind, LocId, Op, Program, VarKind};
use argand_flow::liveness::LiveTemps;
use argand_support::{FxHashSet, Idx};
use std::cell::OnceCell;
use std::rc::Rc;

/// The result of a part of a step: a value, or the end of the run.
pub(crate) type Exec<T> = Result<T, Box<End>>;

/// What a run may do and where its values come from.
pub struct Config<'c> {
    /// Who knows the values that the program does not compute.
    pub inputs: Box<dyn InputSource + 'c>,
    /// The functions that must not be called, by name.
    pub targets: Vec<String>,
    /// Which findings end the run.
    pub policy: Policy,
    /// How many edges may be taken.
    pub step_limit: u64,
    /// How many bytes the program may have at one time.
    pub memory_limit: u64,
    /// How deeply calls may be nested.
    pub depth_limit: usize,
    /// How many bytes the program may write.
    pub output_limit: usize,
}

impl Default for Config<'_> {
    fn default() -> Self {
        Self {
            inputs: Box::new(crate::input::ListInput::default()),
            targets: Vec::new(),
            policy: Policy::default(),
            step_limit: u64::MAX,
            memory_limit: 1 << 30,
            depth_limit: 500_000,
            output_limit: 1 << 28,
        }
    }
}

/// A function that is running.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) func: FuncId,
    /// Where its registers start.
    pub(crate) base: usize,
    /// The call that it returns to; `None` for the start-up function.
    pub(crate) site: Option<CallSiteId>,
    /// The edge that called it.
    pub(crate) call: Option<EdgeId>,
    /// Slots of objects that die with it besides its variables.
    pub(crate) extras: Vec<u32>,
    /// The arguments beyond its parameters.
    pub(crate) arguments: Option<Rc<[crate::varargs::Argument]>>,
}

/// What is computed once for a program and serves all its runs, one after the other.
#[derive(Debug)]
pub struct Prepared {
    code: Code,
    return_edges: Vec<Option<EdgeId>>,
    /// The registers of each function that point to objects.
    object_registers: Vec<Vec<u32>>,
    live_temps: OnceCell<LiveTemps>,
    heads: Option<Heads>,
}

impl Prepared {
    /// Prepares a program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let code = Code::new(program);
        let mut object_registers = vec![Vec::new(); program.functions.len()];
        for (var, data) in program.vars.iter_enumerated() {
            if let (Home::LocalObject(register), Some(func)) = (code.home(var), data.func) {
                object_registers[func.index()].push(register);
            }
        }
        let mut return_edges = vec![None; program.call_sites.len()];
        for (id, edge) in program.edges.iter_enumerated() {
            if let Op::Return(site) = edge.op {
                return_edges[site.index()] = Some(id);
            }
        }
        Self { code, return_edges, object_registers, live_temps: OnceCell::new(), heads: None }
    }
}

/// A run of a program.
pub struct Interpreter<'p> {
    pub(crate) program: &'p Program,
    pub(crate) config: Config<'p>,
    pub(crate) code: Code,
    pub(crate) memory: Memory,
    pub(crate) globals: Vec<Value>,
    pub(crate) registers: Vec<Value>,
    /// Where the registers of the innermost frame start.
    pub(crate) frame_base: usize,
    pub(crate) frames: Vec<Frame>,
    pub(crate) stack: Vec<Value>,
    pub(crate) loc: LocId,
    /// The edge that is being taken.
    pub(crate) edge: EdgeId,
    /// Whether an observer asks: nothing is found, nothing is recorded.
    pub(crate) quiet: bool,
    pub(crate) areas: crate::varargs::Areas,
    pub(crate) streams: [Option<Provenance>; 3],
    pub(crate) findings: Vec<Finding>,
    pub(crate) reported: FxHashSet<(ErrorKind, EdgeId)>,
    pub(crate) output: Vec<u8>,
    pub(crate) errors: Vec<u8>,
    pub(crate) inputs_used: Vec<Input>,
    pub(crate) still_reachable: Vec<ObjectInfo>,
    pub(crate) targets: Vec<bool>,
    /// Which variables must not be written after their initialisation.
    pub(crate) constants: Vec<bool>,
    pub(crate) steps: u64,
    return_edges: Vec<Option<EdgeId>>,
    /// The registers of each function that point to objects.
    pub(crate) object_registers: Vec<Vec<u32>>,
    /// Where temporaries may still be read, once somebody has asked.
    pub(crate) live_temps: OnceCell<LiveTemps>,
    /// The edge that the next step takes, if that was asked.
    chosen: Option<EdgeId>,
    /// Notices that the run goes around for ever, if that is asked.
    pub(crate) watch: Option<Watch>,
    end: Option<End>,
}

impl<'p> Interpreter<'p> {
    /// A run that is about to take its first step.
    #[must_use]
    pub fn new(program: &'p Program, config: Config<'p>) -> Self {
        Self::with_prepared(program, Prepared::new(program), config)
    }

    /// The same, with what an earlier run of the same program left prepared.
    #[must_use]
    pub fn with_prepared(program: &'p Program, prepared: Prepared, config: Config<'p>) -> Self {
        let Prepared { code, return_edges, object_registers, live_temps, heads } = prepared;
        let watch = config.policy.endless.then(|| Watch::new(heads.unwrap_or_else(|| Heads::new(program))));
        let targets = program
            .functions
            .iter()
            .map(|f| config.targets.iter().any(|t| t == program.names.resolve(f.name)))
            .collect();
        let mut constants: Vec<bool> =
            program.vars.iter().map(|var| var.kind == VarKind::StringLiteral).collect();
        for &var in &program.read_only {
            constants[var.index()] = true;
        }
        let frame = Frame {
            func: program.start,
            base: 0,
            site: None,
            call: None,
            extras: Vec::new(),
            arguments: None,
        };
        let mut run = Self {
            program,
            memory: Memory::new(program.types.model(), &program.registers, config.memory_limit),
            globals: vec![Value::ZERO; code.global_count as usize],
            registers: vec![Value::UNINITIALISED; code.frame_sizes[program.start.index()] as usize],
            frame_base: 0,
            frames: vec![frame],
            stack: Vec::new(),
            loc: program.entry(),
            edge: program.locs[program.entry()].out.first().copied().unwrap_or(EdgeId::new(0)),
            quiet: false,
            areas: crate::varargs::Areas::default(),
            streams: [None; 3],
            findings: Vec::new(),
            reported: FxHashSet::default(),
            output: Vec::new(),
            errors: Vec::new(),
            inputs_used: Vec::new(),
            still_reachable: Vec::new(),
            targets,
            constants,
            steps: 0,
            return_edges,
            object_registers,
            live_temps,
            chosen: None,
            watch,
            end: None,
            code,
            config,
        };
        if let Err(end) = run.create_statics() {
            run.end = Some(*end);
        }
        run
    }

    /// Runs to the end.
    #[must_use]
    pub fn run(mut self) -> Outcome {
        while self.step().is_none() {}
        self.into_outcome()
    }

    /// Runs to the end and tells the observer of every step.
    #[must_use]
    pub fn run_observed(mut self, observer: &mut dyn Observer) -> Outcome {
        while self.step_observed(observer).is_none() {}
        self.into_outcome()
    }

    /// Takes one edge. Returns the end once the run has ended.
    pub fn step(&mut self) -> Option<&End> {
        if self.end.is_none()
            && let Err(end) = self.next_edge().and_then(|edge| self.take(edge))
        {
            self.end = Some(*end);
        }
        self.look_around();
        self.end.as_ref()
    }

    /// Looks at the state after a step, if somebody wants to know that it was there before.
    fn look_around(&mut self) {
        if self.watch.is_some() && self.end.is_none() {
            self.watch_for_endless_runs();
        }
    }

    /// The edge that the next step takes; `None` once the run has ended.
    pub fn peek(&mut self) -> Option<EdgeId> {
        if self.end.is_some() {
            return None;
        }
        match self.next_edge() {
            Ok(edge) => {
                self.chosen = Some(edge);
                Some(edge)
            }
            Err(end) => {
                self.end = Some(*end);
                None
            }
        }
    }

    fn next_edge(&mut self) -> Exec<EdgeId> {
        match self.chosen.take() {
            Some(edge) => Ok(edge),
            None => self.choose(),
        }
    }

    /// Takes one edge and tells the observer. Returns the end once the run has ended.
    pub fn step_observed(&mut self, observer: &mut dyn Observer) -> Option<&End> {
        if self.end.is_some() {
            return self.end.as_ref();
        }
        let taken = self.next_edge().and_then(|edge| {
            observer.before(&mut StateView::new(self), edge);
            let taken = self.take(edge);
            if taken.is_ok() {
                observer.edge(&mut StateView::new(self), edge);
            }
            taken
        });
        if let Err(end) = taken {
            self.end = Some(*end);
        }
        self.look_around();
        self.end.as_ref()
    }

    /// Ends the run.
    pub(crate) fn finish(&mut self, end: End) {
        self.end = Some(end);
    }

    /// How the run ended, if it did.
    #[must_use]
    pub const fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The location the run is at.
    #[must_use]
    pub const fn location(&self) -> LocId {
        self.loc
    }

    /// The state as observers see it.
    pub fn view(&mut self) -> StateView<'_, 'p> {
        StateView::new(self)
    }

    /// What the run did. A run that has not ended ends here as interrupted.
    #[must_use]
    pub fn into_outcome(self) -> Outcome {
        self.into_parts().0
    }

    /// What the run did, and what a next run of the same program can use.
    #[must_use]
    pub fn into_parts(self) -> (Outcome, Prepared) {
        let cycle_from = self.watch.as_ref().and_then(Watch::cycle_from);
        let prepared = Prepared {
            code: self.code,
            return_edges: self.return_edges,
            object_registers: self.object_registers,
            live_temps: self.live_temps,
            heads: self.watch.map(Watch::into_heads),
        };
        let end = self.end.unwrap_or_else(|| End::Limit("the run was interrupted".to_owned()));
        let outcome = Outcome {
            end,
            findings: self.findings,
            output: self.output,
            errors: self.errors,
            inputs_used: self.inputs_used,
            still_reachable: self.still_reachable,
            steps: self.steps,
            cycle_from,
        };
        (outcome, prepared)
    }

    /// The edge the run takes from here. Decides assumptions.
    #[inline]
    fn choose(&mut self) -> Exec<EdgeId> {
        if self.steps >= self.config.step_limit {
            return Err(Box::new(End::Limit(format!("{} steps were taken", self.steps))));
        }
        self.steps += 1;
        let program = self.program;
        let out = program.locs[self.loc].out.as_slice();
        let Some(&first) = out.first() else {
            return Err(self.unsupported("a location without a way on".to_owned()));
        };
        self.edge = first;
        match program.edges[first].op {
            Op::Assume { cond, truth } => {
                let value = self.eval_used(cond, "a condition that depends on")?;
                let kind = argand_cfa::arith::float_kind(&program.types, program.expr(cond).ty);
                let holds = match kind {
                    None => value.bits != 0,
                    Some(kind) => !argand_cfa::arith::float::is_zero(kind, value.float_bits()),
                };
                match out.get(1) {
                    _ if holds == truth => Ok(first),
                    Some(&second) => Ok(second),
                    None => Err(Box::new(End::Blocked)),
                }
            }
            Op::Summary(_) => Ok(out.get(1).copied().unwrap_or(first)),
            Op::Return(_) => {
                let site = self.frames.last().and_then(|f| f.site);
                match site.and_then(|s| self.return_edges[s.index()]) {
                    Some(edge) => Ok(edge),
                    None => Err(self.unsupported("a return to nowhere".to_owned())),
                }
            }
            _ => Ok(first),
        }
    }

    /// Takes an edge.
    #[inline]
    fn take(&mut self, edge: EdgeId) -> Exec<()> {
        self.edge = edge;
        let program = self.program;
        let data = &program.edges[edge];
        match &data.op {
            Op::Noop | Op::Assume { .. } | Op::Summary(_) => {}
            Op::Assign { dst, src } => self.assign(*dst, *src)?,
            Op::Init { var, entries } => self.init(*var, entries)?,
            Op::Havoc { dst, source } => self.havoc(*dst, *source)?,
            Op::Declare { var, size } => self.declare(*var, *size)?,
            Op::Dead { var } => self.bury(*var),
            Op::Call(site) => self.call(*site)?,
            Op::Return(site) => self.leave(*site)?,
            Op::Extern(call) => self.call_extern(*call)?,
            Op::Halt(kind) => return Err(self.halt(*kind)),
            Op::Unsupported(reason) => {
                let reason = program.names.resolve(*reason).to_owned();
                return Err(self.unsupported(reason));
            }
        }
        self.loc = data.to;
        Ok(())
    }

    /// Ends the run if a function must not be called.
    pub(crate) fn check_target(&mut self, func: FuncId) -> Exec<()> {
        if !self.targets[func.index()] {
            return Ok(());
        }
        let message = format!("`{}` is called", self.program.func_name(func));
        Err(self.error(ErrorKind::ReachError, message, None))
    }

    fn halt(&mut self, kind: HaltKind) -> Box<End> {
        match kind {
            HaltKind::Exit(code) => match self.eval_used(code, "an exit code that depends on") {
                Ok(code) => match self.find_leaks() {
                    Ok(()) => Box::new(End::Exit(code.bits as i32)),
                    Err(end) => end,
                },
                Err(end) => end,
            },
            HaltKind::Abort => Box::new(End::Abort),
            HaltKind::AssertFail => self.error(ErrorKind::Assertion, "an assertion fails".to_owned(), None),
            HaltKind::Unreachable => {
                let message = "a path is taken that was promised to be impossible".to_owned();
                self.error(ErrorKind::Unreachable, message, None)
            }
        }
    }
}
