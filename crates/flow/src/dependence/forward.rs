//! What depends on a node: the same dependences from their other end.

use super::cells::Cell;
use super::control::inside;
use super::modref::is_unsupported;
use super::{Dependence, Dependences, Node, Way, Why};
use argand_cfa::{CallSiteId, LocId};
use argand_support::Idx as _;

impl Dependences<'_> {
    pub(super) fn forward(&self, node: Node, visit: &mut dyn FnMut(Dependence)) {
        match node {
            Node::Step(loc) => self.after_step(loc, visit),
            Node::Entry(func) => {
                for &loc in self.control.entered(func) {
                    visit(Dependence { node: Node::Step(loc), way: Way::Same, why: Why::Call });
                }
            }
            Node::Value(loc, cell) => self.after_value(loc, cell, visit),
        }
    }

    fn after_step(&self, loc: LocId, visit: &mut dyn FnMut(Dependence)) {
        let program = self.program;
        for &user in self.lifetimes.used(loc) {
            visit(Dependence { node: Node::Step(user.1), way: Way::Same, why: Why::Lifetime(user.0) });
        }
        for &other in self.control.of(loc) {
            let why = if self.call_at(loc).is_some() { Why::Return } else { Why::Control };
            visit(Dependence { node: Node::Step(other), way: Way::Same, why });
        }
        let func = program.locs[loc].func;
        if self.exit_of(func) == Some(loc) && self.control.may_block(func) {
            for &site in self.calls.sites_of(func) {
                for &other in self.control.of(program.call_sites[site].call) {
                    let node = Node::Step(other);
                    visit(Dependence { node, way: Way::Up(site), why: Why::Return });
                }
            }
        }
        let data = |node| Dependence { node, way: Way::Same, why: Why::Data };
        if let Some(site) = self.call_at(loc) {
            let call = &program.call_sites[site];
            visit(Dependence { node: Node::Entry(call.callee), way: Way::Down(site), why: Why::Call });
            for cell in (0..self.cells.len()).map(Cell::from_usize) {
                if self.effects.may_write(call.callee, cell) || self.result_cell(site, cell).is_some() {
                    visit(data(Node::Value(call.after, cell)));
                }
            }
            return;
        }
        let unsupported = is_unsupported(program, loc);
        for next in program.locs[loc].out.iter().filter_map(|&edge| inside(program, edge)) {
            for written in self.cells.writes(loc) {
                visit(data(Node::Value(next, written.cell)));
            }
            if unsupported {
                let exposed =
                    (0..self.cells.len()).map(Cell::from_usize).filter(|&c| self.cells.is_exposed(c));
                exposed.for_each(|cell| visit(data(Node::Value(next, cell))));
            }
        }
    }

    fn after_value(&self, loc: LocId, cell: Cell, visit: &mut dyn FnMut(Dependence)) {
        let program = self.program;
        let data = |node| Dependence { node, way: Way::Same, why: Why::Data };
        if self.cells.reads(loc).binary_search(&cell).is_ok() {
            visit(data(Node::Step(loc)));
        }
        let func = program.locs[loc].func;
        if self.exit_of(func) == Some(loc) {
            for &site in self.calls.sites_of(func) {
                self.after_return(site, cell, visit);
            }
        } else if let Some(site) = self.call_at(loc) {
            self.through_call(site, cell, visit);
        } else {
            let written = self.cells.writes(loc);
            let known = written.binary_search_by_key(&cell, |written| written.cell);
            if known.is_ok_and(|at| written[at].whole) {
                return;
            }
            for next in program.locs[loc].out.iter().filter_map(|&edge| inside(program, edge)) {
                visit(data(Node::Value(next, cell)));
            }
        }
    }

    /// Where the value of a cell goes from the exit of a function, through one call.
    fn after_return(&self, site: CallSiteId, cell: Cell, visit: &mut dyn FnMut(Dependence)) {
        let data = &self.program.call_sites[site];
        let mut up = |cell| {
            visit(Dependence { node: Node::Value(data.after, cell), way: Way::Up(site), why: Why::Data });
        };
        let returned = self.program.functions[data.callee].ret;
        if let (Some(dst), Some(ret)) = (data.dst, returned)
            && self.cells.of_var(ret).contains(&cell)
        {
            self.cells.of_var(dst).iter().for_each(|&cell| up(cell));
        }
        if self.effects.may_write(data.callee, cell) && self.result_cell(site, cell) != Some(true) {
            up(cell);
        }
    }

    /// Where the value of a cell before a call goes: into the callee, and past it.
    fn through_call(&self, site: CallSiteId, cell: Cell, visit: &mut dyn FnMut(Dependence)) {
        let data = &self.program.call_sites[site];
        let callee = &self.program.functions[data.callee];
        let mut down = |cell| {
            if let Some(entry) = callee.entry() {
                visit(Dependence { node: Node::Value(entry, cell), way: Way::Down(site), why: Why::Data });
            }
        };
        for (number, argument) in self.cells.arguments(site).iter().enumerate() {
            if argument.binary_search(&cell).is_ok() {
                match callee.params.get(number) {
                    Some(&param) => self.cells.of_var(param).iter().for_each(|&cell| down(cell)),
                    None => self.cells.variadic(data.callee).into_iter().for_each(&mut down),
                }
            }
        }
        let written = self.effects.may_write(data.callee, cell);
        if written || self.effects.may_read(data.callee, cell) {
            down(cell);
        }
        if !written && self.result_cell(site, cell) != Some(true) {
            visit(Dependence { node: Node::Value(data.after, cell), way: Way::Same, why: Why::Data });
        }
    }
}
