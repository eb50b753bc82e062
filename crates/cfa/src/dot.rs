//! Automata as graphs for Graphviz.
//!
//! One cluster per function. Loop heads have a double border, entries are filled, exits and the halting
//! location are boxes. Calls and returns are dashed and do not shape the layout. Long operations are cut.

use crate::loops::LoopNest;
use crate::program::{EdgeId, FuncId, LocId, Op, Program};
use crate::text::{Pieces, Scope};
use argand_support::dot::Dot;
use argand_support::{FxHashMap, Symbol};

/// Operations longer than this are cut: a graph is to be seen, the text form is to be read.
const LONGEST_LABEL: usize = 80;

/// The automata of all functions, or of one, in the DOT language.
#[must_use]
pub fn dot(program: &Program, only: Option<FuncId>, loops: &dyn LoopNest) -> String {
    let scope = Scope::of(program);
    let mut pieces = Pieces::new(program, &scope);
    let mut locs_of = vec![Vec::new(); program.functions.len()];
    for (id, loc) in program.locs.iter_enumerated() {
        locs_of[loc.func.raw() as usize].push(id);
    }
    let mut labels: FxHashMap<LocId, Vec<Symbol>> = FxHashMap::default();
    for label in &program.labels {
        labels.entry(label.loc).or_default().push(label.name);
    }
    let mut out = Dot::new("cfa");
    out.statement("node [shape=circle, fontname=\"sans-serif\", fontsize=10]");
    out.statement("edge [fontname=\"monospace\", fontsize=9]");
    for (func, function) in program.functions.iter_enumerated() {
        if function.entry().is_none() || only.is_some_and(|f| f != func) {
            continue;
        }
        let title = format!("{}: {}", program.func_name(func), pieces.ty(function.ty));
        out.begin_cluster(func, &title);
        for &loc in &locs_of[func.raw() as usize] {
            node(&mut out, program, loops, loc, labels.get(&loc).map_or(&[], Vec::as_slice));
        }
        out.end_cluster();
    }
    for (id, edge) in program.edges.iter_enumerated() {
        let func = program.locs[edge.from].func;
        if only.is_none_or(|f| f == func) {
            pieces.inside(Some(func));
            draw(&mut out, program, &mut pieces, id, only);
        }
    }
    out.finish()
}

fn node(out: &mut Dot, program: &Program, loops: &dyn LoopNest, loc: LocId, labels: &[Symbol]) {
    let function = &program.functions[program.locs[loc].func];
    let mut label = loc.to_string();
    for &name in labels {
        label.push('\n');
        label.push_str(program.names.resolve(name));
    }
    let mut attributes = Vec::new();
    if loc == program.halt {
        attributes.extend(["shape=box", "style=filled"]);
    } else if function.exit() == Some(loc) {
        attributes.push("shape=box");
    } else if loops.is_head(loc) {
        attributes.push("shape=doublecircle");
    }
    if function.entry() == Some(loc) {
        attributes.extend(["style=filled", "fillcolor=lightgrey"]);
    }
    out.node(loc, &label, &attributes);
}

/// One edge. A single function shows its calls as summaries and its halts as ends.
fn draw(out: &mut Dot, program: &Program, pieces: &mut Pieces<'_>, id: EdgeId, only: Option<FuncId>) {
    let edge = &program.edges[id];
    let (label, style): (_, &[&str]) = match edge.op {
        Op::Call(_) | Op::Return(_) if only.is_some() => return,
        Op::Call(_) => (String::new(), &["style=dashed", "constraint=false"]),
        Op::Return(_) => (String::new(), &["style=dashed", "constraint=false", "arrowhead=empty"]),
        Op::Summary(site) => {
            let site = &program.call_sites[site];
            let call =
                program.locs[site.call].out.iter().find(|&&e| matches!(program.edges[e].op, Op::Call(_)));
            (call.map_or_else(String::new, |&call| pieces.op(call)), &["style=bold"])
        }
        _ => (pieces.op(id), &[]),
    };
    let mut text: String = label.chars().take(LONGEST_LABEL).collect();
    if text.len() < label.len() {
        text.push('…');
    }
    if only.is_some()
        && edge.to == program.halt
        && program.locs[program.halt].func != program.locs[edge.from].func
    {
        let end = format!("halt_{id}");
        out.node(&end, "halt", &["shape=box", "style=filled"]);
        out.edge(edge.from, end, Some(&text), style);
        return;
    }
    out.edge(edge.from, edge.to, Some(&text), style);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{program, random_program};
    use proptest::prelude::*;

    /// The one loop of [`SMALL`].
    struct First;

    impl LoopNest for First {
        fn is_head(&self, loc: LocId) -> bool {
            loc == LocId::new(0)
        }

        fn depth(&self, loc: LocId) -> u32 {
            u32::from(self.is_head(loc))
        }
    }

    const SMALL: &str = r#"
cfa LP64
static char*[2] names
extern stop: void(void) = Abort
func f: void(int) {
  entry L0 exit L1
  param int n
  label again: L0
  L0 -> L2: [n > 0]
  L0 -> L1: ![n > 0]
  L2 -> L0: n = n - 1
}
func main: void(void) {
  entry L3 exit L4
  L3 -> L5: call f(3)
  L5 -> L6: unsupported "odd \"thing\""
  L6 -> L7: call stop()
  L7 -> halt: abort
}
"#;

    #[test]
    fn all_functions_are_clusters_with_marked_loop_heads() {
        insta::assert_snapshot!(dot(&program(SMALL), None, &First));
    }

    #[test]
    fn one_function_shows_its_calls_as_summaries_and_halts_as_ends() {
        let program = program(SMALL);
        insta::assert_snapshot!(dot(&program, Some(program.main), &First));
    }

    /// Whether quotes and braces of a DOT text are balanced.
    fn is_balanced(text: &str) -> bool {
        let (mut quoted, mut escape, mut depth) = (false, false, 0i64);
        for c in text.chars() {
            match c {
                _ if escape => escape = false,
                '\\' if quoted => escape = true,
                '"' => quoted = !quoted,
                '\n' if quoted => return false,
                '{' if !quoted => depth += 1,
                '}' if !quoted => depth -= 1,
                _ => {}
            }
        }
        !quoted && depth == 0
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn quotes_are_escaped_whatever_the_names(choices in prop::collection::vec(any::<u16>(), 0..600)) {
            prop_assert!(is_balanced(&dot(&random_program(&choices), None, &())));
        }
    }
}
