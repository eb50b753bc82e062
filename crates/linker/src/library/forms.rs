//! Functions without a body that are no calls at all: assumptions and pure functions of the math library.

use crate::build;
use crate::calls::{fit, result_type};
use argand_cfa::{Args, ExprId as Value, ExprKind, FuncId, Intrinsic, Program, TypeKind};

/// What a call of a function without a body becomes.
#[derive(Clone, Copy)]
pub enum CallForm {
    /// A call.
    Ordinary,
    /// An assumption about the argument.
    Assume,
    /// An expression.
    Pure(PureFunction),
}

/// A pure function of floating values.
#[derive(Clone, Copy)]
pub struct PureFunction {
    intrinsic: Intrinsic,
    arity: usize,
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// The result has the type of the operands.
    Same,
    /// The result is an `int`.
    Test,
    /// The result is rounded to an integer of the function's own type.
    Rounded,
    /// The operand is a pointer and the result is a `size_t`.
    Size,
}

/// The functions that say what may be assumed, those of other verifiers among them.
const ASSUMPTIONS: [&str; 6] = [
    "__VERIFIER_assume",
    "__builtin_assume",
    "__argand_assume",
    "__CPROVER_assume",
    "__ESBMC_assume",
    "klee_assume",
];

/// What calls of a function of this name become.
#[must_use]
pub fn call_form(name: &str) -> CallForm {
    if ASSUMPTIONS.contains(&name) {
        return CallForm::Assume;
    }
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let found = pure(name)
        .or_else(|| pure(name.strip_suffix(['f', 'l'])?))
        .or_else(|| pure(name.strip_prefix("__")?))
        .or_else(|| pure(name.strip_prefix("__")?.strip_suffix(['f', 'l'])?));
    found.map_or(CallForm::Ordinary, |(intrinsic, arity, shape)| {
        CallForm::Pure(PureFunction { intrinsic, arity, shape })
    })
}

/// Whether calls of a function of this name are no calls at all.
#[must_use]
pub fn is_no_call(name: &str) -> bool {
    !matches!(call_form(name), CallForm::Ordinary)
}

fn pure(name: &str) -> Option<(Intrinsic, usize, Shape)> {
    use Intrinsic as I;
    Some(match name {
        "fabs" => (I::FloatAbs, 1, Shape::Same),
        "sqrt" => (I::Sqrt, 1, Shape::Same),
        "floor" => (I::Floor, 1, Shape::Same),
        "ceil" => (I::Ceil, 1, Shape::Same),
        "trunc" => (I::Trunc, 1, Shape::Same),
        "round" => (I::Round, 1, Shape::Same),
        "rint" | "nearbyint" | "roundeven" => (I::RoundEven, 1, Shape::Same),
        "fmod" => (I::FloatMod, 2, Shape::Same),
        "remainder" | "drem" => (I::FloatRemainder, 2, Shape::Same),
        "fmin" => (I::FloatMin, 2, Shape::Same),
        "fmax" => (I::FloatMax, 2, Shape::Same),
        "copysign" => (I::CopySign, 2, Shape::Same),
        "fma" => (I::FusedMultiplyAdd, 3, Shape::Same),
        "lround" | "llround" => (I::Round, 1, Shape::Rounded),
        "lrint" | "llrint" => (I::RoundEven, 1, Shape::Rounded),
        "isnan" => (I::IsNan, 1, Shape::Test),
        "isinf" => (I::IsInf, 1, Shape::Test),
        "finite" | "isfinite" => (I::IsFinite, 1, Shape::Test),
        "isnormal" => (I::IsNormal, 1, Shape::Test),
        "signbit" => (I::SignBit, 1, Shape::Test),
        "fpclassify" => (I::FpClassify, 1, Shape::Test),
        "argand_object_size" => (I::ObjectSize, 1, Shape::Size),
        _ => return None,
    })
}

impl PureFunction {
    /// Whether there are arguments for which it may set `errno`.
    #[must_use]
    pub const fn may_fail(self) -> bool {
        matches!(
            self.intrinsic,
            Intrinsic::Sqrt | Intrinsic::FloatMod | Intrinsic::FloatRemainder | Intrinsic::FusedMultiplyAdd
        ) || matches!(self.shape, Shape::Rounded)
    }

    /// The function of these arguments, unless the program declares it with other types than the library.
    pub fn apply(self, program: &mut Program, func: FuncId, args: &[Value]) -> Option<Value> {
        if args.len() != self.arity {
            return None;
        }
        let result = result_type(program, func);
        let args = fit(program, func, args.to_vec());
        let ty = program.expr(*args.first()?).ty;
        let is_float = |program: &Program, ty| matches!(program.types.kind(ty), TypeKind::Float(_));
        let is_operand = |program: &Program, ty| match self.shape {
            Shape::Size => program.types.is_pointer(ty),
            Shape::Same | Shape::Test | Shape::Rounded => is_float(program, ty),
        };
        if !is_operand(program, ty) || args.iter().any(|&arg| program.expr(arg).ty != ty) {
            return None;
        }
        let own = match self.shape {
            Shape::Same if result == ty => ty,
            Shape::Rounded if program.types.is_integer(result) => ty,
            Shape::Size if result == program.types.size_t() => result,
            Shape::Test if program.types.is_integer(result) => program.types.int(argand_cfa::IntKind::Int),
            _ => return None,
        };
        let args = match *args.as_slice() {
            [a] => Args::One(a),
            [a, b] => Args::Two(a, b),
            [a, b, c] => Args::Three(a, b, c),
            _ => return None,
        };
        let value = program.pool.expr(ExprKind::Intrinsic(self.intrinsic, args), own);
        Some(build::cast(program, value, result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_and_prefixes_of_the_math_library_are_seen_through() {
        for name in ["sqrt", "sqrtf", "sqrtl", "__builtin_floorf", "__isnanf", "__finite", "__builtin_fmal"] {
            assert!(matches!(call_form(name), CallForm::Pure(_)), "{name}");
        }
        for name in ["printf", "f", "l", "__builtin_", "sqrtd", "fmodulo"] {
            assert!(matches!(call_form(name), CallForm::Ordinary), "{name}");
        }
        assert!(matches!(call_form("__VERIFIER_assume"), CallForm::Assume));
    }
}
