//! What every analysis must obey, checked on the states of random programs.

mod common;

use argand_algorithms::Exploration;
use argand_cfa::{ExprKind, FuncId};
use argand_cpa::{Component, Pointee, PrecisionId, Query, StateId};
use argand_cpas::ANALYSES;
use common::finished;
use common::random::{self, Choices, Moment, structured_program};
use proptest::prelude::*;

/// Compositions that end on every program: joins, and bounds on recursion.
const COMPOSITIONS: [&[(&str, &str)]; 16] = [
    &[
        ("location", ""),
        ("callstack", "max-recursion = 1"),
        ("dominator", ""),
        ("controldep", ""),
        ("reachdef", ""),
    ],
    &[("location", ""), ("callstack", "max-recursion = 1"), ("slicing", "")],
    &[("location", ""), ("callstack", "max-recursion = 1"), ("observer", ""), ("interval", "merge = 'join'")],
    &[("location", ""), ("callstack", "max-recursion = 1"), ("sign", "merge = 'join'")],
    &[("location", ""), ("callstack", "max-recursion = 1"), ("functionpointer", "merge = 'join'")],
    &[("location", ""), ("callstack", "max-recursion = 1"), ("parity", "track-all = true\nmerge = 'join'")],
    &[("location", ""), ("callstack", "max-recursion = 1"), ("interval", "")],
    &[
        ("location", ""),
        ("callstack", "max-recursion = 2"),
        ("functionpointer", "merge = 'join'"),
        ("interval", "thresholds = false\nwiden-after = 0\nmax-cells = 2"),
    ],
    &[
        ("location", ""),
        ("callstack", "max-recursion = 1"),
        ("loopbound", "max-iterations = 2\nmerge = 'agree'"),
        ("sign", "merge = 'agree'"),
        ("functionpointer", "merge = 'agree'"),
    ],
    &[
        ("location", ""),
        ("callstack", "max-recursion = 2"),
        ("loopbound", "max-iterations = 3"),
        ("pointer", "merge = 'agree'"),
        ("value", "track-all = true"),
    ],
    &[
        ("location", ""),
        ("callstack", "max-recursion = 1"),
        ("pointer", "merge = 'join'"),
        ("value", "track-all = true\nmerge = 'join'"),
    ],
    &[
        ("location", ""),
        ("callstack", "max-recursion = 1"),
        ("loopbound", "max-iterations = 2"),
        ("predicate", "merge = 'agree'"),
    ],
    &[("location", ""), ("callstack", "max-recursion = 1"), ("loopbound", "max-iterations = 3"), ("smg", "")],
    &[
        ("location", ""),
        ("callstack", "max-recursion = 1"),
        ("loopbound", "max-iterations = 2"),
        ("symbolic", "track-all = true"),
    ],
    &[
        ("location", ""),
        ("callstack", "max-recursion = 1"),
        ("loopbound", "max-iterations = 1\nmerge = 'agree'"),
        ("symbolic", "track-all = true\nmerge = 'agree'"),
    ],
    &[
        ("location", ""),
        ("callstack", "max-recursion = 1"),
        ("loopbound", "max-iterations = 3"),
        ("smg", "track-all = true"),
    ],
];

/// Coverage is reflexive and transitive, and a merge covers both of its states.
fn check_component(component: &mut dyn Component, states: &[StateId], precision: PrecisionId) {
    let name = component.name().to_owned();
    for &a in states {
        assert_eq!(component.is_covered_by(a, a), Ok(true), "{name}");
        for &b in states {
            if let Ok(Some(both)) = component.merge(a, b, precision) {
                assert_eq!(component.is_covered_by(a, both), Ok(true), "{name}: new state of a merge");
                assert_eq!(component.is_covered_by(b, both), Ok(true), "{name}: old state of a merge");
            }
            for &c in states {
                let chain = [(a, b), (b, c)].iter().all(|&(x, y)| component.is_covered_by(x, y) == Ok(true));
                assert!(!chain || component.is_covered_by(a, c) == Ok(true), "{name} is transitive");
            }
        }
    }
}

#[test]
fn every_analysis_is_checked() {
    for analysis in ANALYSES {
        let checked = COMPOSITIONS.iter().any(|c| c.iter().any(|(name, _)| *name == analysis.name));
        let backwards = ["backlocation", "postdominator"].contains(&analysis.name);
        assert!(checked || backwards, "{}", analysis.name);
    }
}

