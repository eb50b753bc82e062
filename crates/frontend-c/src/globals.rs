//! Names at file scope: which unit defines what, and the functions and variables they stand for.
//!
//! Linking happens in two steps before any body is lowered. First every unit says what it defines
//! ([`collect`]), and the strongest definition of each name wins; then the winners get their functions,
//! parameters and variables ([`create`]). What is left is declared only, and is made on first use.

use crate::cx::UnitCx;
use crate::externs;
use crate::unit::Unit;
use argand_cfa::{ArrayLen, ExprId, FuncId, LibFn, Op, Origin, PlaceId, TypeKind, VarId, VarKind};
use argand_linker::{Declared, Linked, Owner, Strength, build, functions, library};
use argand_support::Symbol;
use rucc_sema::{DeclFlags, DeclId, DeclKind, Definition, Linkage, Priority, StorageDuration};
use std::borrow::Cow;

/// The place of unnumbered constructors: after every numbered one.
const UNNUMBERED: u32 = u32::MAX;

/// The name a declaration has for the linker.
pub(crate) fn link_name<'u>(unit: &'u Unit, decl: DeclId) -> Cow<'u, str> {
    let node = &unit.tast[decl];
    if let Some(label) = node.asm_label {
        return unit.tast[label]
            .elements
            .iter()
            .filter_map(|&c| char::from_u32(c))
            .collect::<String>()
            .into();
    }
    let name = node.name.map_or("<literal>", |name| unit.session.interner.resolve(name));
    match node.kind {
        DeclKind::Function if node.body.is_none() => {
            let plain = library::without_builtin_prefix(name);
            let failing = library::FAILING.iter().find(|(known, _)| unit.malloc_may_fail && *known == plain);
            failing.map_or(plain, |(_, model)| model).into()
        }
        _ => name.into(),
    }
}

/// Says what a unit defines.
pub(crate) fn collect(cx: &mut UnitCx<'_>, index: usize) {
    let unit = cx.unit;
    for &decl in unit.tast.top_level() {
        let node = &unit.tast[decl];
        let defines = match node.kind {
            DeclKind::Function => node.body.is_some() || unit.alias_of(decl).is_some(),
            DeclKind::Object => node.state != Definition::Declared || unit.alias_of(decl).is_some(),
            DeclKind::Type => false,
        };
        if !defines || node.linkage != Linkage::External {
            continue;
        }
        let name = cx.program.names.intern(&link_name(unit, decl));
        let strength = if unit.library || !node.inline.emits() {
            Strength::Inline
        } else if unit.is_weak(decl) || (unit.common && node.state == Definition::Tentative) {
            Strength::Weak
        } else {
            Strength::Strong
        };
        let span = cx.span(unit.tast.definition_span(decl));
        cx.links.claim(cx.program, name, Owner { unit: index, decl, strength, span });
    }
}

/// Makes the functions and variables that a unit defines.
pub(crate) fn create(cx: &mut UnitCx<'_>, index: usize) {
    let unit = cx.unit;
    for &decl in unit.tast.top_level() {
        let node = &unit.tast[decl];
        let name = cx.program.names.intern(&link_name(unit, decl));
        let owned = match node.linkage {
            Linkage::External => cx.links.owns(name, index, decl),
            Linkage::Internal | Linkage::None => true,
        };
        let done = cx.caches.funcs.get(decl.index()).copied().flatten().is_some()
            || cx.caches.vars.get(decl.index()).copied().flatten().is_some();
        if !owned || done || unit.alias_of(decl).is_some() {
            continue;
        }
        match node.kind {
            DeclKind::Function if node.body.is_some() => {
                let func = cx.define_function(decl, name);
                if node.linkage == Linkage::External {
                    cx.links.functions.insert(name, func);
                } else {
                    cx.caches.internal_funcs.insert(name, func);
                }
                cx.caches.definitions.push((decl, func));
                let priority = |p: Priority| match p {
                    Priority::Unnumbered => UNNUMBERED,
                    Priority::Numbered(n) => u32::from(n),
                };
                cx.links.constructors.extend(node.startup.before.map(|p| (priority(p), func)));
                cx.links.destructors.extend(node.startup.after.map(|p| (priority(p), func)));
            }
            DeclKind::Object if node.state != Definition::Declared => {
                let var = cx.new_var(decl, VarKind::Static, None);
                cx.remember_var(decl, var);
                if node.linkage == Linkage::External {
                    cx.links.objects.insert(name, var);
                } else {
                    cx.caches.internal_vars.insert(name, var);
                }
                cx.caches.pending.push((decl, var));
            }
            _ => {}
        }
    }
}

