//! Looking for a violation without any path: a few hundred runs with simple and random inputs.
//!
//! Many violations are where almost every run comes by, and a run costs less than any analysis. The inputs are those
//! that programs are most often wrong about, then the numbers that the program itself mentions, texts, and random ones
//! from fixed seeds: the same program is given the same inputs every time.

use crate::replay::{Confirmed, Goal, NearMiss, Replay};
use argand_cfa::arith::Scalar;
use argand_cfa::walk::{self, Node};
use argand_cfa::{ExprKind, Op, Program};
use argand_exec::{CommandLine, InputSource as _, Request, SeedInput};
use argand_support::{Limits, Stop};

/// How many runs there are and how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleLimits {
    /// How many runs.
    pub runs: u32,
    /// How many steps each may take.
    pub steps: u64,
    /// The first seed of random inputs.
    pub seed: u64,
}

/// What came of the runs.
#[derive(Debug, Default)]
pub struct Sampled {
    /// A violation that needs no prediction.
    pub confirmed: Option<Box<Confirmed>>,
    /// Inputs whose runs violate memory: an analysis must predict that before it is believed.
    pub hints: Vec<Vec<Scalar>>,
    /// How many runs there were.
    pub runs: u32,
    /// Whether some run was stopped before its end.
    pub cut: bool,
}

/// Values that all inputs get in the first runs.
const SIMPLE: [i128; 7] = [0, 1, -1, 2, 10, i32::MAX as i128, i32::MIN as i128];
/// Numbers of the program that inputs are taken from.
const MAX_MENTIONED: usize = 256;
/// How long the words of texts are at most, and what is made of deciding characters.
const MAX_WORD: u64 = 16;
const MAX_MARK: u64 = 3;
/// Runs are few where each is long: all of them together may take as many steps as this part of them could.
const LONG_RUNS: u64 = 10;
/// Runs that violate memory and are worth remembering.
const MAX_HINTS: usize = 4;

/// How the inputs of one run are chosen.
enum Style<'p> {
    /// All alike.
    Same(i128),
    /// Random.
    Random(SeedInput),
    /// Numbers that the program mentions, those beside them, and random ones.
    Mentioned(SeedInput),
    /// Characters that make up a text.
    Text(Writer<'p>),
}

/// Writes texts: words, numbers and characters that the program compares with, with blanks between them, as people and
/// files give them.
struct Writer<'p> {
    source: SeedInput,
    /// Characters that decide branches.
    deciding: &'p [u8],
    /// What is to come next.
    next: std::vec::IntoIter<u8>,
}

/// Runs a program with many inputs. A program that takes none is run once.
///
/// # Errors
/// When a limit of the whole work is reached.
pub fn sample(
    program: &Program,
    goal: &Goal,
    limits: &Limits,
    budget: SampleLimits,
) -> Result<Sampled, Stop> {
    // Following no path at all is no evidence.
    let goal = Goal { path_end: false, prediction: None, ..goal.clone() };
    let mut sampled = Sampled::default();
    if goal.functions.is_empty() && goal.errors.is_empty() && goal.operations.is_empty() {
        return Ok(sampled);
    }
    let replay = Replay::new(program, Vec::new(), goal).with_steps_off_path(budget.steps);
    let (numbers, characters) = (mentioned(program), deciding(program));
    let mut steps = budget.steps.saturating_mul(u64::from(budget.runs)) / LONG_RUNS;
    for number in 0..budget.runs {
        limits.check_now()?;
        sampled.runs += 1;
        let mut style = style(number, budget.seed, &characters);
        let mut asked = false;
        let mut trial = replay.run_asking(&mut |_, request| {
            asked = true;
            style.answer(request, &numbers)
        });
        if let Some(confirmed) = trial.confirmed.take() {
            sampled.confirmed = Some(Box::new(confirmed));
            break;
        }
        if let Some(NearMiss::Other { inputs, .. }) = trial.instead.take().map(|found| *found)
            && sampled.hints.len() < MAX_HINTS
            && !sampled.hints.contains(&inputs)
        {
            sampled.hints.push(inputs);
        }
        sampled.cut |= trial.steps >= budget.steps;
        if !asked || steps < trial.steps {
            break;
        }
        steps -= trial.steps;
    }
    Ok(sampled)
}

