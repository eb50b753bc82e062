//! Predicates that relate cells across the rounds of a loop.
//!
//! A path that goes round a loop again and again gives predicates with constants of each round, and there is no end to
//! them. What the rounds have in common is found from the values that cells have at the loop's head in each round,
//! as linear forms of inputs: equations between cells that hold in all rounds (the nullspace of the forms),
//! remainders by powers of two, and differences that keep their sign. A candidate is used only if the path of the
//! last round keeps it.

use argand_encode::{CellId, Encoder, SymState};
use argand_logic::{Bv, Op, Sort, TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet};

/// Cells of one width that are related at most.
const MAX_CELLS: usize = 20;
/// Larger coefficients are accidents.
const MAX_COEFFICIENT: i128 = 16;

/// A linear form: generators with their coefficients, and a constant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Form {
    parts: BTreeMap<TermId, i128>,
    constant: i128,
}

fn signed(value: &Bv) -> Option<i128> {
    let width = value.width();
    let bits = i128::try_from(value.to_u128()?).ok()?;
    let wrap = 1i128.checked_shl(width).filter(|_| width < 100)?;
    Some(if value.sign() { bits - wrap } else { bits })
}

/// A term as a linear form; what is not linear is a generator.
fn form(pool: &TermPool, t: TermId) -> Option<Form> {
    let mut out = Form::default();
    let parts = if pool.op(t) == Op::Add { pool.args(t).to_vec() } else { vec![t] };
    for part in parts {
        if let Some(value) = pool.as_const(part) {
            out.constant += signed(value)?;
            continue;
        }
        let factor = (pool.op(part) == Op::Mul).then(|| pool.as_const(pool.arg(part, 0))).flatten();
        match factor {
            Some(factor) => *out.parts.entry(pool.arg(part, 1)).or_default() += signed(factor)?,
            None => *out.parts.entry(part).or_default() += 1,
        }
    }
    Some(out)
}

/// What is known about the rounds of a loop: the state at the head in each round, from the program's entry, and the
/// state after the last round from a state at the head in which nothing is known.
pub(super) struct Rounds<'a> {
    pub heads: &'a [SymState],
    pub last: &'a SymState,
}

/// Candidates for predicates at the head of a loop, over the cells that `wanted` accepts.
pub(super) fn candidates(
    encoder: &mut Encoder,
    rounds: &Rounds<'_>,
    wanted: impl Fn(&Encoder, CellId) -> bool,
) -> Vec<TermId> {
    let mut by_width: BTreeMap<u32, Vec<(CellId, Vec<Form>)>> = BTreeMap::new();
    let cells: BTreeSet<CellId> = rounds.heads.iter().flat_map(|s| s.changed().map(|(c, _)| c)).collect();
    for cell in cells {
        let symbol = encoder.symbol(cell);
        let Sort::Bv(width) = encoder.pool.sort(symbol) else { continue };
        if !wanted(encoder, cell) {
            continue;
        }
        let terms: Vec<TermId> = rounds.heads.iter().map(|state| encoder.read(state, cell)).collect();
        let forms: Option<Vec<Form>> = terms.iter().map(|&t| form(&encoder.pool, t)).collect();
        let list = by_width.entry(width).or_default();
        if let Some(forms) = forms
            && list.len() < MAX_CELLS
        {
            list.push((cell, forms));
        }
    }
    let mut found = Vec::new();
    for (width, cells) in &by_width {
        let varying = |i: usize| cells[i].1.windows(2).any(|pair| pair[0] != pair[1]);
        let equations = nullspace(cells.iter().map(|(_, forms)| &forms[..]));
        for (coefficients, constant) in equations {
            let used: Vec<usize> = (0..cells.len()).filter(|&i| coefficients[i] != 0).collect();
            if used.iter().any(|&i| varying(i)) {
                found.push(equation(encoder, *width, cells, &coefficients, constant));
            }
        }
        for (i, (cell, forms)) in cells.iter().enumerate().filter(|&(i, _)| varying(i)) {
            found.extend(remainder(encoder, *width, *cell, forms));
            for (other, others) in cells.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, c)| c) {
                found.extend(order(encoder, (*cell, forms), (*other, others)));
            }
            found.extend(bound(encoder, *width, *cell, forms));
        }
    }
    found.retain(|&t| {
        encoder.pool.as_bool(t).is_none() && encoder.instantiate(t, rounds.last) != encoder.pool.ff()
    });
    found
}

/// `sum of coefficient * cell == constant`.
fn equation(
    encoder: &mut Encoder,
    width: u32,
    cells: &[(CellId, Vec<Form>)],
    coefficients: &[i128],
    constant: i128,
) -> TermId {
    let mut sum = encoder.pool.constant(Bv::from_i128(width, 0));
    for ((cell, _), &coefficient) in cells.iter().zip(coefficients) {
        let symbol = encoder.symbol(*cell);
        let factor = encoder.pool.constant(Bv::from_i128(width, coefficient));
        let part = encoder.pool.mul(factor, symbol);
        sum = encoder.pool.add(sum, part);
    }
    let constant = encoder.pool.constant(Bv::from_i128(width, constant));
    encoder.pool.eq(sum, constant)
}

/// What a cell always leaves when it is divided by a power of two.
fn remainder(encoder: &mut Encoder, width: u32, cell: CellId, forms: &[Form]) -> Option<TermId> {
    if forms.iter().any(|f| !f.parts.is_empty()) {
        return None;
    }
    let steps = forms.iter().map(|f| (f.constant - forms[0].constant).trailing_zeros()).min()?;
    if steps == 0 || steps >= width {
        return None;
    }
    let symbol = encoder.symbol(cell);
    let low = encoder.pool.extract(symbol, steps - 1, 0);
    let value = encoder.pool.constant(Bv::from_i128(steps, forms[0].constant));
    Some(encoder.pool.eq(low, value))
}

