//! The control-flow automata of the user's functions as boxes and arrows: stretches without branches are one box.

use crate::layout::layered::{Gaps, Size, layered};
use argand_cfa::{EdgeId, FuncId, LocId, Op, Origin, Program};
use argand_flow::order::Loops;
use argand_support::FxHashMap;
use serde::{Deserialize, Serialize};

/// Boxes with more lines than this are cut.
const MAX_LINES: usize = 14;
/// Lines longer than this are cut.
const MAX_TEXT: usize = 56;
/// The size of a character and of a line, and the space around them.
const CHARACTER: i32 = 7;
const LINE: i32 = 16;
const PADDING: i32 = 8;

/// A line of a box.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// What is done.
    pub text: String,
    /// The line of the source; 0 where there is none.
    pub line: u32,
}

/// A stretch without branches.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Block {
    /// Its place.
    pub x: i32,
    /// Its place.
    pub y: i32,
    /// Its size.
    pub width: i32,
    /// Its size.
    pub height: i32,
    /// What is done in it.
    pub lines: Vec<Line>,
    /// The file of its lines.
    pub file: String,
    /// The locations in it.
    pub locations: Vec<u32>,
    /// Whether a loop begins here.
    pub head: bool,
}

/// An arrow between blocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrow {
    /// The condition under which it is taken.
    pub label: String,
    /// Its bends.
    pub points: Vec<(i32, i32)>,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The boxes; the first is its entry.
    pub blocks: Vec<Block>,
    /// The arrows.
    pub edges: Vec<Arrow>,
    /// The size of the drawing.
    pub width: i32,
    /// The size of the drawing.
    pub height: i32,
}

/// The functions of the user, in the order of the program.
#[must_use]
pub fn functions(program: &Program) -> Vec<Function> {
    let loops = Loops::of(program);
    let users = program.functions.iter_enumerated().filter(|(_, function)| function.origin == Origin::User);
    users.filter_map(|(func, function)| Some(draw(program, &loops, func, function.entry()?))).collect()
}

/// The edges that stay in a function: a call is its summary.
fn inside(program: &Program, loc: LocId) -> impl Iterator<Item = EdgeId> + '_ {
    let edges = program.locs[loc].out.iter().copied();
    edges.filter(|&edge| !matches!(program.edges[edge].op, Op::Call(_) | Op::Return(_)))
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_TEXT {
        return text.to_owned();
    }
    text.chars().take(MAX_TEXT - 1).chain(['…']).collect()
}

/// What an edge does, in the words of the source.
fn text(program: &Program, edge: EdgeId) -> String {
    let data = &program.edges[edge];
    if let Op::Summary(_) = data.op {
        let calls = program.locs[data.from].out.iter().copied();
        let call = calls.into_iter().find(|&edge| matches!(program.edges[edge].op, Op::Call(_)));
        return program.op_text(call.unwrap_or(edge));
    }
    program.op_text(edge)
}

/// The locations where blocks begin, in the order in which they are found, with the number of each.
fn leaders(program: &Program, entry: LocId) -> (Vec<LocId>, FxHashMap<LocId, u32>) {
    let mut incoming: FxHashMap<LocId, u32> = FxHashMap::default();
    let mut order = vec![entry];
    incoming.insert(entry, 2);
    let mut branches = Vec::new();
    let mut at = 0;
    while let Some(&loc) = order.get(at) {
        at += 1;
        let several = inside(program, loc).count() > 1;
        for edge in inside(program, loc) {
            let to = program.edges[edge].to;
            let count = incoming.entry(to).or_insert(0);
            if *count == 0 {
                order.push(to);
            }
            *count += 1;
            if several {
                branches.push(to);
            }
        }
    }
    for loc in branches {
        incoming.insert(loc, 2);
    }
    order.retain(|loc| incoming[loc] > 1);
    let numbers = (0u32..).zip(&order).map(|(number, &loc)| (loc, number)).collect();
    (order, numbers)
}