/// Whether an answer of the state allows what a concrete run has there.
fn allows(run: &Exploration<'_>, states: &[StateId], moment: &Moment) -> bool {
    let program = run.program;
    program.pool.iter().all(|(expr, node)| {
        let ExprKind::Load(place) = node.kind else { return true };
        let Some(value) = program.pool.root_var(place).and_then(|var| moment.values.get(&var)) else {
            return true;
        };
        let mut range = Query::IntRange { expr, lo: i128::MIN, hi: i128::MAX };
        run.composite.ask(program, states, &mut range);
        let mut pointees = Query::PointsTo { expr, targets: None };
        run.composite.ask(program, states, &mut pointees);
        let pointer = if *value == 0 {
            Pointee::Null
        } else {
            Pointee::Function(FuncId::new(u32::try_from(*value - 4096).unwrap_or(u32::MAX)))
        };
        let in_range = matches!(range, Query::IntRange { lo, hi, .. } if (lo..=hi).contains(value));
        let pointed = !matches!(pointees, Query::PointsTo { targets: Some(t), .. } if !t.contains(&pointer));
        in_range && pointed
    })
}

/// Every moment of a concrete run is in a node of the graph, until the run leaves it through a gap.
fn check_run(run: &Exploration<'_>, moments: &[Moment]) {
    for (index, moment) in moments.iter().enumerate() {
        let allowed: Vec<_> = run
            .reached
            .iter()
            .filter(|&node| {
                let states = run.reached.states(node);
                let mut stack = Query::CallStack(None);
                run.composite.ask(run.program, states, &mut stack);
                run.composite.location(run.program, states) == Some(moment.location)
                    && stack == Query::CallStack(Some(moment.stack.clone()))
                    && allows(run, states, moment)
            })
            .collect();
        assert!(
            !allowed.is_empty(),
            "{} with {:?} is not in\n{}\n{}",
            moment.location,
            moment.values,
            run.view().text(),
            argand_cfa::text::print(run.program)
        );
        let Some(next) = moments.get(index + 1) else { return };
        // Edges into and out of functions lead to where their calls say.
        let leads = |edge| run.program.edges[edge].to == next.location || next.stack != moment.stack;
        if run.reached.gaps().iter().any(|gap| allowed.contains(&gap.node) && leads(gap.edge)) {
            return;
        }
    }
}

/// What the run of a loop does after the last round that is looked at is in no node, though its location is in some.
#[test]
fn a_run_may_leave_a_loop_through_a_gap() {
    let program =
        structured_program(&[37, 164, 0, 4, 20, 0, 59, 12, 11, 126, 187, 237, 24, 248, 1, 126, 43, 60]);
    let moments = random::run(&program, &mut Choices(&[]), 200);
    for analyses in COMPOSITIONS {
        check_run(&finished(&program, analyses), &moments);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn analyses_keep_the_laws_and_runs_repeat(choices in prop::collection::vec(any::<u8>(), 0..80)) {
        let program = structured_program(&choices);
        for analyses in COMPOSITIONS {
            let mut run = finished(&program, analyses);
            prop_assert_eq!(run.view().text(), finished(&program, analyses).view().text());
            let root = run.reached.root().expect("a root");
            let precisions = run.reached.precisions(root).to_vec();
            for node in run.reached.iter().collect::<Vec<_>>() {
                let nodes = run.reached.partition_of(run.reached.states(node));
                let nodes: Vec<_> = nodes.iter().copied().take(6).collect();
                for (index, &precision) in precisions.iter().enumerate() {
                    let states: Vec<_> = nodes.iter().map(|&n| run.reached.states(n)[index]).collect();
                    check_component(run.composite.component_mut(index), &states, precision);
                }
                // Coverage in the graph is coverage in every component.
                for &by in &run.reached.covered_by(node).to_vec() {
                    for index in 0..analyses.len() {
                        let (a, b) = (run.reached.states(node)[index], run.reached.states(by)[index]);
                        prop_assert_eq!(run.composite.component_mut(index).is_covered_by(a, b), Ok(true));
                    }
                }
            }
        }
    }

    #[test]
    fn concrete_runs_stay_inside_the_abstract_states(
        choices in prop::collection::vec(any::<u8>(), 0..80),
        inputs in prop::collection::vec(any::<u8>(), 0..30),
    ) {
        let program = structured_program(&choices);
        let moments = random::run(&program, &mut Choices(&inputs), 200);
        for analyses in COMPOSITIONS {
            check_run(&finished(&program, analyses), &moments);
        }
    }
}
