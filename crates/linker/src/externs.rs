//! Functions that are defined nowhere: what they mean by their names, by the policy of the user and by their types.
//!
//! The type of a function says what it cannot do: one that gets no pointer has nothing to write through, and one
//! whose pointers lead to nothing but `const` has nothing to write. What is left is a choice of the user.

use crate::functions;
use crate::library::{self, Meaning};
use crate::links::Links;
use argand_cfa::{Assumption, AssumptionKind, Body, FuncId, LibFn, Origin, Program, TypeId, TypeKind};
use argand_support::{Span, Symbol};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What a function that is defined nowhere is taken to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externs {
    /// Anything to the memory that its arguments lead to, through pointers that are not `const`.
    #[default]
    Write,
    /// Nothing: it returns any value.
    Pure,
    /// Nobody knows: a path that calls it has no answer.
    Unknown,
}

/// What a read of a volatile object gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Volatile {
    /// What was written there, as for other objects.
    #[default]
    Memory,
    /// Any value, which is an input of the program.
    Input,
}

/// Which functions are taken to do what.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExternPolicy {
    /// Functions that are not named.
    pub default: Externs,
    /// Functions by name.
    pub functions: BTreeMap<String, Externs>,
}

impl ExternPolicy {
    /// What a function is taken to do.
    #[must_use]
    pub fn of(&self, name: &str) -> Externs {
        self.functions.get(name).copied().unwrap_or(self.default)
    }
}

/// A function that is declared and has no body.
pub struct Declared<'a> {
    /// Its name.
    pub name: Symbol,
    /// Its type.
    pub ty: TypeId,
    /// Whether a model of the library declares it and not the user's code.
    pub in_library: bool,
    /// What its type lets it write. It is asked only where that matters.
    pub writes: &'a dyn Fn() -> Writes,
    /// Where it is declared.
    pub span: Span,
}

/// What the type of a function lets it write.
pub struct Writes {
    /// Whether its arguments may lead to memory that it may write.
    pub any: bool,
    /// The parameters that point to what it may write.
    pub params: Vec<usize>,
}

/// A function that is used and known to nobody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndefinedFunction {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
}

impl<D> Links<D> {
    /// Makes a function without a body, whose meaning the library knows, or the policy, or nobody.
    pub fn declare(&mut self, program: &mut Program, declared: &Declared<'_>) -> FuncId {
        let text = program.names.resolve(declared.name);
        let meaning = library::meaning(text);
        let outside = self.outside(text, declared);
        let known = match meaning {
            Meaning::Known(known) => known,
            Meaning::Model | Meaning::Unsupported(_) => LibFn::Undefined,
            Meaning::Unmodelled(_) | Meaning::Unknown => outside.unwrap_or(LibFn::Undefined),
        };
        let &Declared { name, ty, in_library, span, .. } = declared;
        let origin = if in_library { Origin::Library } else { Origin::User };
        let func = functions::declare(program, name, ty, known, origin, span);
        if known == LibFn::Outside {
            let written = (declared.writes)().params;
            program.written_params.extend(written.into_iter().map(|number| (func, number)));
        }
        let unknown = (meaning == Meaning::Unknown && outside.is_none())
            .then(|| format!("the undefined function `{}`", program.func_name(func)));
        if let Some(reason) = self.why_unsupported(program, func, meaning).or(unknown.map(Cow::Owned)) {
            let reason = program.names.intern(&reason);
            self.unsupported.insert(func, reason);
        }
        func
    }

    /// The meaning of a function that nobody defines and the library does not know. `None` where the policy gives
    /// it none.
    fn outside(&self, name: &str, declared: &Declared<'_>) -> Option<LibFn> {
        if declared.in_library || library::is_conventional(name) || library::is_no_call(name) {
            return Some(LibFn::Undefined);
        }
        match self.externs.of(name) {
            Externs::Pure => Some(LibFn::Undefined),
            Externs::Unknown => None,
            Externs::Write if (declared.writes)().any => Some(LibFn::Outside),
            Externs::Write => Some(LibFn::Undefined),
        }
    }

    /// Why calls of a function without a body cannot be expressed, if they cannot.
    fn why_unsupported(
        &self,
        program: &Program,
        func: FuncId,
        meaning: Meaning,
    ) -> Option<Cow<'static, str>> {
        let name = program.func_name(func);
        match meaning {
            Meaning::Unsupported(reason) => Some(reason.into()),
            Meaning::Unmodelled(parameters) => {
                let own = match program.types.kind(program.functions[func].ty) {
                    TypeKind::Function(ty) => ty.prototyped && ty.params.len() != parameters,
                    _ => false,
                };
                (!own).then(|| format!("'{name}', a library function without a model").into())
            }
            Meaning::Known(LibFn::Exit) => (!self.destructors.is_empty() && name == "exit")
                .then_some("exit in a program with destructors".into()),
            Meaning::Unknown => {
                let compiler = ["__builtin_", "__sync_", "__atomic_"].iter().any(|p| name.starts_with(p));
                (compiler && !library::is_no_call(name)).then(|| format!("the builtin '{name}'").into())
            }
            Meaning::Known(_) | Meaning::Model => None,
        }
    }

    /// The functions that are used and known to nobody, by name.
    #[must_use]
    pub fn undefined_functions(&self, program: &Program) -> Vec<UndefinedFunction> {
        let mut out: Vec<_> = self
            .undefined(program)
            .map(|id| UndefinedFunction {
                name: program.func_name(id).to_owned(),
                span: program.functions[id].span,
            })
            .collect();
        out.sort_by(|a, b| a.name.cmp(&b.name));
        out
    }

    /// What is taken for granted of the functions that are used and known to nobody.
    #[must_use]
    pub fn extern_assumptions(&self, program: &Program) -> Vec<Assumption> {
        self.undefined(program)
            .map(|id| Assumption {
                kind: match program.functions[id].body {
                    Body::Extern(LibFn::Outside) => AssumptionKind::ExternWrite,
                    Body::Extern(_) | Body::Defined { .. } => AssumptionKind::ExternPure,
                },
                place: program.functions[id].span,
                subject: program.func_name(id).to_owned(),
            })
            .collect()
    }

    /// The functions of the user's that are used and known to nobody.
    fn undefined(&self, program: &Program) -> impl Iterator<Item = FuncId> {
        program.functions.iter_enumerated().filter_map(|(id, function)| {
            let name = program.names.resolve(function.name);
            let unknown = matches!(function.body, Body::Extern(LibFn::Undefined | LibFn::Outside))
                && function.origin == Origin::User
                && !self.unsupported.contains_key(&id)
                && !library::is_conventional(name)
                && !library::is_no_call(name);
            unknown.then_some(id)
        })
    }
}
