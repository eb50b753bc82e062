//! The table of analyses: what a configuration can say and what it is told when it is wrong.

use argand_cfa::{DataModel, Program, TypeTable};
use argand_cpa::{Context, config};
use argand_cpas::ANALYSES;

fn error(name: &str, options: &str) -> String {
    let program = Program::new(TypeTable::new(DataModel::Lp64));
    let result = config::find(ANALYSES, name).and_then(|entry| {
        entry.build(toml::from_str(options).expect("TOML"), &Context::alone(&program), false)
    });
    result.err().expect("the configuration is wrong").to_string()
}

#[test]
fn names_are_sorted_single_words_with_a_summary() {
    for pair in ANALYSES.windows(2) {
        assert!(pair[0].name < pair[1].name, "{} before {}", pair[0].name, pair[1].name);
    }
    for analysis in ANALYSES {
        assert!(analysis.name.chars().all(|c| c.is_ascii_lowercase()), "{}", analysis.name);
        assert!(!analysis.summary.is_empty());
        for option in analysis.documentation() {
            assert!(!option.doc.is_empty(), "{}: {} has no documentation", analysis.name, option.key);
        }
    }
}

#[test]
fn wrong_configurations_are_explained_with_a_suggestion() {
    assert_eq!(error("sing", ""), "no analysis is called `sing`; did you mean `sign`?");
    assert_eq!(
        error("callstack", "max-recursoin = 3"),
        "in [cpa.callstack]: unknown field `max-recursoin`; did you mean `max-recursion`?"
    );
    assert_eq!(error("sign", "merg = 'join'"), "in [cpa.sign]: unknown field `merg`; did you mean `merge`?");
    assert!(error("sign", "merge = 'joni'").starts_with("in [cpa.sign]: unknown variant `joni`"));
    assert_eq!(
        error("sign", "stop = 'join'"),
        "`sign` cannot use stop = \"join\" without merge = \"join\": a join of its states stands for more than the states"
    );
}
