//! What is assumed of the world outside, and what must not be: the keys `externs`, `volatile`, `registers`, `interrupts`
//! and `strict`.

use argand_cfa::{AddressRange, AssumptionKind};
use argand_linker::{ExternPolicy, Externs, Volatile};
use argand_support::spelling::nearest;
use std::collections::BTreeMap;
use toml::Value;

/// The word for all functions that are not named: no function can be called so.
const DEFAULT: &str = "default";

/// The policies by name.
pub const EXTERNS: [(&str, Externs); 3] =
    [("write", Externs::Write), ("pure", Externs::Pure), ("unknown", Externs::Unknown)];

/// What reads of volatile objects give, by name.
pub const VOLATILE: [(&str, Volatile); 2] = [("memory", Volatile::Memory), ("input", Volatile::Input)];

/// What reads of volatile objects give, by its name.
///
/// # Errors
/// A message for the user.
pub fn volatile_named(name: &str) -> Result<Volatile, String> {
    let found = VOLATILE.iter().find(|(word, _)| *word == name).map(|&(_, volatile)| volatile);
    found.ok_or_else(|| format!("`{name}` says nothing about volatile objects; use `memory` or `input`"))
}

/// The addresses of registers, first and last: `0x40000000-0x5fffffff`.
///
/// # Errors
/// A message for the user.
pub fn range_named(text: &str) -> Result<AddressRange, String> {
    let wrong = |why: &str| format!("`{text}` is no range of addresses: {why}");
    let (first, last) = text
        .split_once('-')
        .ok_or_else(|| wrong("expected the first and the last, such as 0x40000000-0x5fffffff"))?;
    let address = |word: &str| {
        let word = word.trim();
        let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
        let (digits, base) = digits.map_or((word, 10), |digits| (digits, 16));
        if digits.is_empty() || !digits.chars().all(|c| c.is_digit(base)) {
            return Err(wrong(&format!("`{word}` is no address")));
        }
        u64::from_str_radix(digits, base)
            .map_err(|_| wrong(&format!("`{word}` is beyond every address space")))
    };
    AddressRange::new(address(first)?, address(last)?).map_err(|error| wrong(&error.to_string()))
}

/// The policy of this name.
///
/// # Errors
/// A message for the user.
pub fn extern_named(name: &str) -> Result<Externs, String> {
    let found = EXTERNS.iter().find(|(word, _)| *word == name).map(|&(_, externs)| externs);
    found.ok_or_else(|| format!("`{name}` says nothing about functions; use `write`, `pure` or `unknown`"))
}

/// Reads the section `[externs]`.
///
/// # Errors
/// A message for the user.
pub fn parse_externs(section: &BTreeMap<String, String>) -> Result<ExternPolicy, String> {
    let mut policy = ExternPolicy::default();
    for (name, word) in section {
        let externs = extern_named(word).map_err(|message| format!("[externs] {message}"))?;
        if name == DEFAULT {
            policy.default = externs;
        } else {
            policy.functions.insert(name.clone(), externs);
        }
    }
    Ok(policy)
}

/// Reads the key `strict`: `true`, or the names of assumptions.
///
/// # Errors
/// A message for the user.
pub fn parse_strict(value: &Value) -> Result<Vec<AssumptionKind>, String> {
    match value {
        Value::Boolean(true) => Ok(AssumptionKind::ALL.to_vec()),
        Value::Boolean(false) => Ok(Vec::new()),
        Value::String(names) => strict_named(names),
        Value::Array(names) => {
            let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            strict_named(&names.join(","))
        }
        _ => Err("`strict` takes true, false or names of assumptions".to_owned()),
    }
}

/// The assumptions with these names, which commas separate; all of them for `all`.
///
/// # Errors
/// A message for the user.
pub fn strict_named(names: &str) -> Result<Vec<AssumptionKind>, String> {
    if names == "all" {
        return Ok(AssumptionKind::ALL.to_vec());
    }
    let named = |name: &str| {
        AssumptionKind::from_name(name).ok_or_else(|| {
            let known = AssumptionKind::ALL.map(AssumptionKind::name);
            match nearest(name, known) {
                Some(near) => format!("no assumption is called `{name}`; did you mean `{near}`?"),
                None => format!("no assumption is called `{name}`; there are {}", known.join(", ")),
            }
        })
    };
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(named).collect()
}
