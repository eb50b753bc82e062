//! The arguments of a function that is verified on its own: any that are valid.
//!
//! A function of a library has no `main` around it that makes its arguments. The harness makes them: numbers are any
//! numbers, and a pointer leads to an object of its own of any content. What it makes by type:
//!
//! * `char *`: a string of at most so many characters, with its terminator;
//! * a pointer to other numbers, to records of numbers or to `void`: at least one and at most so many elements, or as many as
//!   another argument says;
//! * a pointer to what holds pointers: one object; its pointers are null or lead to objects made in the same way, down to a
//!   depth, and are null below it; those in unions lead to the world outside;
//! * a pointer to a function or to a type that nobody completes: null, or something outside.
//!
//! All of it lives in the frame of the start-up function: it is no leak, and must not be freed.

use super::Startup;
use crate::links::Links;
use argand_cfa::{
    ArrayLen, BinaryOp, ExprId, FuncId, IntKind, LibFn, NondetSource, Op, PlaceId, PlaceKind, Program,
    RecordKind, TypeId, TypeKind, TypeTable, VarId, VarKind,
};
use argand_support::{Diagnostic, Span};

/// Arrays of pointers with more elements are left as they are.
const MAX_POINTERS: u64 = 8;

/// How the arguments of a function are made that is verified on its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harness {
    /// The most elements, or characters of a string, that a pointer leads to.
    pub elements: u64,
    /// How many pointers deep objects are made.
    pub depth: u32,
    /// Pairs of parameters: what the first one points to has as many elements as the second one says.
    pub lengths: Vec<(String, String)>,
}

/// A parameter.
struct Param {
    name: String,
    ty: TypeId,
    span: Span,
}

impl Harness {
    /// What is wrong with it for a function: lengths of parameters that there are not, or that have no length.
    #[must_use]
    pub fn problems(&self, program: &Program, func: FuncId) -> Vec<Diagnostic> {
        let params = params(program, func);
        let function = program.func_name(func);
        let span = program.functions[func].span;
        let mut found = Vec::new();
        let mut check = |name: &str, wanted: &str, fits: &dyn Fn(TypeId) -> bool| {
            let message = match params.iter().find(|param| param.name == name) {
                None => format!("'{function}' has no parameter '{name}'"),
                Some(param) if !fits(param.ty) => {
                    format!("the parameter '{name}' of '{function}' is not {wanted}")
                }
                Some(_) => return,
            };
            found.push(Diagnostic::error(message, span));
        };
        for (pointer, number) in &self.lengths {
            check(pointer, "a pointer", &|ty| program.types.is_pointer(ty));
            check(number, "an integer", &|ty| program.types.is_integer(ty));
        }
        found
    }
}

fn params(program: &Program, func: FuncId) -> Vec<Param> {
    let vars = program.functions[func].params.iter().map(|&var| &program.vars[var]);
    vars.map(|var| Param { name: program.names.resolve(var.name).to_owned(), ty: var.ty, span: var.span })
        .collect()
}

