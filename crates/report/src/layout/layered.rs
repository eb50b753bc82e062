//! Flow graphs in layers (K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system
//! structures", 1981).
//!
//! Edges that go back are turned around, every node gets a layer below all its predecessors, edges over several layers
//! get a bend in each, nodes of a layer are ordered by where their neighbours are (of several orders the one in which the
//! fewest edges cross is kept), and each layer is moved to where the squares of the distances to its neighbours are
//! smallest while nothing overlaps.

/// How often layers are ordered by their neighbours.
const ORDERINGS: usize = 8;
/// How often layers are moved to their neighbours.
const MOVES: usize = 6;

/// The size of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// How wide it is.
    pub width: i32,
    /// How high it is.
    pub height: i32,
}

/// The space between boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gaps {
    /// Between neighbours of a layer.
    pub across: i32,
    /// Between layers.
    pub down: i32,
}

/// Where everything is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layered {
    /// The upper left corner of each box.
    pub boxes: Vec<(i32, i32)>,
    /// The points of each edge, from its source to its target.
    pub edges: Vec<Vec<(i32, i32)>>,
    /// The size of the whole.
    pub size: Size,
}

/// A box or a bend.
#[derive(Clone, Debug)]
struct Item {
    layer: usize,
    size: Size,
    up: Vec<usize>,
    down: Vec<usize>,
    /// The middle.
    x: f64,
}

/// Lays a flow graph out from box 0. Boxes that it does not lead to are put below, in layers of their own.
#[must_use]
pub fn layered(boxes: &[Size], edges: &[(u32, u32)], gaps: Gaps) -> Layered {
    if boxes.is_empty() {
        return Layered::default();
    }
    let back = back_edges(boxes.len(), edges);
    let downward: Vec<(usize, usize)> = edges
        .iter()
        .zip(&back)
        .map(|(&(from, to), &back)| if back { (to, from) } else { (from, to) })
        .map(|(from, to)| (from as usize, to as usize))
        .collect();
    let layer = layers(boxes.len(), &downward);
    let mut items: Vec<Item> = boxes
        .iter()
        .zip(&layer)
        .map(|(&size, &layer)| Item { layer, size, up: Vec::new(), down: Vec::new(), x: 0.0 })
        .collect();
    let routes: Vec<Vec<usize>> = downward.iter().map(|&edge| route(&mut items, edge)).collect();
    let mut rows = order(&items);
    let mut best = (usize::MAX, rows.clone());
    for number in 0..ORDERINGS {
        sort_rows(&mut rows, &mut items, number % 2 == 0);
        let crossings = crossings(&rows, &items);
        if crossings < best.0 {
            best = (crossings, rows.clone());
        }
    }
    let rows = best.1;
    pack(&rows, &mut items, gaps);
    for number in 0..MOVES {
        move_rows(&rows, &mut items, gaps, number % 2 == 0);
    }
    draw(boxes.len(), &items, &rows, &routes, &back, gaps)
}

/// The edges that lead back to where a depth-first search still is.
fn back_edges(count: usize, edges: &[(u32, u32)]) -> Vec<bool> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (number, &(from, _)) in edges.iter().enumerate() {
        out[from as usize].push(number);
    }
    let mut back = vec![false; edges.len()];
    let (mut entered, mut left) = (vec![false; count], vec![false; count]);
    for start in 0..count {
        let mut stack = vec![(start, 0)];
        while let Some((node, at)) = stack.pop() {
            if at == 0 {
                if entered[node] {
                    continue;
                }
                entered[node] = true;
            }
            let Some(&edge) = out[node].get(at) else {
                left[node] = true;
                continue;
            };
            stack.push((node, at + 1));
            let to = edges[edge].1 as usize;
            if entered[to] && !left[to] {
                back[edge] = true;
            } else if !entered[to] {
                stack.push((to, 0));
            }
        }
    }
    back
}

/// A layer for each box, below all that lead to it.
fn layers(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut open = vec![0usize; count];
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &(from, to) in edges.iter().filter(|(from, to)| from != to) {
        open[to] += 1;
        out[from].push(to);
    }
    let mut layer = vec![0; count];
    let mut ready: Vec<usize> = (0..count).filter(|&node| open[node] == 0).collect();
    while let Some(node) = ready.pop() {
        for &to in &out[node] {
            layer[to] = layer[to].max(layer[node] + 1);
            open[to] -= 1;
            if open[to] == 0 {
                ready.push(to);
            }
        }
    }
    layer
}