fn draw(program: &Program, loops: &Loops, func: FuncId, entry: LocId) -> Function {
    let (leaders, numbers) = leaders(program, entry);
    let mut blocks = Vec::new();
    let (mut ends, mut labels) = (Vec::new(), Vec::new());
    for (number, &leader) in (0u32..).zip(&leaders) {
        let mut block = Block { head: loops.is_head(leader), ..Block::default() };
        let mut at = leader;
        loop {
            block.locations.push(at.raw());
            let out: Vec<EdgeId> = inside(program, at).collect();
            let &[edge] = &out[..] else {
                for edge in out {
                    ends.push((number, numbers[&program.edges[edge].to]));
                    labels.push(cut(&text(program, edge)));
                    add_place(program, &mut block, edge, "");
                }
                break;
            };
            let words = text(program, edge);
            let shown = !matches!(program.edges[edge].op, Op::Noop | Op::Dead { .. });
            add_place(program, &mut block, edge, if shown { &words } else { "" });
            at = program.edges[edge].to;
            if let Some(&next) = numbers.get(&at) {
                ends.push((number, next));
                labels.push(String::new());
                break;
            }
        }
        finish(&mut block);
        blocks.push(block);
    }
    let sizes: Vec<Size> =
        blocks.iter().map(|block| Size { width: block.width, height: block.height }).collect();
    let drawn = layered(&sizes, &ends, Gaps { across: 46, down: 44 });
    for (block, &(x, y)) in blocks.iter_mut().zip(&drawn.boxes) {
        (block.x, block.y) = (x, y);
    }
    let edges = drawn.edges.into_iter().zip(labels).map(|(points, label)| Arrow { label, points });
    Function {
        name: program.func_name(func).to_owned(),
        blocks,
        edges: edges.collect(),
        width: drawn.size.width,
        height: drawn.size.height,
    }
}

/// Adds a line for an edge. Without words it only says which line of the source the block belongs to, if nothing else does.
fn add_place(program: &Program, block: &mut Block, edge: EdgeId, words: &str) {
    let span = program.edges[edge].span;
    if block.file.is_empty() && !span.is_none() {
        program.sources.name(span.file).clone_into(&mut block.file);
    }
    let known = block.lines.iter().any(|line| line.line == span.line);
    if !words.is_empty() {
        block.lines.push(Line { text: cut(words), line: span.line });
    } else if !known && !span.is_none() {
        block.lines.push(Line { text: String::new(), line: span.line });
    }
}

/// Gives a block its size, and words where it has none.
fn finish(block: &mut Block) {
    if block.lines.len() > 1 && block.lines.iter().any(|line| !line.text.is_empty()) {
        block.lines.retain(|line| !line.text.is_empty());
    }
    block.lines.truncate(1.max(block.lines.len()));
    if block.lines.iter().all(|line| line.text.is_empty()) {
        let line = block.lines.first().map_or(0, |line| line.line);
        let text = if line == 0 { "end".to_owned() } else { format!("line {line}") };
        block.lines = vec![Line { text, line }];
    }
    if block.lines.len() > MAX_LINES {
        let more = block.lines.len() - MAX_LINES + 1;
        block.lines.truncate(MAX_LINES - 1);
        block.lines.push(Line { text: format!("… {more} more"), line: 0 });
    }
    let longest = block.lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    block.width = longest as i32 * CHARACTER + 2 * PADDING + CHARACTER;
    block.height = block.lines.len() as i32 * LINE + PADDING;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_without_branches_are_one_box() {
        let program = argand_cfa::testing::program(
            "
cfa LP64
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: x = 1
  L2 -> L3: x = 2
  L3 -> L4: [x < 3]
  L3 -> L1: ![x < 3]
  L4 -> L3: x = x + 1
}",
        );
        let drawn = functions(&program);
        let main = drawn.iter().find(|f| f.name == "main").expect("main");
        let texts: Vec<Vec<&str>> =
            main.blocks.iter().map(|b| b.lines.iter().map(|line| line.text.as_str()).collect()).collect();
        assert_eq!(texts[0], ["x = 1;", "x = 2;"]);
        assert!(texts.contains(&vec!["x = x + 1;"]), "{texts:?}");
        let labels: Vec<&str> = main.edges.iter().map(|edge| edge.label.as_str()).collect();
        assert!(labels.contains(&"[x < 3]") && labels.contains(&"[!(x < 3)]"), "{labels:?}");
        assert_eq!(main.blocks.iter().filter(|block| block.head).count(), 1);
        assert_eq!(main.edges.len(), 4);
    }
}
