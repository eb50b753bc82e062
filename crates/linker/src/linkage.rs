//! Names with external linkage: which unit defines them, and whether all units mean the same by them.

use crate::links::Links;
use argand_cfa::{ArrayLen, FuncId, IntKind, Program, TypeId, TypeKind, TypeTable, VarId};
use argand_support::{Diagnostic, FxHashSet, Span, Symbol};

/// The definition that a name stands for.
#[derive(Clone, Copy, Debug)]
pub struct Owner<D> {
    /// The number of the unit.
    pub unit: usize,
    /// The declaration there.
    pub decl: D,
    /// How strong it is.
    pub strength: Strength,
    /// Where it stands.
    pub span: Span,
}

/// How strongly a name is defined: a stronger definition replaces a weaker one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// An inline definition, which stands in where no other unit has an external one.
    Inline,
    /// `__attribute__((weak))`.
    Weak,
    /// Everything else.
    Strong,
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linked {
    /// A function.
    Function(FuncId),
    /// An object.
    Object(VarId),
}

impl<D: Copy + PartialEq> Links<D> {
    /// Says that a unit defines a name. The strongest definition counts, and among equals the first; two strong ones are
    /// an error.
    pub fn claim(&mut self, program: &Program, name: Symbol, owner: Owner<D>) {
        match self.owners.get(&name) {
            Some(old) if old.unit == owner.unit => {}
            Some(old) if old.strength == Strength::Strong && owner.strength == Strength::Strong => {
                let text = program.names.resolve(name);
                let first = program.sources.describe(old.span);
                self.errors.push(
                    Diagnostic::error(format!("'{text}' is defined twice"), owner.span)
                        .with_note(format!("the first definition is at {first}")),
                );
            }
            Some(old) if old.strength >= owner.strength => {}
            _ => {
                self.owners.insert(name, owner);
            }
        }
    }

    /// Whether this declaration of this unit is the definition that a name stands for.
    #[must_use]
    pub fn owns(&self, name: Symbol, unit: usize, decl: D) -> bool {
        self.owners.get(&name).is_some_and(|owner| owner.unit == unit && owner.decl == decl)
    }

    /// The definition that a name stands for.
    #[must_use]
    pub fn owner(&self, name: Symbol) -> Option<Owner<D>> {
        self.owners.get(&name).copied()
    }

    /// Gives a name what another one stands for, which is among the names with external linkage or one of those that the
    /// unit keeps to itself. `None` where nobody defines the other one.
    pub fn alias(
        &mut self,
        name: Symbol,
        target: Symbol,
        (own_func, own_var): (Option<FuncId>, Option<VarId>),
    ) -> Option<Linked> {
        if let Some(func) = self.functions.get(&target).copied().or(own_func) {
            self.functions.insert(name, func);
            return Some(Linked::Function(func));
        }
        let var = self.objects.get(&target).copied().or(own_var)?;
        self.objects.insert(name, var);
        Some(Linked::Object(var))
    }

    /// An alias of a name that nobody defines is an error.
    pub fn dangling_alias(&mut self, program: &Program, name: Symbol, target: Symbol, span: Span) {
        let texts = (program.names.resolve(name), program.names.resolve(target));
        let message = format!("'{}' is an alias of '{}', which is not defined", texts.0, texts.1);
        self.errors.push(Diagnostic::error(message, span));
    }

    /// The type that a name is defined with, as a function or as an object.
    fn defined_type(&self, program: &Program, name: Symbol, function: bool) -> Option<TypeId> {
        if function {
            self.functions.get(&name).map(|&f| program.functions[f].ty)
        } else {
            self.objects.get(&name).map(|&v| program.vars[v].ty)
        }
    }

    /// Whether a declaration, of a function or of an object, fits the definition of its name: a linker takes it, and
    /// machine code that was compiled with it works.
    #[must_use]
    pub fn fits_definition(&self, program: &Program, name: Symbol, function: bool, declared: TypeId) -> bool {
        let defined = self.defined_type(program, name, function);
        defined.is_some_and(|defined| linkable(&program.types, declared, defined))
    }