/// The items of an edge from layer to layer; new ones for bends.
fn route(items: &mut Vec<Item>, (from, to): (usize, usize)) -> Vec<usize> {
    if from == to {
        return vec![from, to];
    }
    let mut route = vec![from];
    for layer in items[from].layer + 1..items[to].layer {
        route.push(items.len());
        items.push(Item { layer, size: Size::default(), up: Vec::new(), down: Vec::new(), x: 0.0 });
    }
    route.push(to);
    for pair in route.windows(2) {
        items[pair[0]].down.push(pair[1]);
        items[pair[1]].up.push(pair[0]);
    }
    route
}

fn order(items: &[Item]) -> Vec<Vec<usize>> {
    let deepest = items.iter().map(|item| item.layer).max().unwrap_or(0);
    let mut rows = vec![Vec::new(); deepest + 1];
    for (number, item) in items.iter().enumerate() {
        rows[item.layer].push(number);
    }
    rows
}

/// Orders the rows by the mean position of neighbours, from above to below or the other way round.
fn sort_rows(rows: &mut [Vec<usize>], items: &mut [Item], downwards: bool) {
    let count = rows.len();
    for step in 0..count {
        let row = &mut rows[if downwards { step } else { count - 1 - step }];
        let mut keyed: Vec<(f64, usize)> = row
            .iter()
            .enumerate()
            .map(|(at, &item)| {
                let beside = if downwards { &items[item].up } else { &items[item].down };
                (mean(beside, items).unwrap_or(at as f64), item)
            })
            .collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (at, (_, item)) in keyed.into_iter().enumerate() {
            row[at] = item;
            items[item].x = at as f64;
        }
    }
}

/// How many edges between neighbouring rows cross.
fn crossings(rows: &[Vec<usize>], items: &[Item]) -> usize {
    let mut position = vec![0; items.len()];
    for row in rows {
        row.iter().enumerate().for_each(|(at, &item)| position[item] = at);
    }
    let mut found = 0;
    for row in rows {
        // From left to right, an edge crosses those before it that end further right. Ends are counted in a binary
        // indexed tree (P. M. Fenwick, 1994).
        let ends = row.iter().map(|&item| {
            let mut ends: Vec<usize> = items[item].down.iter().map(|&below| position[below]).collect();
            ends.sort_unstable();
            ends
        });
        let ends: Vec<usize> = ends.flatten().collect();
        let mut counted = vec![0usize; ends.iter().max().map_or(0, |last| last + 1) + 1];
        for (before, &end) in ends.iter().enumerate() {
            let (mut not_further, mut at) = (0, end + 1);
            while at > 0 {
                not_further += counted[at];
                at &= at - 1;
            }
            found += before - not_further;
            let mut at = end + 1;
            while at < counted.len() {
                counted[at] += 1;
                at += at & at.wrapping_neg();
            }
        }
    }
    found
}

fn mean(list: &[usize], items: &[Item]) -> Option<f64> {
    let sum: f64 = list.iter().map(|&item| items[item].x).sum();
    (!list.is_empty()).then(|| sum / list.len() as f64)
}

/// How far apart the middles of two neighbours must be.
fn apart(a: &Item, b: &Item, gaps: Gaps) -> f64 {
    f64::from(a.size.width + b.size.width) / 2.0 + f64::from(gaps.across)
}

fn pack(rows: &[Vec<usize>], items: &mut [Item], gaps: Gaps) {
    for row in rows {
        let mut at = 0.0;
        for (number, &item) in row.iter().enumerate() {
            if number > 0 {
                at += apart(&items[row[number - 1]], &items[item], gaps);
            }
            items[item].x = at;
        }
    }
}

/// Moves every row to its neighbours above or below, by the pool-adjacent-violators algorithm: after the distances that
/// must be kept are subtracted, wanted positions that are not in order are replaced by their mean.
fn move_rows(rows: &[Vec<usize>], items: &mut [Item], gaps: Gaps, downwards: bool) {
    for step in 0..rows.len() {
        let row = &rows[if downwards { step } else { rows.len() - 1 - step }];
        let mut kept = 0.0;
        let mut pools: Vec<(f64, usize)> = Vec::new();
        let mut distances = Vec::with_capacity(row.len());
        for (number, &item) in row.iter().enumerate() {
            if number > 0 {
                kept += apart(&items[row[number - 1]], &items[item], gaps);
            }
            distances.push(kept);
            let beside = if downwards { &items[item].up } else { &items[item].down };
            let wanted = mean(beside, items).unwrap_or(items[item].x) - kept;
            let mut pool = (wanted, 1);
            while let Some(&(sum, count)) = pools.last() {
                if sum / count as f64 <= pool.0 / pool.1 as f64 {
                    break;
                }
                pools.pop();
                pool = (pool.0 + sum, pool.1 + count);
            }
            pools.push(pool);
        }
        let places = pools.iter().flat_map(|&(sum, count)| std::iter::repeat_n(sum / count as f64, count));
        for ((&item, place), distance) in row.iter().zip(places).zip(distances) {
            items[item].x = place + distance;
        }
    }
}

