//! From the report of a verification to its [`Results`].

use crate::results::{
    Answer, Assumed, Counted, FORMAT, HowAsked, InputValue, Invariant, PlaceResult, PropertyResult, Reason,
    Results, SourcePlace, StepTaken, Subject, Tool, VERSION, Violation,
};
use argand_cfa::{EdgeId, FuncId, LibFn, NondetSource, Op, Origin, Program, PropertyKind, Violated};
use argand_evidence::Confirmed;
use argand_exec::{End, InputKind};
use argand_support::Span;
use argand_verifier::certify::line_of;
use argand_verifier::counterexample::{self, Step, replay_command, value_text};
use argand_verifier::everywhere::{self, At, Everywhere};
use argand_verifier::{Report, Task, Verdict, Wanted};

/// Longer runs are cut in the middle.
const MAX_STEPS: usize = 2_000;

/// What was asked, and by which command.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Who was asked.
    pub tool: Tool,
    /// About what.
    pub program: Subject,
    /// How.
    pub configuration: HowAsked,
    /// The exit code that tells the answer.
    pub exit_code: u8,
    /// The options that load the program, for the commands that make violating runs again.
    pub load: Vec<String>,
}

/// The results of a verification. `steps` are those of the violating run.
#[must_use]
pub fn gather(asked: Asked, task: &Task, report: &Report, steps: &[Step]) -> Results {
    // Findings speak of the user's own program, reasons and invariants of the one that was analysed.
    let program = &*task.program;
    let told = |violated: &Violated, run: &Confirmed, steps: &[Step]| {
        violation(program, violated, run, steps, replay_command(program, run, &report.targets, &asked.load))
    };
    let first = match (&report.verdict, &report.violation) {
        (Verdict::False(violated), Some(run)) => Some(told(violated, run, steps)),
        _ => None,
    };
    let mut violations: Vec<Violation> = match &report.everywhere {
        Some(everywhere) => {
            let all = everywhere.violations.iter();
            all.map(|found| {
                let steps = counterexample::steps(program, &found.run, &report.targets);
                told(&found.property, &found.run, &steps)
            })
            .collect()
        }
        None => first.iter().cloned().collect(),
    };
    tell_apart(&mut violations);
    let properties = match &report.everywhere {
        Some(everywhere) => everywhere_answers(program, &task.wanted, everywhere),
        None => properties(program, &task.wanted, &report.verdict, first.as_ref()),
    };
    let reasons = match &report.verdict {
        Verdict::Unknown(reasons) => reasons.as_slice(),
        Verdict::True | Verdict::False(_) => &[],
    };
    let reasons = reasons.iter().map(|why| Reason {
        kind: why.kind(),
        text: why.describe(&report.program),
        place: why.place(&report.program).and_then(|(span, program)| place(program, span, None)),
    });
    let assumptions = report.assumptions.iter().map(|assumption| Assumed {
        kind: assumption.kind.name().to_owned(),
        subject: assumption.subject.clone(),
        text: assumption.text(),
        place: place(program, assumption.place, None),
    });
    let invariants = report
        .invariants
        .iter()
        .map(|(loc, text)| Invariant { place: line_of(&report.program, *loc), text: text.clone() });
    Results {
        reasons: reasons.collect(),
        assumptions: assumptions.collect(),
        invariants: invariants.collect(),
        properties,
        violation: first,
        violations,
        certification: report.certification.json(),
        prints: report.prints.clone(),
        strategy: serde_json::to_value(&report.strategy).unwrap_or_default(),
        statistics: serde_json::to_value(&report.stats).unwrap_or_default(),
        ..unknown(asked, &report.verdict)
    }
}

/// The results of a verification that could not even begin, or broke down: UNKNOWN for this reason.
#[must_use]
pub fn gather_failure(asked: Asked, wanted: &Wanted, reason: String) -> Results {
    let verdict = Verdict::Unknown(Vec::new());
    let answers = asked_for(wanted).into_iter().map(|violated| PropertyResult {
        property: violated.to_string(),
        formula: formula(&violated),
        verdict: Answer::Unknown,
        places: Vec::new(),
        tally: None,
    });
    Results {
        properties: answers.collect(),
        reasons: vec![Reason { kind: "failed", text: reason, place: None }],
        ..unknown(asked, &verdict)
    }
}

