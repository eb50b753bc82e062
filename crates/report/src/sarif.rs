//! Results as SARIF 2.1.0, the format that code scanning services read.
//!
//! A violation is a result of kind `fail` with the run as a code flow. Properties that hold or were not decided are no
//! results, because services show every result as something to be mended: their answers stand among the properties of
//! the run, and reasons are notifications of the invocation. Paths are relative to the base `SRCROOT`, whose own place on
//! the machine is not told.

use crate::escape::uri;
use crate::results::{PropertyResult, Results, SourcePlace, StepTaken, Violation};
use crate::rules::{RULES, Rule, rule_index};
use serde_json::{Value, json};

/// The schema that the documents follow.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The name of the base of all relative paths.
const BASE: &str = "SRCROOT";
/// The name of the fingerprint; it changes whenever its way of being made does.
const FINGERPRINT: &str = "argandViolation/v1";
/// The fingerprint by which code scanning recognises results, whoever made it.
const LINE_HASH: &str = "primaryLocationLineHash";

/// The document as text, with a line break at its end. Files below the directory `base` are named relative to it.
#[must_use]
pub fn document(results: &Results, base: Option<&str>) -> String {
    let mut document = value(results);
    if let Some(base) = base {
        relative(&mut document, &format!("{}/", uri(base)));
    }
    format!("{document:#}\n")
}

/// Makes the places of all files relative that are below a directory.
fn relative(value: &mut Value, base: &str) {
    match value {
        Value::Object(fields) => {
            let below = fields.get("uri").and_then(Value::as_str).and_then(|uri| uri.strip_prefix(base));
            if let Some(below) = below.map(str::to_owned) {
                fields.insert("uri".to_owned(), below.into());
                fields.insert("uriBaseId".to_owned(), BASE.into());
            }
            fields.values_mut().for_each(|value| relative(value, base));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| relative(value, base)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn value(results: &Results) -> Value {
    let mut rules: Vec<Value> = RULES.iter().map(rule).collect();
    // Automata of the user's have rules of their own, behind those of the properties.
    let automata: Vec<&str> = results
        .properties
        .iter()
        .map(|p| p.property.as_str())
        .filter(|property| rule_index(property).is_none())
        .collect();
    rules.extend(automata.iter().map(|name| automaton_rule(name)));
    let index = |property: &str| {
        rule_index(property).or_else(|| automata.iter().position(|a| *a == property).map(|n| RULES.len() + n))
    };
    let violations = results.violations.iter().map(|violation| {
        let mut result = json!({ "ruleId": violation.property, "kind": "fail", "level": "error" });
        if let Some(rule) = index(&violation.property) {
            result["ruleIndex"] = rule.into();
        }
        fail(&mut result, violation);
        if violation.place.is_none() {
            result["locations"] = first_line(results);
        }
        result
    });
    let artifacts = results.program.files.iter().map(|file| json!({ "location": artifact(file) }));
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Argand",
                "fullName": format!("Argand {}", results.tool.version),
                "version": results.tool.version,
                "semanticVersion": results.tool.version,
                "shortDescription": { "text": "A software verifier for C" },
                "rules": rules,
            }},
            "automationDetails": { "id": automation_id(results) },
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { BASE: { "description": { "text": "The directory that Argand was started in." } } },
            "artifacts": artifacts.collect::<Vec<_>>(),
            "invocations": [invocation(results)],
            "results": violations.collect::<Vec<_>>(),
            "properties": {
                "verdict": results.verdict,
                "answers": results.properties.iter().map(answer).collect::<Vec<_>>(),
                "dataModel": results.program.data_model,
                "configuration": results.configuration.name,
                "assumptions": results.assumptions.iter().map(|a| a.text.as_str()).collect::<Vec<_>>(),
            },
        }],
    })
}

/// What runs of the same kind have in common: the properties that were asked.
fn automation_id(results: &Results) -> String {
    let mut names: Vec<&str> = results.properties.iter().map(|p| p.property.as_str()).collect();
    names.dedup();
    format!("argand/{}/", uri(&names.join("+")))
}

fn rule(rule: &Rule) -> Value {
    let mut properties = json!({ "tags": rule.tags, "precision": "very-high", "problem.severity": "error" });
    if let Some(severity) = rule.severity {
        properties["security-severity"] = severity.into();
    }
    json!({
        "id": rule.id,
        "name": rule.name,
        "shortDescription": { "text": rule.title },
        "fullDescription": { "text": rule.short },
        "help": { "text": rule.help, "markdown": rule.help },
        "defaultConfiguration": { "level": "error" },
        "properties": properties,
    })
}

fn automaton_rule(name: &str) -> Value {
    let title = format!("The automaton of '{name}' forbids a run");
    let text = format!("No run is one that the automaton of '{name}' forbids.");
    json!({
        "id": name,
        "name": "AutomatonViolated",
        "shortDescription": { "text": title },
        "fullDescription": { "text": text },
        "help": { "text": "A run of the program takes the automaton to its error state. The code flow shows the run." },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": ["correctness"], "precision": "very-high", "problem.severity": "error" },
    })
}

