//! Heap memory at the end of the run: what nothing points to any more has leaked.

use crate::address::Storage;
use crate::finding::{Action, End, ErrorKind, Finding};
use crate::machine::{Exec, Interpreter};
use crate::value::Provenance;
use argand_support::FxHashSet;

impl Interpreter<'_> {
    /// Sorts the living heap objects into reachable ones and leaks. Roots are the static objects and whatever
    /// still runs; a pointer to any byte of an object keeps it.
    pub(crate) fn find_leaks(&mut self) -> Exec<()> {
        let heap: Vec<u32> = self
            .memory
            .living()
            .filter(|&slot| self.memory.object(slot).info.storage == Storage::Heap)
            .collect();
        if heap.is_empty() {
            return Ok(());
        }
        let mut reached: FxHashSet<u32> = FxHashSet::default();
        let mut todo: Vec<u32> = self
            .memory
            .living()
            .filter(|&slot| self.memory.object(slot).info.storage != Storage::Heap)
            .collect();
        let registers = self.globals.iter().chain(&self.registers);
        todo.extend(registers.filter_map(|v| self.memory.living_origin(v.origin)));
        todo.extend(self.argument_origins().filter_map(|o| self.memory.living_origin(o)));
        while let Some(slot) = todo.pop() {
            if reached.insert(slot) {
                let found = self.memory.stored_origins(slot);
                todo.extend(found.filter_map(|o| self.memory.living_origin(o)));
            }
        }
        let mut first = None;
        for slot in heap {
            let object = self.memory.object(slot).info.clone();
            if reached.contains(&slot) {
                self.still_reachable.push(object);
            } else if self.config.policy.leak != Action::Ignore {
                let finding = Finding {
                    kind: ErrorKind::Leak,
                    edge: self.edge,
                    span: object.born,
                    stack: Vec::new(),
                    message: "memory is never freed, and nothing points to it when the program exits"
                        .to_owned(),
                    object: Some(object),
                };
                first.get_or_insert_with(|| finding.clone());
                self.findings.push(finding);
            }
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
    pub fn unfreed(&self) -> Vec<crate::memory::ObjectInfo> {
        let objects = self.memory.living().map(|slot| &self.memory.object(slot).info);
        objects.filter(|info| info.storage == Storage::Heap).cloned().collect()
    }

    /// Ends the run if it has lost memory: a heap object that nothing points to any more, although the program
    /// still runs. Whether it did.
    pub fn stop_if_memory_is_lost(&mut self) -> bool {
        if self.end().is_some() {
            return false;
        }
        let policy = std::mem::replace(&mut self.config.policy.leak, Action::Stop);
        let found = self.find_leaks();
        self.config.policy.leak = policy;
        self.still_reachable.clear();
        match found {
            Err(end) => {
                self.finish(*end);
                true
            }
            Ok(()) => false,
        }
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