fn unknown(asked: Asked, verdict: &Verdict) -> Results {
    Results {
        format: FORMAT,
        version: VERSION,
        tool: asked.tool,
        verdict: verdict.to_string(),
        exit_code: asked.exit_code,
        program: asked.program,
        configuration: asked.configuration,
        properties: Vec::new(),
        violation: None,
        violations: Vec::new(),
        reproduction: None,
        assumptions: Vec::new(),
        reasons: Vec::new(),
        certification: serde_json::Value::Null,
        invariants: Vec::new(),
        prints: Vec::new(),
        strategy: serde_json::Value::Null,
        statistics: serde_json::Value::Null,
    }
}

/// Everything that was asked, each once.
fn asked_for(wanted: &Wanted) -> Vec<Violated> {
    let mut all: Vec<Violated> = wanted.kinds().into_iter().map(Violated::Property).collect();
    for (name, _) in &wanted.automata {
        let automaton = Violated::Automaton(name.as_str().into());
        if !all.contains(&automaton) {
            all.push(automaton);
        }
    }
    all
}

fn formula(violated: &Violated) -> Option<String> {
    match violated {
        Violated::Property(kind) => Some(kind.to_string()),
        Violated::Automaton(_) => None,
    }
}

/// The answers: a verification ends with the first violation, and leaves the other properties open then.
fn properties(
    program: &Program,
    wanted: &Wanted,
    verdict: &Verdict,
    violation: Option<&Violation>,
) -> Vec<PropertyResult> {
    let answer_to = |violated: &Violated| match verdict {
        Verdict::True => Answer::True,
        Verdict::False(found) if found == violated => Answer::False,
        Verdict::False(_) | Verdict::Unknown(_) => Answer::Unknown,
    };
    let result = |violated: Violated| {
        let verdict = answer_to(&violated);
        let at = violation.filter(|_| verdict == Answer::False).and_then(|v| v.place.clone());
        let mut places: Vec<PlaceResult> = Vec::new();
        for span in spoken_of(program, &violated) {
            let Some(place) = place(program, span.0, Some(span.1)) else { continue };
            let hit = at.as_ref().is_some_and(|at| (&at.file, at.line) == (&place.file, place.line));
            let verdict = match verdict {
                Answer::False if !hit => Answer::Unknown,
                other => other,
            };
            places.push(PlaceResult { place, verdict });
        }
        if let Some(place) = at.filter(|_| places.iter().all(|p| p.verdict != Answer::False)) {
            places.push(PlaceResult { place, verdict: Answer::False });
        }
        let formula = formula(&violated);
        PropertyResult { property: violated.to_string(), formula, verdict, places, tally: None }
    };
    asked_for(wanted).into_iter().map(result).collect()
}

/// The answers where each place has one. What is not a place of the user's code is only counted, but for its violations.
fn everywhere_answers(program: &Program, wanted: &Wanted, everywhere: &Everywhere) -> Vec<PropertyResult> {
    let answer = |answer: everywhere::Answer| match answer {
        everywhere::Answer::Proven => Answer::True,
        everywhere::Answer::Violated => Answer::False,
        everywhere::Answer::Undecided => Answer::Unknown,
    };
    let result = |violated: Violated| {
        let judged = everywhere.places.iter().filter(|judged| judged.place.property == violated);
        let mut places: Vec<PlaceResult> = judged
            .filter_map(|judged| {
                let At::Code(span, func) = judged.place.at else { return None };
                Some(PlaceResult { place: place(program, span, Some(func))?, verdict: answer(judged.answer) })
            })
            .collect();
        for found in everywhere.violations.iter().filter(|found| found.property == violated) {
            let Some(at) = place(program, found.span, None) else { continue };
            if places.iter().all(|known| {
                (&known.place.file, known.place.line, known.place.column) != (&at.file, at.line, at.column)
            }) {
                places.push(PlaceResult { place: at, verdict: Answer::False });
            }
        }
        let tally = everywhere.tally(&violated);
        PropertyResult {
            property: violated.to_string(),
            formula: formula(&violated),
            verdict: answer(tally.answer()),
            places,
            tally: Some(Counted {
                violated: tally.violated,
                proven: tally.proven,
                undecided: tally.undecided,
            }),
        }
    };
    asked_for(wanted).into_iter().map(result).collect()
}