impl Startup<'_> {
    /// Any valid arguments of a function.
    pub(super) fn valid_arguments<D>(
        &mut self,
        links: &Links<D>,
        func: FuncId,
        harness: &Harness,
    ) -> Vec<ExprId> {
        let params = params(self.program, func);
        let mut values: Vec<Option<ExprId>> = vec![None; params.len()];
        // Numbers come first: some of them say how long objects are.
        for (param, value) in params.iter().zip(&mut values) {
            if !self.program.types.is_pointer(param.ty) {
                let var = self.any(&param.name, param.ty, param.span);
                *value = Some(self.load(var));
                if harness.lengths.iter().any(|(_, number)| *number == param.name) {
                    self.assume_between(var, 0, harness.elements);
                }
            }
        }
        for index in 0..params.len() {
            let param = &params[index];
            if values[index].is_none() {
                let number = harness.lengths.iter().find(|(pointer, _)| *pointer == param.name);
                let at = number.and_then(|(_, number)| params.iter().position(|param| param.name == *number));
                let length = at.and_then(|at| values[at]);
                values[index] = Some(self.pointer(links, param, length, harness, harness.depth));
            }
        }
        values.into_iter().flatten().collect()
    }

    /// A variable with any value.
    fn any(&mut self, name: &str, ty: TypeId, span: Span) -> VarId {
        let var = self.variable(name, ty, VarKind::Temp);
        self.program.vars[var].span = span;
        self.havoc(var, NondetSource::MainArgs);
        var
    }

    fn assume_between(&mut self, var: VarId, low: u64, high: u64) {
        let (value, ty) = (self.load(var), self.program.vars[var].ty);
        let (low, high) = (self.int(i128::from(low), ty), self.int(i128::from(high), ty));
        let (low, high) = (self.binary(BinaryOp::Ge, value, low), self.binary(BinaryOp::Le, value, high));
        self.assume(low);
        self.assume(high);
    }

    /// A pointer to an object of its own, of `length` elements if somebody says it.
    fn pointer<D>(
        &mut self,
        links: &Links<D>,
        param: &Param,
        length: Option<ExprId>,
        harness: &Harness,
        depth: u32,
    ) -> ExprId {
        let types = &mut self.program.types;
        let void = types.void();
        let pointee = types.pointee(param.ty).unwrap_or(void);
        let bytes = types.int(IntKind::UChar);
        let element = if pointee == void { bytes } else { pointee };
        let Some(size) = types.size_of(element).filter(|&size| size > 0) else {
            let var = self.any(&param.name, param.ty, param.span);
            return self.load(var);
        };
        if !is_any_bytes(types, element) {
            return self.one_object(links, param, element, harness, depth);
        }
        let is_text = matches!(types.kind(element), TypeKind::Int(IntKind::Char)) && length.is_none();
        let size_t = types.size_t();
        let count = match length {
            Some(length) => self.cast(length, size_t),
            None => {
                let name = format!("{}.{}", param.name, if is_text { "size" } else { "elements" });
                let var = self.any(&name, size_t, param.span);
                self.assume_between(var, 1, harness.elements + u64::from(is_text));
                self.load(var)
            }
        };
        let width = self.int(i128::from(size), size_t);
        let total = if size == 1 { count } else { self.binary(BinaryOp::Mul, count, width) };
        let block = self.any_memory(links, total);
        let element_pointer = self.program.types.pointer_to(element);
        let first = self.cast(block, element_pointer);
        if is_text {
            let one = self.int(1, size_t);
            let last = self.binary(BinaryOp::Sub, count, one);
            let end = self.binary(BinaryOp::PtrAdd, first, last);
            let end = self.program.pool.place(PlaceKind::Deref(end), element);
            let nul = self.int(0, element);
            self.assign(end, nul);
        }
        self.cast(block, param.ty)
    }

    /// A pointer to one object whose members are made one by one.
    fn one_object<D>(
        &mut self,
        links: &Links<D>,
        param: &Param,
        ty: TypeId,
        harness: &Harness,
        depth: u32,
    ) -> ExprId {
        let var = self.variable(&format!("*{}", param.name), ty, VarKind::Local);
        self.program.vars[var].span = param.span;
        self.edge(Op::Declare { var, size: None }, param.span);
        self.havoc(var, NondetSource::MainArgs);
        let place = self.place(var);
        self.make_pointers(
            links,
            place,
            &Param { name: format!("(*{})", param.name), ty, ..*param },
            harness,
            depth,
        );
        let pointer = self.program.types.pointer_to(ty);
        let address = self.program.pool.expr(argand_cfa::ExprKind::AddrOf(place), pointer);
        self.cast(address, param.ty)
    }

    /// Lets the pointers in an object lead to objects of their own, or nowhere.
    fn make_pointers<D>(
        &mut self,
        links: &Links<D>,
        place: PlaceId,
        part: &Param,
        harness: &Harness,
        depth: u32,
    ) {
        match self.program.types.kind(part.ty).clone() {
            TypeKind::Pointer(to) => {
                let made = self.program.types.size_of(to).is_some() || to == self.program.types.void();
                if made {
                    self.null_or_object(links, place, part, harness, depth);
                }
            }
            TypeKind::Record(id) if self.program.types.record(id).kind == RecordKind::Struct => {
                let fields = self.program.types.record(id).fields.len();
                for number in 0..fields {
                    let member = &self.program.types.record(id).fields[number];
                    let (ty, name) = (member.ty, member.name.map(|name| self.program.names.resolve(name)));
                    let name = format!("{}.{}", part.name, name.unwrap_or("<unnamed>"));
                    let Ok(field) = u32::try_from(number) else { continue };
                    if is_any_bytes(&self.program.types, ty) {
                        continue;
                    }
                    let member = self.program.pool.place(PlaceKind::Field { base: place, field }, ty);
                    self.make_pointers(links, member, &Param { name, ty, ..*part }, harness, depth);
                }
            }
            TypeKind::Array { elem, len: ArrayLen::Fixed(count) } if count <= MAX_POINTERS => {
                let int = self.program.types.int(IntKind::Int);
                for number in 0..count {
                    let index = self.int(i128::from(number), int);
                    let element = self.program.pool.place(PlaceKind::Index { base: place, index }, elem);
                    let name = format!("{}[{number}]", part.name);
                    self.make_pointers(links, element, &Param { name, ty: elem, ..*part }, harness, depth);
                }
            }
            _ => {}
        }
    }

    /// Makes a pointer null, or has it lead to an object of its own.
    fn null_or_object<D>(
        &mut self,
        links: &Links<D>,
        place: PlaceId,
        part: &Param,
        harness: &Harness,
        depth: u32,
    ) {
        let null = self.int(0, part.ty);
        if depth == 0 {
            self.assign(place, null);
            return;
        }
        let truth = self.program.types.int(IntKind::Bool);
        let choice = self.any(&format!("{}.exists", part.name), truth, part.span);
        let cond = self.load(choice);
        let (object, nothing, after) = (self.loc(), self.loc(), self.loc());
        self.program.add_edge(self.at, object, Op::Assume { cond, truth: true }, Span::NONE);
        self.program.add_edge(self.at, nothing, Op::Assume { cond, truth: false }, Span::NONE);
        self.program.add_edge(nothing, after, Op::Assign { dst: place, src: null }, Span::NONE);
        self.at = object;
        let pointer = self.pointer(links, part, None, harness, depth - 1);
        self.program.add_edge(self.at, after, Op::Assign { dst: place, src: pointer }, Span::NONE);
        self.at = after;
    }

    /// Memory of a number of bytes with any content, in the frame of the start-up function.
    pub(super) fn any_memory<D>(&mut self, links: &Links<D>, size: ExprId) -> ExprId {
        let (void, size_t) = (self.program.types.void(), self.program.types.size_t());
        let void_ptr = self.program.types.pointer_to(void);
        let memory = self.variable("memory", void_ptr, VarKind::Temp);
        let alloca = self.library_function(links, "alloca", LibFn::Alloca, &[size_t], void_ptr);
        self.extern_call(alloca, &[size], Some(memory));
        let block = self.load(memory);
        let params = [void_ptr, size_t];
        let any = self.library_function(links, "__argand_any_bytes", LibFn::NondetMemory, &params, void);
        self.extern_call(any, &[block, size], None);
        block
    }
}

/// Whether any bytes are a value of the type, and none of them points anywhere.
fn is_any_bytes(types: &TypeTable, ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Int(kind) => *kind != IntKind::Bool,
        TypeKind::Float(kind) => *kind != argand_cfa::FloatKind::LongDouble,
        TypeKind::Array { elem, len: ArrayLen::Fixed(_) } => is_any_bytes(types, *elem),
        TypeKind::Record(id) => types.record(*id).fields.iter().all(|field| is_any_bytes(types, field.ty)),
        _ => false,
    }
}
