//! Which heap objects changed, and since when.
//!
//! Folding asks at every loop head which objects can be folded. Whether a pair can depends on its two objects and on
//! who points to them only, so it is enough to look at what changed since the last time the same was asked. Different
//! loops ask with different demands, so each change has a time, and each demand remembers when it was met.

use super::value::ObjectId;
use imbl::{OrdMap, OrdSet};

/// What was asked for: the least length of a chain and which data keeps elements apart.
pub(super) type Demand = (usize, u8);

/// The times of the last changes.
#[derive(Clone, Default, Debug)]
pub(super) struct Journal {
    now: u32,
    times: OrdMap<ObjectId, u32>,
    order: OrdSet<(u32, ObjectId)>,
    met: OrdMap<Demand, u32>,
}

impl Journal {
    /// An object changed.
    pub(super) fn touch(&mut self, id: ObjectId) {
        match self.times.get(&id) {
            Some(&time) if time == self.now => return,
            Some(&time) => {
                self.order.remove(&(time, id));
            }
            None => {}
        }
        self.times.insert(id, self.now);
        self.order.insert((self.now, id));
    }

    /// An object is gone.
    pub(super) fn forget(&mut self, id: ObjectId) {
        if let Some(time) = self.times.remove(&id) {
            self.order.remove(&(time, id));
        }
    }

    /// What changed since this was last asked with the same demand.
    pub(super) fn changed(&mut self, demand: Demand) -> Vec<ObjectId> {
        let since = self.met.get(&demand).copied().unwrap_or(0);
        let changed: Vec<ObjectId> =
            self.order.range((since, ObjectId::new(0))..).map(|&(_, id)| id).collect();
        self.now += 1;
        self.met.insert(demand, self.now);
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_demand_sees_every_change_once() {
        let [a, b] = [0, 1].map(ObjectId::new);
        let mut journal = Journal::default();
        journal.touch(a);
        journal.touch(b);
        assert_eq!(journal.changed((2, 0)), [a, b]);
        assert_eq!(journal.changed((2, 0)), []);
        journal.touch(a);
        assert_eq!(journal.changed((3, 0)), [b, a]);
        assert_eq!(journal.changed((2, 0)), [a]);
        journal.touch(b);
        journal.forget(b);
        assert_eq!(journal.changed((3, 0)), []);
    }
}
