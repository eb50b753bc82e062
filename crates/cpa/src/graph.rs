//! Strongly connected components, without recursion: automata and call chains of generated programs are
//! deeper than a thread's stack.

const UNSEEN: usize = usize::MAX;

/// Finds strongly connected components; its memory is used again by the next search.
pub(crate) struct Components {
    index: Vec<usize>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
}

impl Components {
    pub fn new(nodes: usize) -> Self {
        Self { index: vec![UNSEEN; nodes], low: vec![0; nodes], on_stack: vec![false; nodes] }
    }

    /// The strongly connected components of the part of the graph that is `nodes`, for which `inside` holds.
    /// Components that are reached from others come first.
    pub fn find(
        &mut self,
        graph: &[Vec<usize>],
        nodes: &[usize],
        inside: impl Fn(usize) -> bool,
    ) -> Vec<Vec<usize>> {
        let Self { index, low, on_stack } = self;
        for &node in nodes {
            index[node] = UNSEEN;
        }
        let (mut stack, mut components, mut next) = (Vec::new(), Vec::new(), 0);
        for &root in nodes {
            if index[root] != UNSEEN {
                continue;
            }
            let mut work = vec![(root, 0)];
            while let Some(&mut (node, ref mut position)) = work.last_mut() {
                if index[node] == UNSEEN {
                    (index[node], low[node]) = (next, next);
                    next += 1;
                    stack.push(node);
                    on_stack[node] = true;
                }
                if let Some(&to) = graph[node].get(*position) {
                    *position += 1;
                    if inside(to) && index[to] == UNSEEN {
                        work.push((to, 0));
                    } else if inside(to) && on_stack[to] {
                        low[node] = low[node].min(index[to]);
                    }
                    continue;
                }
                work.pop();
                if let Some(&(from, _)) = work.last() {
                    low[from] = low[from].min(low[node]);
                }
                if low[node] == index[node] {
                    let start = stack.iter().rposition(|&n| n == node).unwrap_or(0);
                    let component = stack.split_off(start);
                    for &member in &component {
                        on_stack[member] = false;
                    }
                    components.push(component);
                }
            }
        }
        components
    }
}

/// Whether a component has a cycle.
pub(crate) fn is_cyclic(graph: &[Vec<usize>], component: &[usize]) -> bool {
    component.len() > 1 || component.iter().any(|&n| graph[n].contains(&n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_those_they_reach() {
        let graph = vec![vec![1], vec![2, 3], vec![1], vec![3], vec![0]];
        let mut components = Components::new(5).find(&graph, &[0, 1, 2, 3, 4], |_| true);
        for component in &mut components {
            component.sort_unstable();
        }
        assert_eq!(components, [vec![3], vec![1, 2], vec![0], vec![4]]);
        let cyclic: Vec<_> = components.iter().map(|c| is_cyclic(&graph, c)).collect();
        assert_eq!(cyclic, [true, true, false, false]);
    }

    #[test]
    fn nodes_outside_do_not_connect() {
        let graph = vec![vec![1], vec![2], vec![0]];
        assert_eq!(Components::new(3).find(&graph, &[0, 2], |n| n != 1).len(), 2);
    }
}
