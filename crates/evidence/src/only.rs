//! The only run of a program.
//!
//! A program that takes no input has one run. If that run ends, and no step of it depended on anything that another
//! machine could do differently, it decides whatever can be asked of runs: no analysis is as exact, and few are as fast.
//! A run that takes a value from anywhere (an input, the command line, memory that was never written, a library
//! function whose result is left open), or looks at where objects lie (`addresses`) or at how output went, is one
//! of many and shows nothing here; nor does one that ends in an error that nobody asked about.
//!
//! **Invariant:** [`OnlyRun::Ended`] is returned only where every run of the program takes the same steps.

use crate::addresses::AddressWatch;
use crate::replay::{Confirmed, Goal, Replay};
use argand_cfa::arith::Scalar;
use argand_cfa::{EdgeId, LibFn, Op, Program};
use argand_exec::{
    Config, End, ErrorKind, Finding, Input, InputSource, Interpreter, Observer, Request, StateView,
};
use argand_support::{Limits, Span, Stop};
use std::cell::Cell;

/// Longer runs are not followed a second time, to tell their steps.
const MAX_TOLD: u64 = 20_000_000;

/// What the only run of a program showed.
#[derive(Debug)]
pub enum OnlyRun {
    /// It ended without a violation.
    Ended,
    /// It violates what is asked.
    Violated(Box<Confirmed>),
    /// It showed nothing.
    Open(Obstacle),
}

/// Why a run shows nothing about others, or about itself.
#[derive(Clone, PartialEq, Debug)]
pub enum Obstacle {
    /// It takes a value that the program does not compute.
    Input(Input),
    /// It depends on where objects lie, at this place.
    Addresses(Span),
    /// It asks how writing to a stream went, at this place.
    Output(Span),
    /// An error ended it that is no evidence of a violation.
    Error(Box<Finding>),
    /// It left memory behind, allocated at this place.
    Unfreed(Span),
    /// It did what cannot be executed, or too much of something, at this place.
    Stuck(Span, String),
}

impl Obstacle {
    /// Where it is.
    #[must_use]
    pub fn place(&self) -> Span {
        match self {
            Self::Input(input) => input.span,
            Self::Addresses(span) | Self::Output(span) | Self::Unfreed(span) | Self::Stuck(span, _) => *span,
            Self::Error(finding) => finding.span,
        }
    }
}

/// Executes a program that takes no input, up to the end of its run.
///
/// # Errors
/// When a limit of the whole work is reached.
pub fn only_run(program: &Program, goal: &Goal, limits: &Limits) -> Result<OnlyRun, Stop> {
    let asked = Cell::new(false);
    let source = |request: &Request<'_>| -> Scalar {
        asked.set(true);
        request.default_value()
    };
    let config = Config {
        inputs: Box::new(source) as Box<dyn InputSource>,
        targets: goal.functions.clone(),
        policy: goal.policy(),
        ..Config::default()
    };
    let mut run = Interpreter::new(program, config);
    let mut watch = Watch { program, addresses: AddressWatch::new(program), output: None };
    while run.step_observed(&mut watch).is_none() && !asked.get() && watch.obstacle().is_none() {
        limits.check()?;
    }
    let place = program.locs[run.location()].out.first().map_or(Span::NONE, |&edge| program.edges[edge].span);
    let frees = goal.cleanup || goal.errors.contains(&ErrorKind::Leak);
    let unfreed = run.unfreed().into_iter().find(|_| frees).map(|object| object.born);
    let outcome = run.into_outcome();
    if let Some(input) = outcome.inputs_used.first() {
        return Ok(OnlyRun::Open(Obstacle::Input(input.clone())));
    }
    if asked.get() {
        let what = "the program asks for a value that nobody names".to_owned();
        return Ok(OnlyRun::Open(Obstacle::Stuck(place, what)));
    }
    if let Some(obstacle) = watch.obstacle() {
        return Ok(OnlyRun::Open(obstacle));
    }
    Ok(match outcome.end {
        // A run that an assumption ends does not count, and there is no other.
        End::Blocked => OnlyRun::Ended,
        End::Exit(_) | End::Abort => match unfreed {
            Some(born) => OnlyRun::Open(Obstacle::Unfreed(born)),
            None => OnlyRun::Ended,
        },
        // Nothing comes after what ends every run.
        End::Error(finding) if goal.ends.has(program, &finding) => OnlyRun::Ended,
        End::Error(finding) => {
            let told = outcome.steps <= MAX_TOLD;
            let replay =
                Replay::new(program, Vec::new(), goal.clone()).with_steps_off_path(outcome.steps + 1);
            match told.then(|| replay.run(&[])).and_then(|trial| trial.confirmed) {
                Some(confirmed) => OnlyRun::Violated(Box::new(confirmed)),
                None => OnlyRun::Open(Obstacle::Error(finding)),
            }
        }
        End::Unsupported(what) | End::Limit(what) => OnlyRun::Open(Obstacle::Stuck(place, what)),
    })
}

/// Watches a run for steps that another machine may take otherwise.
struct Watch<'p> {
    program: &'p Program,
    addresses: AddressWatch<'p>,
    /// The first step that asks how output went.
    output: Option<EdgeId>,
}

impl Watch<'_> {
    fn obstacle(&self) -> Option<Obstacle> {
        let place = |edge: EdgeId| self.program.edges[edge].span;
        let output = self.output.map(|edge| Obstacle::Output(place(edge)));
        output.or_else(|| self.addresses.seen.map(|edge| Obstacle::Addresses(place(edge))))
    }
}

impl Observer for Watch<'_> {
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        if asks_how_output_went(self.program, edge) {
            self.output = Some(edge);
        }
        self.addresses.before(view, edge);
    }

    fn edge(&mut self, _: &mut StateView<'_, '_>, _: EdgeId) {}
}

/// Whether an edge takes the result of writing to a stream, which says whether that failed.
fn asks_how_output_went(program: &Program, edge: EdgeId) -> bool {
    let Op::Extern(call) = program.edges[edge].op else { return false };
    let writes = match program.extern_model(call) {
        LibFn::Printf
        | LibFn::Fprintf
        | LibFn::Vprintf
        | LibFn::Vfprintf
        | LibFn::Puts
        | LibFn::Fputs
        | LibFn::Putchar => true,
        LibFn::Undefined
        | LibFn::Outside
        | LibFn::Nondet
        | LibFn::NondetMemory
        | LibFn::Open
        | LibFn::OpenMemory
        | LibFn::Malloc
        | LibFn::Calloc
        | LibFn::Free
        | LibFn::Alloca
        | LibFn::Memcpy
        | LibFn::Memmove
        | LibFn::Memset
        | LibFn::Exit
        | LibFn::Abort
        | LibFn::AssertFail
        | LibFn::Unreachable
        | LibFn::Sprintf
        | LibFn::Snprintf
        | LibFn::Vsprintf
        | LibFn::Vsnprintf
        | LibFn::VaStart
        | LibFn::VaArg
        | LibFn::VaEnd
        | LibFn::VaCopy
        | LibFn::UnknownCallee
        | LibFn::NullCall
        | LibFn::Foreign => false,
    };
    writes && program.extern_calls[call].dst.is_some()
}
