//! The option reference, made from the definitions of the options.

use super::sections::{KEYS, SECTIONS};
use super::shipped::CONFIGURATIONS;
use crate::strategy::features::Feature;
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
    out.push_str(STRATEGIES);
    out.push_str("\nFeatures that `when` can name:\n");
    for feature in Feature::ALL {
        let _ = writeln!(out, "- `{}`: {}", feature.name(), feature.doc());
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

const STRATEGIES: &str = "
## Strategies
`argand verify` without `--config` uses `auto`, a *strategy*: a configuration that is made of others.

1. It looks at the program (loops and their bounds, recursion, floats, arrays, heap, …) and at the properties, and chooses the members that fit
   and that decide what is asked. Properties that not all members decide are asked together first and then one group after the other.
2. It runs the program a few hundred times with simple and random inputs from fixed seeds. A violation that happens is FALSE.
3. The members take turns, as many at a time as `--jobs` says (one for each processor if it says nothing). The turns of each round are twice as long as
   those before; a member that waits loses nothing. The first TRUE or FALSE is the answer. Who ends without one gives its time to the others and leaves
   what it learnt to those that begin later; who gave up by itself tries again with another order and more patience.
4. All keep one limit of time (`--time`, 15 minutes if nothing is said) and of memory (`--memory`, three quarters of the machine's); when memory runs
   short, the member that seems to hold most of it is stopped.

`-v` says on standard error why each member was chosen, what it answered and what it met; `--out` writes the same to `strategy.json`. With `--jobs 1`
the same program has the same answer with the same evidence, as long as no turn ends at another step because the machine is slower.

A strategy of one's own:
```toml
description = \"induction for loops, values for the rest\"
algorithm = \"strategy\"

[strategy]
runs = 100                        # 0 for none
members = [
    \"value\",
    { config = \"k-induction\", share = 3, when = [\"loops\", \"!recursion\"], why = \"there is a loop\" },
    { config = \"mine.toml\" },      # a file beside this one
]
```
Members are tried in their order. `share` is a whole number, 1 where it is not said; `when` lists features that the program must have, or with `!` must not
have; of several lines for one configuration the first that fits counts. Other keys of a strategy (`solver`, `strict`, `[cpa.value]`, …) hold for all its
members, and so does `--set`. A strategy cannot be a member of a strategy.
";

const POLICY: &str = "
## `[externs]`, `volatile`, `registers`, `interrupts` and `strict`
What functions that are defined nowhere are taken to do: `write` (they may write whatever their arguments lead to through pointers that
are not `const`), `pure` (they change nothing) or `unknown` (a path that calls one has no answer). `default` is for all functions that are not named.
`strict` is `true`, or a list of names of [assumptions](assumptions.md): a verdict that depends on one of them is UNKNOWN.
`volatile` is `\"memory\"`, or `\"input\"`: each read of a volatile object is an input of the program, whatever it wrote there.
`registers` are ranges of addresses at which the machine has registers: a read gives any value, and what is written is gone. `interrupts` are functions
`void handler(void)` that may run wherever the rest of the program can tell ([firmware](your-code.md#firmware)).
```toml
strict = [\"evaluation-order\", \"extern-pure\"]
volatile = \"input\"
registers = [\"0x40000000-0x5fffffff\"]
interrupts = [\"tick_handler\"]

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