/// Gives the names that are aliases of others what the others stand for.
pub(crate) fn link_aliases(cx: &mut UnitCx<'_>, index: usize) {
    let unit = cx.unit;
    for &decl in unit.tast.top_level() {
        let Some(target) = unit.alias_of(decl) else { continue };
        let name = cx.program.names.intern(&link_name(unit, decl));
        if unit.tast[decl].linkage == Linkage::External && !cx.links.owns(name, index, decl) {
            continue;
        }
        let target = cx.program.names.intern(&target);
        let caches = &cx.caches;
        let own = (caches.internal_funcs.get(&target).copied(), caches.internal_vars.get(&target).copied());
        match cx.links.alias(name, target, own) {
            Some(Linked::Function(func)) => cx.remember_func(decl, func),
            Some(Linked::Object(var)) => cx.remember_var(decl, var),
            None => {
                let span = cx.span(unit.tast.decl_span(decl));
                cx.links.dangling_alias(cx.program, name, target, span);
            }
        }
    }
}

/// Compares what a unit declares with what other units of the user's define. What the library defines is compared with
/// the calls of it.
pub(crate) fn check(cx: &mut UnitCx<'_>, (index, user): (usize, usize)) {
    let unit = cx.unit;
    for &decl in unit.tast.top_level() {
        let node = &unit.tast[decl];
        if node.linkage != Linkage::External {
            continue;
        }
        let name = cx.program.names.intern(&link_name(unit, decl));
        let Some(owner) = cx.links.owner(name).filter(|owner| owner.unit != index && owner.unit < user)
        else {
            continue;
        };
        let is_function = node.kind == DeclKind::Function;
        let declared = cx.ty(node.ty);
        if !cx.links.fits_definition(cx.program, name, is_function, declared) {
            let span = cx.span(unit.tast.decl_span(decl));
            cx.links.conflict(cx.program, (name, owner), is_function, declared, span);
        }
    }
}

