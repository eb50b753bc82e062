//! Room for further steps in automata that are complete.

use argand_cfa::{CallSiteId, EdgeId, LocId, Op, Program};

/// Makes room at a location: what leaves it leaves the result instead, which nothing enters yet.
pub(super) fn after_location(program: &mut Program, loc: LocId) -> LocId {
    let after = program.add_loc(program.locs[loc].func);
    let out = std::mem::take(&mut program.locs[loc].out);
    for &edge in &out {
        program.edges[edge].from = after;
        if let Op::Call(site) = program.edges[edge].op {
            program.call_sites[site].call = after;
        }
    }
    program.locs[after].out = out;
    after
}

/// Makes room behind an edge that is no part of a call: it leads to the first location of the result, and nothing leads
/// from there to the second, where it led before.
pub(super) fn after_edge(program: &mut Program, edge: EdgeId) -> (LocId, LocId) {
    let func = program.locs[program.edges[edge].from].func;
    let new = program.add_loc(func);
    (new, lead_to(program, edge, new))
}

/// Makes room behind a call, likewise.
pub(super) fn after_call(program: &mut Program, site: CallSiteId) -> (LocId, LocId) {
    let after = program.call_sites[site].after;
    let new = program.add_loc(program.locs[after].func);
    let own = |&edge: &EdgeId| matches!(program.edges[edge].op, Op::Return(s) | Op::Summary(s) if s == site);
    let edges: Vec<EdgeId> = program.locs[after].into.iter().copied().filter(own).collect();
    for edge in edges {
        lead_to(program, edge, new);
    }
    program.call_sites[site].after = new;
    (new, after)
}

/// Has an edge lead elsewhere; where it led before.
pub(super) fn lead_to(program: &mut Program, edge: EdgeId, to: LocId) -> LocId {
    let before = std::mem::replace(&mut program.edges[edge].to, to);
    program.locs[before].into.retain(|into| *into != edge);
    program.locs[to].into.push(edge);
    before
}
