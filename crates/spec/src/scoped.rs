//! Conditions of C from outside the program, as they would read at one of its locations.
//!
//! Names mean what they mean there: the innermost variable of the name that is alive at the location, then those of file
//! scope. A variable is alive where a path leads from its declaration without leaving its block; that is what the
//! automaton knows of blocks. `&&`, `||` and `? :` become a [`Condition`], wherever they stand.

use crate::lower::Lowering;
use crate::matching::Bindings;
use crate::pattern::{CExpr, CExprKind, parse_expression};
use argand_cfa::arith::float;
use argand_cfa::{
    BinaryOp, Condition, EdgeId, ExprId, ExprKind, FloatKind, IntKind, LocId, Op, PlaceId, PlaceKind,
    Program, TypeKind, UnaryOp, VarId, VarKind,
};
use argand_support::{FileId, FxHashSet, Span};

/// How many parts a condition may fall into where `? :` stands inside of comparisons.
const MAX_PARTS: usize = 64;

/// The name that stands for what a function returned, and that no program has.
const RESULT: &str = "__argand_result";

/// Where a condition is read.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// The location.
    pub location: LocId,
    /// What `\result` is, if it may be used.
    pub result: Option<VarId>,
}

/// Reads a condition at a location. The program gets the expressions that it needs.
///
/// # Errors
/// Why it means nothing there.
pub fn condition_at(program: &mut Program, scope: Scope, text: &str) -> Result<Condition, String> {
    let text = text.replace("\\result", RESULT);
    let parsed = parse_expression(&text, Span::point(FileId::new(0), 1, 1))
        .map_err(|diagnostic| diagnostic.message)?;
    let mut parts = 0;
    let named = |program: &Program, name: &str| match scope.result {
        Some(result) if name == RESULT => Some(result),
        _ => visible(program, scope.location, name),
    };
    let bindings = Bindings::default();
    let mut lowering = Lowering {
        program,
        edge: EdgeId::new(0),
        bindings: &bindings,
        variables: &|_| None,
        named: Some(&named),
    };
    lowering.truth(&parsed, &mut parts)
}

/// The variable that a name means at a location.
fn visible(program: &Program, location: LocId, name: &str) -> Option<VarId> {
    let symbol = program.names.find(name)?;
    let func = program.locs[location].func;
    let named = |kind: VarKind| matches!(kind, VarKind::Static | VarKind::Param | VarKind::Local);
    let candidates = program.vars.iter_enumerated().filter(|(_, var)| var.name == symbol && named(var.kind));
    let (mut inner, mut outer) = (Vec::new(), None);
    for (id, var) in candidates {
        match var.func {
            Some(owner) if owner == func => inner.push(id),
            None => outer = outer.or(Some(id)),
            Some(_) => {}
        }
    }
    inner.retain(|&var| is_alive(program, location, var));
    inner.into_iter().max_by_key(|&var| (program.vars[var].span, var)).or(outer)
}

/// Whether a path leads from the declaration of a local variable to a location without the end of its life.
fn is_alive(program: &Program, location: LocId, var: VarId) -> bool {
    if program.vars[var].kind != VarKind::Local {
        return true;
    }
    let func = program.locs[location].func;
    let declared = program.edges.iter().filter(|edge| {
        matches!(edge.op, Op::Declare { var: declared, .. } if declared == var)
            && program.locs[edge.from].func == func
    });
    let mut work: Vec<LocId> = declared.map(|edge| edge.to).collect();
    let mut seen: FxHashSet<LocId> = work.iter().copied().collect();
    while let Some(at) = work.pop() {
        if at == location {
            return true;
        }
        for &edge in &program.locs[at].out {
            let edge = &program.edges[edge];
            let dies = matches!(edge.op, Op::Dead { var: dead } if dead == var);
            let stays = !matches!(edge.op, Op::Call(_) | Op::Return(_));
            if !dies && stays && program.locs[edge.to].func == func && seen.insert(edge.to) {
                work.push(edge.to);
            }
        }
    }
    false
}

type Lowered<T> = Result<T, String>;