/// The places in the user's code where a property can be violated, where these are few and known: calls.
fn spoken_of(program: &Program, violated: &Violated) -> Vec<(Span, FuncId)> {
    let Violated::Property(kind) = violated else { return Vec::new() };
    let is_meant = |callee: FuncId, model: Option<LibFn>| match kind {
        PropertyKind::UnreachCall(function) => program.func_name(callee) == function,
        PropertyKind::Asserts => model == Some(LibFn::AssertFail),
        _ => false,
    };
    let mut found: Vec<(Span, FuncId)> = Vec::new();
    for edge in &program.edges {
        let func = program.locs[edge.from].func;
        let meant = match edge.op {
            Op::Call(site) => is_meant(program.call_sites[site].callee, None),
            Op::Extern(call) => is_meant(program.extern_calls[call].callee, Some(program.extern_model(call))),
            _ => false,
        };
        let entry = (edge.span, func);
        if meant && program.functions[func].origin == Origin::User && !found.contains(&entry) {
            found.push(entry);
        }
    }
    found
}

fn violation(
    program: &Program,
    violated: &Violated,
    confirmed: &Confirmed,
    steps: &[Step],
    replay: String,
) -> Violation {
    let outcome = &confirmed.outcome;
    let mut found = Violation {
        property: violated.to_string(),
        kind: None,
        message: format!("{violated} is violated"),
        place: None,
        notes: Vec::new(),
        stack: Vec::new(),
        inputs: outcome.inputs_used.iter().map(|input| input_value(program, input)).collect(),
        replay,
        steps: Vec::new(),
        steps_left_out: steps.len().saturating_sub(MAX_STEPS),
        fingerprint: String::new(),
    };
    match &outcome.end {
        End::Error(finding) => {
            let func = finding.stack.first().map(|entry| entry.func);
            found.kind = Some(finding.kind.name().to_owned());
            found.message.clone_from(&finding.message);
            found.place = place(program, finding.span, func);
            found.notes = finding.notes(program);
            let stack = finding.stack.iter();
            found.stack = stack.filter_map(|e| place(program, e.span, Some(e.func))).collect();
        }
        End::Exit(_) | End::Abort if !outcome.still_reachable.is_empty() => {
            found.kind = Some("not-freed".to_owned());
            "an object is not freed when the program ends".clone_into(&mut found.message);
            found.notes = outcome
                .still_reachable
                .iter()
                .map(|object| format!("allocated at {}", program.sources.describe(object.born)))
                .collect();
        }
        _ => {}
    }
    let last = confirmed.edges.iter().rev().find_map(|&edge| user_place(program, edge));
    found.place = found.place.or(last);
    for (index, step) in steps.iter().enumerate() {
        let kept = steps.len() <= MAX_STEPS || index < MAX_STEPS / 2 || index >= steps.len() - MAX_STEPS / 2;
        if let Some(place) = place(program, step.span, Some(step.func)).filter(|_| kept) {
            found.steps.push(StepTaken { place, depth: step.depth, events: step.events.clone() });
        }
    }
    let span = match &outcome.end {
        End::Error(finding) => finding.span,
        _ => Span::NONE,
    };
    found.fingerprint = fingerprint(&found, equal_above(program, span));
    found
}

/// Numbers violations of one line that would have the same fingerprint.
fn tell_apart(violations: &mut [Violation]) {
    let before: Vec<String> = violations.iter().map(|violation| violation.fingerprint.clone()).collect();
    for (index, violation) in violations.iter_mut().enumerate() {
        let number = before[..index].iter().filter(|other| **other == violation.fingerprint).count();
        if number > 0 {
            violation.fingerprint = format!("{}/{}", before[index], number + 1);
        }
    }
}

