//! The option reference, made from the definitions of the options.

use super::sections::{KEYS, SECTIONS};
use super::shipped::CONFIGURATIONS;
use argand_cpa::OptionDoc;
use std::fmt::Write as _;

/// The text of `docs/configurations.md`.
#[must_use]
pub fn markdown() -> String {
    let mut out = String::from(INTRODUCTION);
    for key in KEYS {
        let _ = writeln!(out, "- `{}`: {}", key.name, key.doc);
    }
    out.push_str("\n## Shipped configurations\n| name | what it is for |\n|---|---|\n");
    for shipped in CONFIGURATIONS {
        let _ = writeln!(out, "| `{}` | {} |", shipped.name, description(shipped.text));
    }
    out.push_str(POLICY);
    for section in SECTIONS {
        let _ = writeln!(out, "\n## `[{}]`", section.name);
        table(&mut out, &(section.documentation)());
    }
    for analysis in argand_cpas::ANALYSES {
        let _ = writeln!(out, "\n## `[cpa.{}]`\nThis analysis {}.\n", analysis.name, analysis.summary);
        table(&mut out, &analysis.documentation());
    }
    out
}

const INTRODUCTION: &str = "\
# Configurations

<!-- Made from the option definitions by a test; run it with ARGAND_UPDATE_DOCS=1 to write this file anew. -->

A configuration says which analyses run together and how. It is a TOML file, or one of the names below:

```toml
description = \"value analysis, with everything tracked from the start\"
extends = \"value\"               # take every key of another configuration that is not set here
algorithm = \"explore\"           # or \"cegar\", with a refiner

[cpa.value]
track-all = true
```

`argand verify --config mine.toml program.c` uses it; `--set cpa.value.track-all=true` changes one key for one run;
`argand explain-config --config mine.toml` prints what is in force; `argand configs` lists what is shipped.
A key that nobody knows is an error.

Keys of the top level:
";

const POLICY: &str = "
## `[externs]`, `volatile` and `strict`
What functions that are defined nowhere are taken to do: `write` (they may write whatever their arguments lead to through pointers that
are not `const`), `pure` (they change nothing) or `unknown` (a path that calls one has no answer). `default` is for all functions that are not named.
`strict` is `true`, or a list of names of [assumptions](assumptions.md): a verdict that depends on one of them is UNKNOWN.
`volatile` is `\"memory\"`, or `\"input\"`: each read of a volatile object is an input of the program, whatever it wrote there.
```toml
strict = [\"evaluation-order\", \"extern-pure\"]
volatile = \"input\"

[externs]
default = \"write\"
log_message = \"pure\"
```
";

/// The description of a shipped configuration.
#[must_use]
pub fn description(text: &str) -> String {
    text.parse::<toml::Table>()
        .ok()
        .and_then(|t| t.get("description").and_then(toml::Value::as_str).map(str::to_owned))
        .unwrap_or_default()
}

fn table(out: &mut String, options: &[OptionDoc]) {
    out.push_str("| key | takes | default | what it does |\n|---|---|---|---|\n");
    for option in options {
        // A bar would end the cell.
        let cell = |text: &str| text.replace('|', "\\|");
        let _ = writeln!(
            out,
            "| `{}` | {} | `{}` | {} |",
            option.key,
            cell(&option.kind),
            cell(&option.default),
            cell(&option.doc)
        );
    }
}
