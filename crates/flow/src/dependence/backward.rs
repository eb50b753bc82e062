//! What a node depends on.

use super::cells::Cell;
use super::control::inside;
use super::modref::is_unsupported;
use super::{Dependence, Dependences, Node, Way, Why};
use argand_cfa::{CallSiteId, LocId};

impl Dependences<'_> {
    pub(super) fn backward(&self, node: Node, visit: &mut dyn FnMut(Dependence)) {
        match node {
            Node::Step(loc) => self.behind_step(loc, visit),
            Node::Entry(func) => {
                for &site in self.calls.sites_of(func) {
                    let node = Node::Step(self.program.call_sites[site].call);
                    visit(Dependence { node, way: Way::Up(site), why: Why::Call });
                }
            }
            Node::Value(loc, cell) => self.behind_value(loc, cell, visit),
        }
    }

    fn behind_step(&self, loc: LocId, visit: &mut dyn FnMut(Dependence)) {
        for &cell in self.cells.reads(loc) {
            visit(Dependence { node: Node::Value(loc, cell), way: Way::Same, why: Why::Data });
        }
        for &(var, declared) in self.lifetimes.needed(loc) {
            visit(Dependence { node: Node::Step(declared), way: Way::Same, why: Why::Lifetime(var) });
        }
        for &branch in self.control.on(loc) {
            let why = match self.call_at(branch) {
                None => Why::Control,
                Some(site) => {
                    if let Some(exit) = self.exit_of(self.program.call_sites[site].callee) {
                        visit(Dependence { node: Node::Step(exit), way: Way::Down(site), why: Why::Return });
                    }
                    Why::Return
                }
            };
            visit(Dependence { node: Node::Step(branch), way: Way::Same, why });
        }
        if self.control.is_by_entry(loc) {
            let node = Node::Entry(self.program.locs[loc].func);
            visit(Dependence { node, way: Way::Same, why: Why::Call });
        }
    }

    fn behind_value(&self, loc: LocId, cell: Cell, visit: &mut dyn FnMut(Dependence)) {
        let program = self.program;
        let func = program.locs[loc].func;
        if program.functions[func].entry() == Some(loc) {
            for &site in self.calls.sites_of(func) {
                self.behind_parameter(site, cell, visit);
            }
        }
        let data = |node| Dependence { node, way: Way::Same, why: Why::Data };
        for &edge in &program.locs[loc].into {
            if inside(program, edge).is_none() {
                continue;
            }
            let before = program.edges[edge].from;
            if let Some(site) = self.call_at(before) {
                self.behind_call(site, cell, visit);
                continue;
            }
            let written = self.cells.writes(before);
            let whole = match written.binary_search_by_key(&cell, |written| written.cell) {
                Ok(at) => Some(written[at].whole),
                Err(_) => (self.cells.is_exposed(cell) && is_unsupported(program, before)).then_some(false),
            };
            if whole.is_some() {
                visit(data(Node::Step(before)));
            }
            if whole != Some(true) {
                visit(data(Node::Value(before, cell)));
            }
        }
    }

    /// Where the value of a cell comes from at the entry of a function, through one call.
    fn behind_parameter(&self, site: CallSiteId, cell: Cell, visit: &mut dyn FnMut(Dependence)) {
        let data = &self.program.call_sites[site];
        let callee = &self.program.functions[data.callee];
        let mut up = |cell| {
            visit(Dependence { node: Node::Value(data.call, cell), way: Way::Up(site), why: Why::Data });
        };
        let arguments = self.cells.arguments(site);
        for (param, argument) in callee.params.iter().zip(arguments) {
            if self.cells.of_var(*param).contains(&cell) {
                argument.iter().for_each(|&cell| up(cell));
            }
        }
        if self.cells.variadic(data.callee) == Some(cell) {
            arguments.iter().skip(callee.params.len()).flat_map(|arg| arg.iter()).for_each(|&cell| up(cell));
        }
        if self.cells.private_to(cell) != Some(data.callee) {
            up(cell);
        }
    }

    /// Where the value of a cell comes from after a call.
    fn behind_call(&self, site: CallSiteId, cell: Cell, visit: &mut dyn FnMut(Dependence)) {
        let data = &self.program.call_sites[site];
        let callee = &self.program.functions[data.callee];
        let same = |node| Dependence { node, way: Way::Same, why: Why::Data };
        let mut down = |cell| {
            if let Some(exit) = callee.exit() {
                visit(Dependence { node: Node::Value(exit, cell), way: Way::Down(site), why: Why::Data });
            }
        };
        let result = self.result_cell(site, cell);
        let written = self.effects.may_write(data.callee, cell);
        if result.is_some() {
            callee.ret.iter().flat_map(|&ret| self.cells.of_var(ret)).for_each(|&cell| down(cell));
        }
        if written && result != Some(true) {
            down(cell);
        }
        if written || result.is_some() {
            visit(same(Node::Step(data.call)));
        }
        if !written && result != Some(true) {
            visit(same(Node::Value(data.call, cell)));
        }
    }
}