/// How the inputs of the run with this number are chosen.
fn style(number: u32, seed: u64, deciding: &[u8]) -> Style<'_> {
    if let Some(&value) = SIMPLE.get(number as usize).filter(|_| seed == 0) {
        return Style::Same(value);
    }
    let source = SeedInput::new(seed + u64::from(number));
    match number % 3 {
        0 => Style::Random(source),
        1 => Style::Mentioned(source),
        _ => Style::Text(Writer { source, deciding, next: Vec::new().into_iter() }),
    }
}

impl Style<'_> {
    fn answer(&mut self, request: &Request<'_>, numbers: &[i128]) -> Scalar {
        let is_number = !request.program.types.is_pointer(request.ty) && request.command_line().is_none();
        match self {
            Self::Same(value) if is_number => Scalar::Int(*value),
            Self::Same(_) => request.default_value(),
            Self::Random(source) => source.next(request),
            Self::Mentioned(source) => {
                let random = source.next(request);
                // What the random source says chooses, so that one seed is one run.
                let Some(key) = random.as_int().filter(|_| is_number && !numbers.is_empty()) else {
                    return random;
                };
                let key = key.unsigned_abs();
                let chosen = numbers[(key / 3 % numbers.len() as u128) as usize];
                Scalar::Int(chosen + (key % 3) as i128 - 1)
            }
            Self::Text(writer) => writer.answer(request),
        }
    }
}

impl Writer<'_> {
    fn answer(&mut self, request: &Request<'_>) -> Scalar {
        let types = &request.program.types;
        match request.command_line() {
            Some(CommandLine::Length) => {
                self.begin();
                return Scalar::Int(self.next.len() as i128 + 1);
            }
            Some(CommandLine::Byte) => return Scalar::Int(self.next.next().map_or(0, i128::from)),
            Some(CommandLine::Count) => return self.source.next(request),
            None if !types.is_integer(request.ty) => return self.source.next(request),
            None => {}
        }
        if let Some(byte) = self.next.next() {
            return Scalar::Int(i128::from(byte));
        }
        self.begin();
        // Functions that give characters have a number of their own for the end, and texts in memory end with zero.
        let end = if types.size_of(request.ty) == Some(1) { 0 } else { -1 };
        Scalar::Int(match self.source.number() % 6 {
            0 => end,
            1 => i128::from(b'\n'),
            2 => i128::from(b' '),
            _ => self.next.next().map_or(end, i128::from),
        })
    }

    /// Chooses what comes next.
    fn begin(&mut self) {
        let (letters, most): (Vec<u8>, u64) = match self.source.number() % 4 {
            0 => ((b'a'..=b'z').chain(b'A'..=b'Z').collect(), MAX_WORD),
            1 => ((b'0'..=b'9').collect(), MAX_WORD),
            _ if self.deciding.is_empty() => ((b' '..=b'~').collect(), MAX_WORD),
            _ => (self.deciding.to_vec(), MAX_MARK),
        };
        let length = 1 + self.source.number() % most;
        let next = |_| letters[(self.source.number() % letters.len() as u64) as usize];
        self.next = (0..length).map(next).collect::<Vec<u8>>().into_iter();
    }
}

/// Characters that conditions of the program compare something with, each once.
fn deciding(program: &Program) -> Vec<u8> {
    let mut characters = Vec::new();
    for edge in &program.edges {
        let Op::Assume { cond, .. } = edge.op else { continue };
        walk::for_each_node(program, Node::Expr(cond), |node| {
            let Node::Expr(expr) = node else { return };
            let ExprKind::Int(number) = program.expr(expr).kind else { return };
            characters.extend(u8::try_from(number).ok().filter(|byte| (b' '..=b'~').contains(byte)));
        });
    }
    characters.sort_unstable();
    characters.dedup();
    characters
}

/// The numbers that stand in the program, each once.
fn mentioned(program: &Program) -> Vec<i128> {
    let mut numbers: Vec<i128> = program
        .pool
        .iter()
        .filter_map(|(_, expr)| match expr.kind {
            ExprKind::Int(number) => i64::try_from(number).ok().map(i128::from),
            _ => None,
        })
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.truncate(MAX_MENTIONED);
    numbers
}