impl Lowering<'_> {
    /// A condition with all its `&&`, `||`, `!` and `? :`.
    fn truth(&mut self, expr: &CExpr, parts: &mut usize) -> Lowered<Condition> {
        *parts += 1;
        if *parts > 16 * MAX_PARTS {
            return Err("the condition has too many alternatives".to_owned());
        }
        match &expr.kind {
            CExprKind::And(a, b) => Ok(Condition::All(vec![self.truth(a, parts)?, self.truth(b, parts)?])),
            CExprKind::Or(a, b) => Ok(Condition::Any(vec![self.truth(a, parts)?, self.truth(b, parts)?])),
            CExprKind::Unary(UnaryOp::Not, a) => Ok(self.truth(a, parts)?.negated()),
            CExprKind::Conditional(c, yes, no) => {
                let condition = self.truth(c, parts)?;
                let (yes, no) = (self.truth(yes, parts)?, self.truth(no, parts)?);
                Ok(either(condition, yes, no))
            }
            _ => match split(expr) {
                Some((condition, yes, no)) => {
                    let condition = self.truth(&condition, parts)?;
                    let (yes, no) = (self.truth(&yes, parts)?, self.truth(&no, parts)?);
                    Ok(either(condition, yes, no))
                }
                None => {
                    let lowered = self.expr(expr)?;
                    if !self.program.types.is_scalar(self.type_of(lowered)) {
                        return Err(format!("`{expr}` is not a number"));
                    }
                    Ok(Condition::Is(lowered, true))
                }
            },
        }
    }

    /// What only conditions from outside the program have.
    pub(crate) fn scoped(&mut self, expr: &CExpr) -> Lowered<ExprId> {
        match &expr.kind {
            CExprKind::Float(bits, kind) => {
                let bits = float::convert(FloatKind::Double, *kind, u128::from(*bits));
                Ok(self.program.pool.expr(ExprKind::Float(bits), self.program.types.float(*kind)))
            }
            CExprKind::Member(..) | CExprKind::Index(..) => {
                let place = self.place(expr)?;
                self.read(place)
            }
            CExprKind::AddrOf(a) => {
                let place = self.place(a)?;
                let ty = self.program.types.pointer_to(self.program.place(place).ty);
                Ok(self.program.pool.expr(ExprKind::AddrOf(place), ty))
            }
            _ => Err(format!("`{expr}` cannot be used here")),
        }
    }

    /// The value of a place; an array is the address of its first element.
    pub(crate) fn read(&mut self, place: PlaceId) -> Lowered<ExprId> {
        let TypeKind::Array { elem, .. } = *self.program.types.kind(self.program.place(place).ty) else {
            return self.load_place(place);
        };
        let int = self.program.types.int(IntKind::Int);
        let index = self.int(0, int);
        let first = self.program.pool.place(PlaceKind::Index { base: place, index }, elem);
        let ty = self.program.types.pointer_to(elem);
        Ok(self.program.pool.expr(ExprKind::AddrOf(first), ty))
    }

    fn place(&mut self, expr: &CExpr) -> Lowered<PlaceId> {
        match &expr.kind {
            CExprKind::Name(name) => {
                let found = self.named.and_then(|find| find(self.program, name));
                let var = found.ok_or_else(|| format!("no variable `{name}` is in scope"))?;
                Ok(self.program.pool.place(PlaceKind::Var(var), self.program.vars[var].ty))
            }
            CExprKind::Member(a, member) => {
                let base = self.place(a)?;
                self.field(base, member)
            }
            CExprKind::Arrow(a, member) => {
                let pointer = self.expr(a)?;
                let base = self.pointed(pointer)?;
                self.field(base, member)
            }
            CExprKind::Deref(a) => {
                let pointer = self.expr(a)?;
                self.pointed(pointer)
            }
            CExprKind::Index(a, index) => {
                let index = self.expr(index)?;
                if !self.program.types.is_integer(self.type_of(index)) {
                    return Err(format!("`{expr}` has an index that is no integer"));
                }
                if let Ok(base) = self.place(a)
                    && let TypeKind::Array { elem, .. } =
                        *self.program.types.kind(self.program.place(base).ty)
                {
                    return Ok(self.program.pool.place(PlaceKind::Index { base, index }, elem));
                }
                let pointer = self.expr(a)?;
                let moved = self.binary(BinaryOp::Add, pointer, index)?;
                self.pointed(moved)
            }
            _ => Err(format!("`{expr}` is no place in memory")),
        }
    }

    fn pointed(&mut self, pointer: ExprId) -> Lowered<PlaceId> {
        let to = self.program.types.pointee(self.type_of(pointer));
        let to = to.ok_or_else(|| format!("`{}` is not a pointer", self.program.expr_text(pointer)))?;
        Ok(self.program.pool.place(PlaceKind::Deref(pointer), to))
    }

    fn field(&mut self, base: PlaceId, member: &str) -> Lowered<PlaceId> {
        let found = match self.program.types.kind(self.program.place(base).ty) {
            TypeKind::Record(id) => {
                let fields = &self.program.types.record(*id).fields;
                let is = |field: &argand_cfa::types::Field| {
                    field.name.is_some_and(|name| self.program.names.resolve(name) == member)
                };
                fields.iter().position(is).map(|at| (at, fields[at].ty))
            }
            _ => None,
        };
        let (at, ty) =
            found.ok_or_else(|| format!("`{}` has no member `{member}`", self.program.place_text(base)))?;
        let field = u32::try_from(at).unwrap_or(u32::MAX);
        Ok(self.program.pool.place(PlaceKind::Field { base, field }, ty))
    }
}