fn invocation(results: &Results) -> Value {
    let notifications = results.reasons.iter().map(|reason| {
        let mut notification = json!({
            "descriptor": { "id": reason.kind },
            "level": "warning",
            "message": { "text": reason.text },
        });
        if let Some(place) = &reason.place {
            notification["locations"] = json!([location(place)]);
        }
        notification
    });
    json!({
        "executionSuccessful": true,
        "exitCode": results.exit_code,
        "exitCodeDescription": results.verdict,
        "toolExecutionNotifications": notifications.collect::<Vec<_>>(),
    })
}

fn answer(property: &PropertyResult) -> Value {
    json!({ "property": property.property, "formula": property.formula, "verdict": property.verdict })
}

/// The beginning of the program as a place, for a violation that has none of its own.
fn first_line(results: &Results) -> Value {
    let place = |file: &String| json!({ "physicalLocation": { "artifactLocation": artifact(file), "region": { "startLine": 1 } } });
    results.program.files.first().map(place).into_iter().collect()
}

fn fail(result: &mut Value, violation: &Violation) {
    let mut text = violation.message.clone();
    if let Some(first) = text.get(..1).map(str::to_uppercase) {
        text.replace_range(..1, &first);
    }
    let mut message = format!("{text}.");
    for note in &violation.notes {
        message.push_str(&format!(" {note}."));
    }
    result["message"] = json!({ "text": message });
    if let Some(place) = &violation.place {
        result["locations"] = json!([location(place)]);
    }
    // The property is part of it, so that two results of one line differ.
    let line_hash = format!("{}:1", violation.fingerprint);
    result["partialFingerprints"] = json!({ FINGERPRINT: violation.fingerprint, LINE_HASH: line_hash });
    if !violation.stack.is_empty() {
        let frames = violation.stack.iter().map(|place| json!({ "location": location(place) }));
        result["stacks"] = json!([{
            "message": { "text": "The functions that were running." },
            "frames": frames.collect::<Vec<_>>(),
        }]);
    }
    let mut flow: Vec<Value> =
        violation.steps.iter().enumerate().map(|(n, step)| thread_step(n, step)).collect();
    if let Some(place) = &violation.place {
        let number = flow.len() + 1;
        flow.push(json!({
            "location": with_message(location(place), &text),
            "executionOrder": number,
            "importance": "essential",
            "nestingLevel": violation.stack.len().saturating_sub(1),
        }));
    }
    if !flow.is_empty() {
        result["codeFlows"] = json!([{
            "message": { "text": "The run that violates the property." },
            "threadFlows": [{ "locations": flow }],
        }]);
    }
    let inputs = violation.inputs.iter().map(|input| format!("{} = {}", input.name, input.value));
    result["properties"] = json!({
        "errorKind": violation.kind,
        "inputs": inputs.collect::<Vec<_>>(),
        "replay": violation.replay,
        "stepsLeftOut": violation.steps_left_out,
    });
}

fn thread_step(number: usize, step: &StepTaken) -> Value {
    let events: Vec<String> = step.events.iter().map(ToString::to_string).collect();
    let text = match (events.is_empty(), &step.place.text) {
        (false, _) => events.join("; "),
        (true, Some(line)) => line.trim().to_owned(),
        (true, None) => "this line is executed".to_owned(),
    };
    json!({
        "location": with_message(location(&step.place), &text),
        "executionOrder": number + 1,
        "nestingLevel": step.depth.saturating_sub(1),
        "importance": if events.is_empty() { "unimportant" } else { "important" },
    })
}

fn with_message(mut location: Value, text: &str) -> Value {
    location["message"] = json!({ "text": if text.is_empty() { "this line is executed" } else { text } });
    location
}

fn artifact(file: &str) -> Value {
    if file.starts_with('/') {
        json!({ "uri": uri(file) })
    } else {
        json!({ "uri": uri(file.trim_start_matches("./")), "uriBaseId": BASE })
    }
}

fn location(place: &SourcePlace) -> Value {
    let mut region = json!({ "startLine": place.line, "endLine": place.end_line });
    if let Some(column) = place.column {
        region["startColumn"] = column.into();
        if let Some(end) = place.end_column {
            region["endColumn"] = end.into();
        }
    }
    if let Some(text) = place.text.as_ref().filter(|_| place.end_line == place.line) {
        let rest = place.column.map_or(0, |column| column as usize - 1);
        let until = place.end_column.map_or(usize::MAX, |column| column as usize - 1);
        let snippet: String = text.chars().take(until).skip(rest).collect();
        region["snippet"] = json!({ "text": snippet });
    }
    let mut location = json!({
        "physicalLocation": { "artifactLocation": artifact(&place.file), "region": region },
    });
    if let Some(function) = &place.function {
        location["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
    }
    location
}
