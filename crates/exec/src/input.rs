//! Where the values come from that the program does not compute.
//!
//! Every such value is asked for with a description, so that a model can feed it and a reader can see it.

use argand_cfa::arith::{self, Scalar, Shape, float};
use argand_cfa::{NondetSource, Program, TypeId};
use argand_support::Span;

/// Why a value is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputKind {
    /// An input function such as `__VERIFIER_nondet_int`.
    Function,
    /// A function that is declared and defined nowhere.
    UndefinedFunction,
    /// The result of a library function whose model leaves it open. The answer counts only where the interpreter
    /// cannot compute it, and a run that took such an answer shows nothing about the program.
    Result {
        /// Whether the interpreter computed it.
        computed: bool,
    },
    /// Something the automaton leaves open.
    Havoc(NondetSource),
    /// A byte of `__VERIFIER_nondet_memory`.
    Memory,
    /// A variable or memory that was read before it was written.
    Uninitialised,
    /// Memory that belongs to the world outside, or that the world outside wrote, when it is read for the first time.
    Outside,
}

/// A value the program asks for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The program.
    pub program: &'a Program,
    /// Why.
    pub kind: InputKind,
    /// The function or the place that takes the value, as C text.
    pub name: &'a str,
    /// Its type, a scalar.
    pub ty: TypeId,
    /// Where.
    pub span: Span,
}

/// What of the command line of `main` a request is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandLine {
    /// The number of arguments, at least 1.
    Count,
    /// The bytes of an argument with its final zero, at least 1.
    Length,
    /// A byte of an argument.
    Byte,
}

impl CommandLine {
    /// The part of a command line that is the program's name alone, a single letter.
    #[must_use]
    pub fn name_alone(self) -> Scalar {
        Scalar::Int(match self {
            Self::Count => 1,
            Self::Length => 2,
            Self::Byte => i128::from(b'p'),
        })
    }
}

impl InputKind {
    /// Whether a pointer of this kind leads to memory of the world outside unless it is null.
    #[must_use]
    pub const fn leads_outside(self) -> bool {
        match self {
            Self::UndefinedFunction
            | Self::Outside
            | Self::Havoc(NondetSource::MainArgs | NondetSource::UndefinedVar) => true,
            Self::Function
            | Self::Result { .. }
            | Self::Havoc(
                NondetSource::Asm
                | NondetSource::Library
                | NondetSource::Volatile
                | NondetSource::Register
                | NondetSource::Interrupt
                | NondetSource::Unfollowed,
            )
            | Self::Memory
            | Self::Uninitialised => false,
        }
    }
}

impl Request<'_> {
    /// The value where nobody has one: the program's name alone for the command line of `main`, else zero.
    #[must_use]
    pub fn default_value(&self) -> Scalar {
        self.command_line().map_or(Scalar::Int(0), CommandLine::name_alone)
    }

    /// What of the command line of `main` the request is for, if it is for that.
    #[must_use]
    pub fn command_line(&self) -> Option<CommandLine> {
        if self.kind != InputKind::Havoc(NondetSource::MainArgs) {
            return None;
        }
        // The names that start-up code gives its variables; those of other entry functions are numbered.
        match self.name {
            "argc" => Some(CommandLine::Count),
            "length" => Some(CommandLine::Length),
            name if name.starts_with("byte ") => Some(CommandLine::Byte),
            _ => None,
        }
    }
}

/// A value the program took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Why it was asked for.
    pub kind: InputKind,
    /// The function or the place that took it, as C text.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// The value.
    pub value: Scalar,
    /// Where it was asked for.
    pub span: Span,
}

/// Somebody who knows the values.
pub trait InputSource {
    /// The next value. It is converted to the requested type: integers are cut to its width, and an integer
    /// for a floating type is converted to the number of that value.
    fn next(&mut self, request: &Request<'_>) -> Scalar;
}

impl<F: FnMut(&Request<'_>) -> Scalar> InputSource for F {
    fn next(&mut self, request: &Request<'_>) -> Scalar {
        self(request)
    }
}

/// A list of values. After its end the command line of `main` is as short as it can be, and all else is zero.
#[derive(Clone, Debug, Default)]
pub struct ListInput {
    values: std::vec::IntoIter<Scalar>,
}

impl ListInput {
    /// The values in the order in which they are asked for.
    #[must_use]
    pub fn new(values: Vec<Scalar>) -> Self {
        Self { values: values.into_iter() }
    }
}

impl InputSource for ListInput {
    fn next(&mut self, request: &Request<'_>) -> Scalar {
        self.values.next().unwrap_or_else(|| request.default_value())
    }
}

/// Values of a fixed random sequence: often small, often at the ends of the type, else anything. Pointers are
/// null.
#[derive(Clone, Debug)]
pub struct SeedInput {
    state: u64,
}

impl SeedInput {
    /// The sequence of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number of the SplitMix64 sequence (Steele, Lea, Flood, OOPSLA 2014).
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl InputSource for SeedInput {
    fn next(&mut self, request: &Request<'_>) -> Scalar {
        let types = &request.program.types;
        if types.is_pointer(request.ty) {
            return Scalar::Int(0);
        }
        if let Some(CommandLine::Count | CommandLine::Length) = request.command_line() {
            return Scalar::Int(1 + i128::from(self.number() % 4));
        }
        let choice = self.number() % 8;
        if let Some(kind) = arith::float_kind(types, request.ty) {
            let small = Shape { signed: true, width: 8 };
            let number = self.number();
            return Scalar::Float(match choice {
                0..4 => float::from_int(kind, small, small.wrap(i128::from(number))),
                4 => {
                    let wide = f64::from_bits(number);
                    float::convert(argand_cfa::FloatKind::Double, kind, u128::from(wide.to_bits()))
                }
                _ => {
                    let third = (number as i32 as f64) / 3.0;
                    float::convert(argand_cfa::FloatKind::Double, kind, u128::from(third.to_bits()))
                }
            });
        }
        let shape = Shape::of(types, request.ty).unwrap_or(Shape { signed: true, width: 32 });
        let number = i128::from(self.number()) << 64 | i128::from(self.number());
        Scalar::Int(shape.wrap(match choice {
            0..4 => number.rem_euclid(21) - if shape.signed { 10 } else { 0 },
            4 => shape.min(),
            5 => shape.max(),
            _ => number,
        }))
    }
}

/// A value converted to the type that was asked for.
pub(crate) fn fitted(program: &Program, ty: TypeId, value: Scalar) -> Scalar {
    let types = &program.types;
    match (value, arith::float_kind(types, ty)) {
        (Scalar::Int(value), None) => {
            Scalar::Int(Shape::of(types, ty).map_or(value, |shape| shape.wrap(value)))
        }
        (Scalar::Int(value), Some(kind)) => {
            Scalar::Float(float::from_int(kind, Shape { signed: true, width: 128 }, value))
        }
        (Scalar::Float(bits), Some(kind)) => Scalar::Float(bits & (u128::MAX >> (128 - kind.value_bits()))),
        (Scalar::Float(_), None) => Scalar::Int(0),
    }
}