fn either(condition: Condition, yes: Condition, no: Condition) -> Condition {
    let otherwise = condition.clone().negated();
    Condition::Any(vec![Condition::All(vec![condition, yes]), Condition::All(vec![otherwise, no])])
}

/// Takes the first `&&`, `||`, `!` of those or `? :` inside an expression out of it: its condition, and the expression
/// where that holds and where it does not.
fn split(expr: &CExpr) -> Option<(CExpr, CExpr, CExpr)> {
    let with = |kind| CExpr { kind, span: expr.span };
    let number = |value| with(CExprKind::Int { value, unsigned: false, longs: 0 });
    let one = |inner: &CExpr, make: &dyn Fn(Box<CExpr>) -> CExprKind| {
        split(inner).map(|(c, yes, no)| (c, with(make(Box::new(yes))), with(make(Box::new(no)))))
    };
    match &expr.kind {
        CExprKind::Conditional(c, yes, no) => Some(((**c).clone(), (**yes).clone(), (**no).clone())),
        CExprKind::And(..) | CExprKind::Or(..) => Some((expr.clone(), number(1), number(0))),
        CExprKind::Unary(op, a) => one(a, &|a| CExprKind::Unary(*op, a)),
        CExprKind::Cast(ty, a) => one(a, &|a| CExprKind::Cast(ty.clone(), a)),
        CExprKind::Deref(a) => one(a, &CExprKind::Deref),
        CExprKind::Arrow(a, member) => one(a, &|a| CExprKind::Arrow(a, member.clone())),
        CExprKind::Binary(op, a, b) => one(a, &|a| CExprKind::Binary(*op, a, b.clone()))
            .or_else(|| one(b, &|b| CExprKind::Binary(*op, a.clone(), b))),
        CExprKind::Index(a, b) => one(a, &|a| CExprKind::Index(a, b.clone()))
            .or_else(|| one(b, &|b| CExprKind::Index(a.clone(), b))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]
    use super::*;
    use argand_cfa::testing::program;

    const PROGRAM: &str = "
cfa LP64
static int x
static int[4] a
func main: int(void) {
  entry L0 exit L1
  return int r
  local int y
  L0 -> L2: declare y
  L2 -> L3: x = 1
  L3 -> L1: r = x
}";

    #[test]
    fn conditions_read_as_they_would_there() {
        let mut program = program(PROGRAM);
        let mut read = |location: u32, text: &str| {
            let scope = Scope { location: LocId::new(location), result: None };
            condition_at(&mut program, scope, text)
        };
        assert!(matches!(read(2, "x < 3"), Ok(Condition::Is(_, true))));
        assert!(matches!(read(2, "!(x < 3)"), Ok(Condition::Is(_, false))));
        assert!(matches!(read(2, "x && a[x] == 2"), Ok(Condition::All(parts)) if parts.len() == 2));
        assert!(matches!(read(2, "(x ? 1 : x) < 3"), Ok(Condition::Any(parts)) if parts.len() == 2));
        assert!(matches!(read(2, "*a == a[0] && &a[1] != &x"), Ok(Condition::All(_))));
        for wrong in ["z", "x++", "x = 1", "f(x)", "x.m", "x[0]", "*x", "\\result == 1", "", "x ==", "$1"] {
            assert!(read(2, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn variables_are_visible_where_they_are_alive() {
        let mut program = program(PROGRAM);
        let mut read = |location: u32| {
            let scope = Scope { location: LocId::new(location), result: None };
            condition_at(&mut program, scope, "y == 1").is_ok()
        };
        assert!(!read(0) && read(2) && read(3));
    }
}