fn draw(
    count: usize,
    items: &[Item],
    rows: &[Vec<usize>],
    routes: &[Vec<usize>],
    back: &[bool],
    gaps: Gaps,
) -> Layered {
    let left =
        items.iter().map(|item| item.x - f64::from(item.size.width) / 2.0).fold(f64::INFINITY, f64::min);
    let middle = |item: &Item| (item.x - left).round() as i32;
    let mut tops = Vec::with_capacity(rows.len());
    let mut top = 0;
    for row in rows {
        let height = row.iter().map(|&item| items[item].size.height).max().unwrap_or(0);
        tops.push((top, height));
        top += height + gaps.down;
    }
    let boxes: Vec<(i32, i32)> =
        items[..count].iter().map(|item| (middle(item) - item.size.width / 2, tops[item.layer].0)).collect();
    let edges = routes.iter().zip(back).map(|(route, &back)| {
        let mut points = Vec::new();
        for (number, &at) in route.iter().enumerate() {
            let item = &items[at];
            let (y, height) = tops[item.layer];
            let x = middle(item);
            if at >= count {
                points.extend([(x, y), (x, y + height)]);
            } else if number == 0 {
                points.push((x, y + item.size.height));
            } else {
                points.push((x, y));
            }
        }
        if back {
            points.reverse();
        }
        points
    });
    let width = items.iter().map(|item| middle(item) + item.size.width / 2).max().unwrap_or(0);
    Layered { boxes, edges: edges.collect(), size: Size { width, height: top - gaps.down } }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAPS: Gaps = Gaps { across: 10, down: 20 };

    fn boxes(count: usize) -> Vec<Size> {
        vec![Size { width: 40, height: 10 }; count]
    }

    #[test]
    fn a_branch_is_symmetric() {
        let drawn = layered(&boxes(4), &[(0, 1), (0, 2), (1, 3), (2, 3)], GAPS);
        assert_eq!(drawn.boxes, [(25, 0), (0, 30), (50, 30), (25, 60)]);
        assert_eq!(drawn.size, Size { width: 90, height: 70 });
        assert_eq!(drawn.edges[0], [(45, 10), (20, 30)]);
    }

    #[test]
    fn a_loop_goes_back_upwards() {
        let drawn = layered(&boxes(3), &[(0, 1), (1, 2), (2, 0), (1, 1)], GAPS);
        assert_eq!(drawn.boxes.iter().map(|b| b.1).collect::<Vec<_>>(), [0, 30, 60]);
        let back = &drawn.edges[2];
        assert!(
            back.first().is_some_and(|p| p.1 == 60) && back.last().is_some_and(|p| p.1 == 10),
            "{back:?}"
        );
    }

    #[test]
    fn crossings_of_edges_are_counted() {
        let item = |layer, up: &[usize], down: &[usize]| Item {
            layer,
            size: Size::default(),
            up: up.to_vec(),
            down: down.to_vec(),
            x: 0.0,
        };
        let items = [item(0, &[], &[3, 2]), item(0, &[], &[2]), item(1, &[0, 1], &[]), item(1, &[0], &[])];
        assert_eq!(crossings(&[vec![0, 1], vec![2, 3]], &items), 1);
        assert_eq!(crossings(&[vec![0, 1], vec![3, 2]], &items), 0);
    }

    #[test]
    fn boxes_of_a_layer_never_overlap() {
        let mut edges = Vec::new();
        let mut seed = 3u64;
        for to in 1..300u32 {
            for _ in 0..2 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                edges.push((((seed >> 33) % u64::from(to)) as u32, to));
            }
            edges.push((to, to / 2));
        }
        let sizes: Vec<Size> = (0..300).map(|n| Size { width: 30 + n % 50, height: 10 }).collect();
        let drawn = layered(&sizes, &edges, GAPS);
        let mut places: Vec<(i32, i32, i32)> =
            drawn.boxes.iter().zip(&sizes).map(|(&(x, y), size)| (y, x, x + size.width)).collect();
        places.sort_unstable();
        for pair in places.windows(2) {
            assert!(pair[0].0 != pair[1].0 || pair[0].2 < pair[1].1, "{pair:?}");
        }
        assert!(drawn.boxes.iter().all(|&(x, y)| x >= 0 && y >= 0));
    }

    #[test]
    fn nothing_and_parts_that_nothing_leads_to_can_be_drawn() {
        assert_eq!(layered(&[], &[], GAPS), Layered::default());
        assert_eq!(layered(&boxes(2), &[], GAPS).boxes.len(), 2);
    }
}
