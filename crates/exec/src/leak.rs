//! Heap memory that nothing points to any more has leaked.

use crate::address::Storage;
use crate::code::Home;
use crate::finding::{Action, End, ErrorKind, Finding};
use crate::machine::{Exec, Interpreter};
use crate::memory::ObjectInfo;
use crate::value::Provenance;
use argand_cfa::{LocId, VarId, VarKind};
use argand_flow::liveness::LiveTemps;
use argand_support::FxHashSet;

/// Temporaries of running functions: those that are registers, and the objects of the others.
#[derive(Default)]
struct Temporaries {
    registers: FxHashSet<usize>,
    slots: FxHashSet<u32>,
}

impl Interpreter<'_> {
    /// The living heap objects: those that something still points to, and those that are lost. Roots are the static
    /// objects and whatever still runs; a pointer to any byte of an object keeps it, unless it stands in freed memory.
    ///
    /// Temporaries of the running functions that are not read any more keep nothing: the program cannot name them, and
    /// they are not cleared after use.
    fn kept_and_lost(&self) -> (Vec<u32>, Vec<u32>) {
        let found = self.reached_from_roots(&Temporaries::default());
        if found.0.is_empty() || found == self.reached_from_roots(&self.temporaries(|_, _| true)) {
            return found;
        }
        // Something is kept by temporaries alone: now it matters which of them are alive.
        let live = self.live_temps.get_or_init(|| LiveTemps::of(self.program));
        self.reached_from_roots(&self.temporaries(|loc, var| !live.contains(loc, var)))
    }

    /// The living heap objects that can be reached without some temporaries, and the others.
    fn reached_from_roots(&self, without: &Temporaries) -> (Vec<u32>, Vec<u32>) {
        let heap: Vec<u32> = self
            .memory
            .living()
            .filter(|&slot| self.memory.object(slot).info.storage == Storage::Heap)
            .collect();
        if heap.is_empty() {
            return (heap, Vec::new());
        }
        let mut reached: FxHashSet<u32> = FxHashSet::default();
        let mut todo: Vec<u32> = self
            .memory
            .living()
            .filter(|&slot| self.memory.object(slot).info.storage != Storage::Heap)
            .filter(|slot| !without.slots.contains(slot))
            .collect();
        let counts = |index: usize| !without.registers.contains(&index);
        let own = self.registers.iter().enumerate().filter(|&(index, _)| counts(index)).map(|(_, v)| v);
        let registers = self.globals.iter().chain(own);
        todo.extend(registers.filter_map(|v| self.memory.living_origin(v.origin)));
        todo.extend(self.argument_origins().filter_map(|o| self.memory.living_origin(o)));
        while let Some(slot) = todo.pop() {
            if reached.insert(slot) {
                let found = self.memory.stored_origins(slot);
                todo.extend(found.filter_map(|o| self.memory.living_origin(o)));
            }
        }
        heap.into_iter().partition(|slot| reached.contains(slot))
    }

    /// Sorts the heap objects that are left at the end of the run into reachable ones and leaks.
    pub(crate) fn find_leaks(&mut self) -> Exec<()> {
        let (kept, lost) = self.kept_and_lost();
        self.still_reachable.extend(kept.into_iter().map(|slot| self.memory.object(slot).info.clone()));
        if self.config.policy.leak == Action::Ignore {
            return Ok(());
        }
        let mut first = None;
        for slot in lost {
            let object = self.memory.object(slot).info.clone();
            let finding = Finding {
                kind: ErrorKind::Leak,
                edge: self.edge,
                span: object.born,
                stack: Vec::new(),
                message: "memory is never freed, and nothing points to it when the program exits".to_owned(),
                object: Some(object),
            };
            first.get_or_insert_with(|| finding.clone());
            self.findings.push(finding);
        }
        match first {
            Some(finding) if self.config.policy.leak == Action::Stop => {
                Err(Box::new(End::Error(Box::new(finding))))
            }
            _ => Ok(()),
        }
    }

    /// The heap objects that were not freed so far, however the run ended.
    #[must_use]
    pub fn unfreed(&self) -> Vec<ObjectInfo> {
        let objects = self.memory.living().map(|slot| &self.memory.object(slot).info);
        objects.filter(|info| info.storage == Storage::Heap).cloned().collect()
    }

    /// Ends the run if it has lost memory: a heap object that nothing points to any more, although the program
    /// still runs. Whether it did. The place of this finding is where the run is, not the allocation.
    pub fn stop_if_memory_is_lost(&mut self) -> bool {
        if self.end().is_some() {
            return false;
        }
        let (_, lost) = self.kept_and_lost();
        let Some(object) = lost.first().map(|&slot| self.memory.object(slot).info.clone()) else {
            return false;
        };
        let message = "memory is not freed, and nothing points to it any more".to_owned();
        let finding = self.finding(ErrorKind::Leak, message, Some(object));
        self.findings.push(finding.clone());
        self.finish(End::Error(Box::new(finding)));
        true
    }

    /// The temporaries of the running functions that are chosen by where their function is and who they are.
    fn temporaries(&self, is_chosen: impl Fn(LocId, VarId) -> bool) -> Temporaries {
        let mut found = Temporaries::default();
        let places: Vec<LocId> = (0..self.frames.len()).map(|index| self.place_of_frame(index)).collect();
        for (var, data) in self.program.vars.iter_enumerated().filter(|(_, d)| d.kind == VarKind::Temp) {
            let (Home::Local(register) | Home::LocalObject(register)) = self.code.home(var) else { continue };
            let running = self.frames.iter().zip(&places).filter(|(frame, _)| Some(frame.func) == data.func);
            for (frame, _) in running.filter(|(_, loc)| is_chosen(**loc, var)) {
                let register = frame.base + register as usize;
                found.registers.insert(register);
                if matches!(self.code.home(var), Home::LocalObject(_)) {
                    let origin = self.registers.get(register).map_or(Provenance::NONE, |value| value.origin);
                    found.slots.extend(self.memory.living_origin(origin));
                }
            }
        }
        found
    }

    /// Where a running function goes on.
    fn place_of_frame(&self, index: usize) -> LocId {
        let called = self.frames.get(index + 1).and_then(|frame| frame.site);
        called.map_or(self.loc, |site| self.program.call_sites[site].after)
    }

    /// The objects that arguments behind a `...` belong to.
    fn argument_origins(&self) -> impl Iterator<Item = Provenance> + '_ {
        self.frames.iter().filter_map(|f| f.arguments.as_ref()).flat_map(|a| a.iter()).flat_map(|argument| {
            let (scalar, block): (Option<Provenance>, &[u32]) = match &argument.content {
                crate::varargs::Content::Scalar(value) => (Some(value.origin), &[]),
                crate::varargs::Content::Block(blob) => (None, &blob.origins),
            };
            scalar.into_iter().chain(block.iter().map(|&o| Provenance(o)))
        })
    }
}