/// How many lines like this one stand above it in its file.
fn equal_above(program: &Program, span: Span) -> usize {
    let line = |line| program.sources.line_text(span.file, line).map(str::trim);
    let this = line(span.line);
    (1..span.line).filter(|&above| this.is_some() && line(above) == this).count()
}

/// The place of an edge, if it is one of the user's code.
fn user_place(program: &Program, edge: EdgeId) -> Option<SourcePlace> {
    let data = &program.edges[edge];
    let func = program.locs[data.from].func;
    if program.functions[func].origin != Origin::User {
        return None;
    }
    place(program, data.span, Some(func))
}

fn input_value(program: &Program, input: &argand_exec::Input) -> InputValue {
    InputValue {
        name: input.name.clone(),
        source: match input.kind {
            InputKind::Function => "input-function",
            InputKind::UndefinedFunction => "undefined-function",
            InputKind::Result { .. } => "library-result",
            InputKind::Havoc(NondetSource::Asm) => "assembly",
            InputKind::Havoc(NondetSource::MainArgs) => "main-arguments",
            InputKind::Havoc(NondetSource::UndefinedVar) => "undefined-variable",
            InputKind::Havoc(NondetSource::Library) => "library",
            InputKind::Havoc(NondetSource::Volatile) => "volatile",
            InputKind::Havoc(NondetSource::Register) => "register",
            InputKind::Havoc(NondetSource::Interrupt) => "interrupt",
            InputKind::Havoc(NondetSource::Unfollowed) => "unfollowed-element",
            InputKind::Memory => "input-memory",
            InputKind::Uninitialised => "uninitialised",
            InputKind::Outside => "outside-memory",
        },
        ty: program.type_text(input.ty),
        value: value_text(program, input.ty, input.value),
        place: place(program, input.span, None),
    }
}

/// A span as a place; `None` for one that stands nowhere.
fn place(program: &Program, span: Span, func: Option<FuncId>) -> Option<SourcePlace> {
    if span.is_none() {
        return None;
    }
    let sources = &program.sources;
    let text = sources.line_text(span.file, span.line);
    let column = (span.column > 0).then(|| characters(text, span.column));
    let last = if span.end_line == span.line { text } else { sources.line_text(span.file, span.end_line) };
    let whole = (span.end_line, span.end_column) > (span.line, span.column);
    Some(SourcePlace {
        file: sources.name(span.file).to_owned(),
        line: span.line,
        column,
        end_line: if whole { span.end_line } else { span.line },
        end_column: (whole && span.end_column > 0 && column.is_some())
            .then(|| characters(last, span.end_column)),
        function: func.map(|func| program.func_name(func).to_owned()),
        text: text.map(str::to_owned),
    })
}

/// A column in bytes as one in characters.
fn characters(line: Option<&str>, column: u32) -> u32 {
    let Some(before) = line.and_then(|line| line.get(..(column as usize).saturating_sub(1))) else {
        return column;
    };
    u32::try_from(before.chars().count()).map_or(column, |count| count + 1)
}

/// A number for a violation that stays the same when lines are added elsewhere: it is made of the property, the kind of
/// the error, the function, and the text of the line with its number among equal ones.
fn fingerprint(violation: &Violation, equal_above: usize) -> String {
    let mut parts = vec![violation.property.clone(), violation.kind.clone().unwrap_or_default()];
    if let Some(place) = &violation.place {
        parts.push(place.file.clone());
        parts.push(place.function.clone().unwrap_or_default());
        let words: Vec<&str> = place.text.as_deref().unwrap_or_default().split_whitespace().collect();
        parts.push(words.join(" "));
        parts.push(equal_above.to_string());
    }
    // FNV-1a with 128 bits: no secret, only the same number for the same text on every machine.
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in parts.join("\u{0}").bytes() {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}
