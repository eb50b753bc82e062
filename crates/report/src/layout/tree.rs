//! Tidy drawings of trees, in time linear in their size (C. Wetherell, A. Shannon, "Tidy drawings of trees", 1979).
//!
//! A level is a row. Nodes of one level stay apart and in the order of the search, parents stand above the middle of
//! their children, and subtrees move together as close as their levels allow: a long path with short branches stays a
//! narrow column, however long it is.

/// The distance between neighbours.
pub const STEP: i32 = 2;

/// Where the nodes of a tree are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreeLayout {
    /// How far right each node is; neighbours are at least [`STEP`] apart.
    pub x: Vec<i32>,
    /// The level of each node.
    pub level: Vec<u32>,
}

/// Lays a tree out. Node 0 is the root, and parents come before their children.
#[must_use]
pub fn tree(children: &[Vec<u32>]) -> TreeLayout {
    let count = children.len();
    let mut level = vec![0u32; count];
    for (node, below) in children.iter().enumerate() {
        for &child in below {
            level[child as usize] = level[node] + 1;
        }
    }
    let levels = level.iter().max().map_or(0, |&deepest| deepest as usize + 1);
    let (mut next, mut offset) = (vec![0i32; levels], vec![0i32; levels]);
    let (mut x, mut shift) = (vec![0i32; count], vec![0i32; count]);
    for node in post_order(children) {
        let at = level[node] as usize;
        let place = match children[node][..] {
            [] => next[at],
            [first, .., last] => i32::midpoint(x[first as usize], x[last as usize]),
            [only] => x[only as usize],
        };
        if children[node].is_empty() {
            x[node] = place;
        } else {
            offset[at] = offset[at].max(next[at] - place);
            x[node] = place + offset[at];
            shift[node] = offset[at];
        }
        next[at] = x[node] + STEP;
    }
    // What a node moved by, all that is below it moves by.
    let mut moved = vec![0i32; count];
    for (node, below) in children.iter().enumerate() {
        x[node] += moved[node];
        for &child in below {
            moved[child as usize] = moved[node] + shift[node];
        }
    }
    let left = x.iter().copied().min().unwrap_or(0);
    x.iter_mut().for_each(|x| *x -= left);
    TreeLayout { x, level }
}

fn post_order(children: &[Vec<u32>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(children.len());
    let mut stack = if children.is_empty() { Vec::new() } else { vec![(0usize, 0usize)] };
    while let Some((node, at)) = stack.pop() {
        match children[node].get(at) {
            Some(&child) => {
                stack.push((node, at + 1));
                stack.push((child as usize, 0));
            }
            None => order.push(node),
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_stand_above_the_middle_of_their_children() {
        let layout = tree(&[vec![1, 2], vec![3, 4], vec![], vec![], vec![]]);
        assert_eq!(layout.level, [0, 1, 1, 2, 2]);
        assert_eq!(layout.x, [2, 1, 3, 0, 2]);
    }

    #[test]
    fn a_long_path_with_short_branches_stays_narrow() {
        let mut children = Vec::new();
        for node in 0..1000u32 {
            children.push(vec![2 * node + 1, 2 * node + 2]);
            children.push(Vec::new());
        }
        // Node 2i has a leaf 2i+1 and goes on at 2i+2.
        children.push(Vec::new());
        let layout = tree(&children);
        assert!(layout.x.iter().all(|&x| x < 2100), "{:?}", layout.x.iter().max());
    }

    #[test]
    fn nodes_of_a_level_stay_apart_and_in_order() {
        // A tree that looks random but is always the same.
        let mut children: Vec<Vec<u32>> = vec![Vec::new()];
        let mut seed = 7u64;
        for node in 1..5000u32 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let parent = (seed >> 33) % u64::from(node);
            children[parent as usize].push(node);
            children.push(Vec::new());
        }
        let layout = tree(&children);
        let mut order: Vec<usize> = Vec::new();
        let mut stack = vec![0usize];
        while let Some(node) = stack.pop() {
            order.push(node);
            stack.extend(children[node].iter().rev().map(|&child| child as usize));
        }
        let mut last = vec![i32::MIN; 5000];
        for node in order {
            let seen = &mut last[layout.level[node] as usize];
            assert!(*seen == i32::MIN || layout.x[node] >= *seen + STEP, "node {node}");
            *seen = layout.x[node];
        }
    }

    #[test]
    fn nothing_has_no_layout() {
        assert_eq!(tree(&[]), TreeLayout::default());
    }
}