    /// A declaration, of a function or of an object, that does not fit the definition of its name is an error.
    pub fn conflict(
        &mut self,
        program: &Program,
        (name, owner): (Symbol, Owner<D>),
        function: bool,
        declared: TypeId,
        span: Span,
    ) {
        let at = program.sources.describe(owner.span);
        let note = match self.defined_type(program, name, function) {
            Some(ty) => format!("defined as '{}' at {at}", program.type_text(ty)),
            None => format!("defined as something else at {at}"),
        };
        let text = program.names.resolve(name);
        let message =
            format!("conflicting types for '{text}': declared as '{}'", program.type_text(declared));
        self.errors.push(Diagnostic::error(message, span).with_note(note));
    }
}

/// Whether two types of different units are compatible, as C defines it.
#[must_use]
pub fn compatible(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    same(types, a, b, &mut FxHashSet::default())
}

/// Whether an object or function that one unit declares with one type and another one defines with the other is used as it
/// is meant. C demands compatible types; a compiler that sees one unit at a time only needs values of the same kind and size,
/// whatever pointers point to: `struct _IO_FILE *` here, `void *` there.
fn linkable(types: &TypeTable, declared: TypeId, defined: TypeId) -> bool {
    match (types.kind(declared), types.kind(defined)) {
        (TypeKind::Function(f), TypeKind::Function(g)) => {
            let passed = f.params.iter().zip(&g.params).all(|(&a, &b)| passed_alike(types, a, b));
            let taken = !f.prototyped || !g.prototyped || (f.variadic == g.variadic && passed);
            let is_nothing = |ty: TypeId| ty == types.void();
            let nothing = is_nothing(f.ret) || is_nothing(g.ret);
            let scalar = |ty: TypeId| is_nothing(ty) || types.is_scalar(ty);
            let same_count = !f.prototyped || !g.prototyped || f.params.len() == g.params.len();
            let returned =
                if nothing { scalar(f.ret) && scalar(g.ret) } else { passed_alike(types, f.ret, g.ret) };
            taken && same_count && returned
        }
        (TypeKind::Function(_), _) | (_, TypeKind::Function(_)) => false,
        _ => {
            compatible(types, declared, defined)
                || types.size_of(declared).is_some_and(|size| types.size_of(defined) == Some(size))
        }
    }
}

/// Whether values of two types are passed in the same way, as the same bits.
fn passed_alike(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    let is_bool = |ty: TypeId| matches!(types.kind(ty), TypeKind::Int(IntKind::Bool));
    let is_word = |ty: TypeId| types.is_scalar(ty) && !types.is_float(ty);
    let same_bits =
        is_word(a) && is_word(b) && types.size_of(a) == types.size_of(b) && is_bool(a) == is_bool(b);
    same_bits || compatible(types, a, b)
}

fn same(types: &TypeTable, a: TypeId, b: TypeId, assumed: &mut FxHashSet<(TypeId, TypeId)>) -> bool {
    if a == b || !assumed.insert((a, b)) {
        return true;
    }
    match (types.kind(a), types.kind(b)) {
        (TypeKind::Pointer(a), TypeKind::Pointer(b)) => same(types, *a, *b, assumed),
        (TypeKind::Array { elem: a, len: n }, TypeKind::Array { elem: b, len: m }) => {
            let lengths = match (n, m) {
                (ArrayLen::Fixed(n), ArrayLen::Fixed(m)) => n == m,
                _ => true,
            };
            lengths && same(types, *a, *b, assumed)
        }
        (TypeKind::Function(f), TypeKind::Function(g)) => {
            let params = !f.prototyped
                || !g.prototyped
                || (f.variadic == g.variadic
                    && f.params.len() == g.params.len()
                    && f.params.iter().zip(&g.params).all(|(&a, &b)| same(types, a, b, assumed)));
            params && same(types, f.ret, g.ret, assumed)
        }
        (TypeKind::Record(r), TypeKind::Record(s)) => {
            let (r, s) = (types.record(*r), types.record(*s));
            let layout = (r.size, r.align, r.fields.len()) == (s.size, s.align, s.fields.len());
            r.kind == s.kind
                && r.tag == s.tag
                && (!r.complete
                    || !s.complete
                    || (layout
                        && r.fields.iter().zip(&s.fields).all(|(f, g)| {
                            (f.name, f.bit_offset, f.bit_width) == (g.name, g.bit_offset, g.bit_width)
                                && same(types, f.ty, g.ty, assumed)
                        })))
        }
        _ => false,
    }
}