/// That one cell is never less than another.
fn order(encoder: &mut Encoder, a: (CellId, &[Form]), b: (CellId, &[Form])) -> Option<TermId> {
    let above = a.1.iter().zip(b.1).all(|(x, y)| x.parts == y.parts && x.constant >= y.constant);
    let differs = a.1.iter().zip(b.1).any(|(x, y)| x.constant != y.constant);
    if !above || !differs {
        return None;
    }
    let (a, b) = (encoder.symbol(a.0), encoder.symbol(b.0));
    Some(encoder.pool.slt(a, b))
}

/// That a cell never falls below, or never rises above, its first value.
fn bound(encoder: &mut Encoder, width: u32, cell: CellId, forms: &[Form]) -> Option<TermId> {
    if forms.iter().any(|f| !f.parts.is_empty()) {
        return None;
    }
    let first = forms[0].constant;
    let (rises, falls) =
        (forms.iter().all(|f| f.constant >= first), forms.iter().all(|f| f.constant <= first));
    let symbol = encoder.symbol(cell);
    let limit = encoder.pool.constant(Bv::from_i128(width, first));
    match (rises, falls) {
        (true, false) => Some(encoder.pool.slt(symbol, limit)),
        (false, true) => Some(encoder.pool.slt(limit, symbol)),
        _ => None,
    }
}

/// The equations `sum of coefficients[i] * forms[i] == constant` that hold in every round: a basis, with coprime
/// integers.
fn nullspace<'a>(cells: impl Iterator<Item = &'a [Form]>) -> Vec<(Vec<i128>, i128)> {
    let cells: Vec<&[Form]> = cells.collect();
    let unknowns = cells.len() + 1;
    let rounds = cells.first().map_or(0, |forms| forms.len());
    let mut rows: Vec<Vec<i128>> = Vec::new();
    for round in 0..rounds {
        let generators: BTreeSet<TermId> =
            cells.iter().flat_map(|forms| forms[round].parts.keys().copied()).collect();
        for generator in generators {
            let mut row: Vec<i128> =
                cells.iter().map(|f| f[round].parts.get(&generator).copied().unwrap_or(0)).collect();
            row.push(0);
            rows.push(row);
        }
        let mut row: Vec<i128> = cells.iter().map(|f| f[round].constant).collect();
        row.push(-1);
        rows.push(row);
    }
    let Some(pivots) = eliminate(&mut rows, unknowns) else { return Vec::new() };
    let mut basis = Vec::new();
    for free in (0..unknowns).filter(|column| !pivots.contains(column)) {
        // Scaled so that the free unknown makes every pivot's value an integer.
        let scale = pivots.iter().enumerate().try_fold(1i128, |scale, (r, &c)| lcm(scale, rows[r][c]));
        let Some(scale) = scale else { continue };
        let mut solution = vec![0i128; unknowns];
        solution[free] = scale;
        for (r, &c) in pivots.iter().enumerate() {
            solution[c] = -rows[r][free] * (scale / rows[r][c]);
        }
        let divisor = solution.iter().fold(0, |d, &v| gcd(d, v)).max(1);
        for v in &mut solution {
            *v /= divisor;
        }
        let constant = solution.pop().unwrap_or(0);
        if solution.iter().all(|v| v.abs() <= MAX_COEFFICIENT) && solution.iter().any(|&v| v != 0) {
            basis.push((solution, constant));
        }
    }
    basis
}

/// Brings rows into reduced echelon form without fractions; the columns of the pivots. `None` on overflow.
fn eliminate(rows: &mut Vec<Vec<i128>>, columns: usize) -> Option<Vec<usize>> {
    let mut pivots = Vec::new();
    for column in 0..columns {
        let rank = pivots.len();
        let Some(found) = (rank..rows.len()).find(|&r| rows[r][column] != 0) else { continue };
        rows.swap(rank, found);
        for r in 0..rows.len() {
            if r == rank || rows[r][column] == 0 {
                continue;
            }
            let (a, b) = (rows[rank][column], rows[r][column]);
            let pivot_row = rows[rank].clone();
            for (value, pivot) in rows[r].iter_mut().zip(pivot_row) {
                *value = value.checked_mul(a)?.checked_sub(pivot.checked_mul(b)?)?;
            }
            let divisor = rows[r].iter().fold(0, |d, &v| gcd(d, v)).max(1);
            for value in &mut rows[r] {
                *value /= divisor;
            }
        }
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    Some(pivots)
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b).max(1)).checked_mul(b).map(i128::abs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constants(values: &[i128]) -> Vec<Form> {
        values.iter().map(|&constant| Form { parts: BTreeMap::new(), constant }).collect()
    }

    #[test]
    fn equations_that_hold_in_all_rounds_are_found() {
        let (i, x) = (constants(&[0, 1, 2]), constants(&[3, 5, 7]));
        let found = nullspace([&i[..], &x[..]].into_iter());
        assert_eq!(found, [(vec![-2, 1], 3)]);
        let unrelated = constants(&[1, 4, 9]);
        assert_eq!(nullspace([&i[..], &unrelated[..]].into_iter()), []);
    }

    #[test]
    fn inputs_must_vanish_from_an_equation() {
        let generator = TermId::new(7);
        let n = |constant| Form { parts: BTreeMap::from([(generator, 1)]), constant };
        let (down, up, input) = (vec![n(0), n(-1), n(-2)], constants(&[0, 1, 2]), vec![n(0), n(0), n(0)]);
        let found = nullspace([&down[..], &up[..], &input[..]].into_iter());
        assert_eq!(found, [(vec![-1, -1, 1], 0)]);
    }
}
