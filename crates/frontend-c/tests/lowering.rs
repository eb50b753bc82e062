//! Each file of `lowering/` is a small C program; the file of the same name that ends in `.cfa` lists the
//! automata it becomes. `BLESS=1 cargo test` writes the lists anew, to be read before they are kept.

use argand_cfa::{DataModel, EdgeId, FuncId, LocId, Op, Origin, Program};
use argand_frontend_c::{Options, load_str};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

fn program(text: &str, data_model: DataModel) -> Program {
    let options = Options { data_model, ..Options::default() };
    match load_str(text, &options) {
        Ok(loaded) => loaded.program,
        Err(failure) => panic!("{failure}"),
    }
}

/// The automata of functions of one origin, locations numbered in the order control reaches them.
fn listing(program: &Program, origin: Origin) -> String {
    let mut out = String::new();
    for (func, function) in program.functions.iter_enumerated() {
        if let (Some(entry), Some(exit)) = (function.entry(), function.exit())
            && function.origin == origin
        {
            list_function(program, func, (entry, exit), &mut out);
        }
    }
    out
}

fn list_function(program: &Program, func: FuncId, (entry, exit): (LocId, LocId), out: &mut String) {
    let mut numbers: BTreeMap<LocId, usize> = BTreeMap::new();
    let mut queue = std::collections::VecDeque::from([entry]);
    numbers.insert(entry, 0);
    let mut lines: Vec<(LocId, EdgeId)> = Vec::new();
    while let Some(loc) = queue.pop_front() {
        if loc == exit || loc == program.halt {
            continue;
        }
        for &id in &program.locs[loc].out {
            let edge = &program.edges[id];
            if matches!(edge.op, Op::Call(_)) {
                continue;
            }
            lines.push((loc, id));
            let next = numbers.len();
            if let std::collections::btree_map::Entry::Vacant(slot) = numbers.entry(edge.to) {
                slot.insert(next);
                queue.push_back(edge.to);
            }
        }
    }
    let name = |loc: LocId| match loc {
        _ if loc == exit => "exit".to_owned(),
        _ if loc == program.halt => "halt".to_owned(),
        _ => numbers.get(&loc).map_or_else(|| "?".to_owned(), ToString::to_string),
    };
    let _ = writeln!(out, "{}:", program.func_name(func));
    for (loc, id) in lines {
        let edge = &program.edges[id];
        let branch = edge.branch.map_or_else(String::new, |b| {
            let outcome = b.outcome.map_or("open", |held| if held { "yes" } else { "no" });
            format!("  // {:?} {outcome}", program.branches[b.branch].kind)
        });
        let _ = writeln!(out, "  {} -> {}: {}{branch}", name(loc), name(edge.to), program.op_text(id).trim());
    }
    for label in program.labels.iter().filter(|label| program.locs[label.loc].func == func) {
        let _ = writeln!(out, "  {} is at {}", program.names.resolve(label.name), name(label.loc));
    }
}

#[test]
fn every_construct_becomes_the_automaton_that_is_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "c"))
        .collect();
    files.sort();
    assert!(files.len() > 20, "the cases are in {}", folder.display());
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let violations = argand_cfa::verify::verify(&program(&text, model));
            assert!(violations.is_empty(), "{}: {violations:?}", file.display());
        }
        let lowered = program(&text, DataModel::Lp64);
        let mut found = listing(&lowered, Origin::User);
        if file.file_stem().is_some_and(|name| name == "statics") {
            found.push_str(&listing(&lowered, Origin::Startup));
        }
        let expected_file = file.with_extension("cfa");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected_file, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&expected_file).unwrap_or_default();
        if found != expected {
            wrong.push(format!("{}:\n{found}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "these have become other automata:\n{}", wrong.join("\n"));
}

/// The operations of all edges of one function, in the order of the edges.
fn operations(text: &str, name: &str) -> Vec<String> {
    let program = program(text, DataModel::Lp64);
    let func = program.find_function(name).expect("the function is defined");
    program
        .edges
        .iter_enumerated()
        .filter(|(_, edge)| program.locs[edge.from].func == func)
        .map(|(id, _)| program.op_text(id))
        .collect()
}

#[test]
fn long_sums_and_long_else_if_chains_need_no_deep_recursion() {
    let mut text = "int x; int sum(void) { return x".to_owned();
    text.push_str(&" + x".repeat(20_000));
    text.push_str("; } int chain(int n) {\n");
    for n in 0..5_000 {
        let _ = writeln!(text, "if (n == {n}) return {n}; else ");
    }
    text.push_str("return -1; } int main(void) { return sum() + chain(3); }");
    let program = program(&text, DataModel::Lp64);
    let edges = |name: &str| {
        let func = program.find_function(name).expect("the function is defined");
        program.edges.iter().filter(|edge| program.locs[edge.from].func == func).count()
    };
    // The call of each function returns over one more edge.
    assert_eq!(edges("sum"), 1 + 1);
    assert_eq!(edges("chain"), 2 * 5_000 + 5_001 + 1);
}

#[test]
fn overflowing_literal_arithmetic_is_kept() {
    let text = "int main(void) { int a = 2147483647 + 1; int b = 1 << 3; unsigned c = 4294967295u + 1; return a / 0; }";
    let ops = operations(text, "main");
    assert!(ops.contains(&"a = 2147483647 + 1;".to_owned()), "{ops:?}");
    assert!(ops.contains(&"b = 8;".to_owned()), "{ops:?}");
    assert!(ops.contains(&"c = 0U;".to_owned()), "{ops:?}");
    assert!(ops.contains(&"<return> = a / 0;".to_owned()), "{ops:?}");
}

#[test]
fn every_edge_of_a_condition_names_its_construct_in_the_source() {
    let text = "int main(void) {\n  int a = 1;\n  if (a\n      && a > 2)\n    return 1;\n  return 0;\n}\n";
    let program = program(text, DataModel::Lp64);
    let branches: Vec<_> = program.edges.iter().filter_map(|edge| edge.branch).collect();
    assert_eq!(branches.len(), 4);
    let branch = &program.branches[branches[0].branch];
    assert_eq!((branch.keyword.line, branch.keyword.column, branch.keyword.end_column), (3, 3, 5));
    assert_eq!((branch.condition.line, branch.condition.end_line), (3, 4));
    assert!(branches.iter().all(|b| b.branch == branches[0].branch));
}