impl UnitCx<'_> {
    fn define_function(&mut self, decl: DeclId, name: Symbol) -> FuncId {
        let unit = self.unit;
        let node = &unit.tast[decl];
        let span = self.span(unit.tast.definition_span(decl));
        let declared = self.ty(node.ty);
        let origin = if unit.library { Origin::Library } else { Origin::User };
        let func = functions::declare(self.program, name, declared, LibFn::Undefined, origin, span);
        self.remember_func(decl, func);
        let params: Vec<VarId> =
            unit.tast[node.params].iter().map(|&param| self.declare_local(param, func)).collect();
        functions::define(self.program, func, params);
        func
    }

    /// Remembers the variable of a declaration.
    pub fn remember_var(&mut self, decl: DeclId, var: VarId) {
        let vars = &mut self.caches.vars;
        if vars.len() <= decl.index() {
            vars.resize(decl.index() + 1, None);
        }
        vars[decl.index()] = Some(var);
    }

    /// Remembers the function of a declaration.
    pub fn remember_func(&mut self, decl: DeclId, func: FuncId) {
        let funcs = &mut self.caches.funcs;
        if funcs.len() <= decl.index() {
            funcs.resize(decl.index() + 1, None);
        }
        funcs[decl.index()] = Some(func);
    }

    /// The variable of a declared object: globals, static locals and static compound literals (made on first
    /// use), and parameters and locals after [`declare_local`](Self::declare_local).
    ///
    /// Its type is `program.vars[var].ty`, which may be more complete than the type of the expression that
    /// names it (`extern int a[];` here, `int a[3];` in another unit).
    pub fn var(&mut self, decl: DeclId) -> VarId {
        if let Some(Some(var)) = self.caches.vars.get(decl.index()) {
            return *var;
        }
        let unit = self.unit;
        let node = &unit.tast[decl];
        let name = self.program.names.intern(&link_name(unit, decl));
        let known = match node.linkage {
            Linkage::External => self.links.objects.get(&name).copied(),
            Linkage::Internal => self.caches.internal_vars.get(&name).copied(),
            Linkage::None => None,
        };
        let var = match (known, node.linkage, node.duration) {
            (Some(var), ..) => var,
            (None, Linkage::External, _) => {
                let var = self.new_var(decl, VarKind::Static, None);
                self.program.vars[var].undefined = true;
                self.links.objects.insert(name, var);
                self.links.undefined_objects.push(var);
                var
            }
            (None, _, StorageDuration::Static | StorageDuration::Thread) => {
                let var = self.new_var(decl, VarKind::Static, self.caches.current);
                self.caches.pending.push((decl, var));
                var
            }
            (None, _, StorageDuration::Automatic) => self.new_var(decl, VarKind::Local, self.caches.current),
        };
        self.remember_var(decl, var);
        var
    }

    /// Where an object would lie that is declared weak and that nobody defines: behind a null pointer. Nothing for other
    /// declarations.
    pub fn missing_object(&mut self, decl: DeclId) -> Option<PlaceId> {
        let node = &self.unit.tast[decl];
        let external = node.kind == DeclKind::Object && node.linkage == Linkage::External;
        if !external || !self.unit.is_weak(decl) {
            return None;
        }
        let var = self.var(decl);
        let object = &self.program.vars[var];
        if !object.undefined {
            return None;
        }
        let ty = self.program.types.pointer_to(object.ty);
        let null = build::int(self.program, 0, ty);
        Some(build::deref(self.program, null, self.program.vars[var].ty))
    }

    /// The edge operation for a use of an object that is defined nowhere and whose size nobody says, if this
    /// is one: whether an access stays inside it cannot be known.
    pub fn unsized_object(&mut self, var: VarId) -> Option<Op> {
        let object = &self.program.vars[var];
        let sized = !object.undefined
            || match self.program.types.kind(object.ty) {
                TypeKind::Array { len, .. } => matches!(len, ArrayLen::Fixed(_)),
                TypeKind::Record(id) => self.program.types.record(*id).complete,
                _ => true,
            };
        let name = self.program.names.resolve(object.name);
        let what = (!sized).then(|| format!("'{name}' is defined nowhere and its size is not known"))?;
        Some(self.unsupported(&what))
    }

    /// The function of a declaration, linked by name. Functions that are defined in some unit have their
    /// entry and exit before the first body is lowered; all others are `Body::Extern` with their meaning.
    ///
    /// Its type is `program.functions[func].ty`, which may differ from the type of the expression that names
    /// it (no prototype here, one at the definition; a record that is incomplete here).
    pub fn func(&mut self, decl: DeclId) -> FuncId {
        if let Some(Some(func)) = self.caches.funcs.get(decl.index()) {
            return *func;
        }
        let unit = self.unit;
        let node = &unit.tast[decl];
        let name = self.program.names.intern(&link_name(unit, decl));
        if node.linkage == Linkage::None {
            return self.nested_function(decl, name);
        }
        let known = match node.linkage {
            Linkage::Internal if !node.flags.contains(DeclFlags::WEAKREF) => {
                self.caches.internal_funcs.get(&name).copied()
            }
            _ => self.links.functions.get(&name).copied(),
        };
        let func = known.unwrap_or_else(|| {
            let func = self.extern_function(decl, name);
            self.links.functions.insert(name, func);
            func
        });
        self.remember_func(decl, func);
        func
    }

    /// A function that is defined inside another one, whose variables it may use. Nothing can be said of it.
    fn nested_function(&mut self, decl: DeclId, name: Symbol) -> FuncId {
        let func = self.extern_function(decl, name);
        let reason = self.program.names.intern("nested functions");
        self.links.unsupported.insert(func, reason);
        self.remember_func(decl, func);
        func
    }

    /// A function without a body.
    fn extern_function(&mut self, decl: DeclId, name: Symbol) -> FuncId {
        let unit = self.unit;
        let span = self.span(unit.tast.decl_span(decl));
        let declared = unit.tast[decl].ty;
        let ty = self.ty(declared);
        let writes = || externs::writes(&unit.types, declared);
        let function = Declared { name, ty, in_library: unit.library, writes: &writes, span };
        self.links.declare(self.program, &function)
    }

    /// The address of a function.
    pub fn function_address(&mut self, decl: DeclId) -> ExprId {
        let func = self.func(decl);
        build::function_address(self.program, func, self.unit.is_weak(decl))
    }
}
