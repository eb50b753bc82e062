//! The lowering of one unit: from the ids of the typed tree to the ids of the program.
//!
//! [`UnitCx`] is what every lowering function is given. Types, spans and declarations are cached per unit.

use crate::body::Unsequenced;
pub(crate) use crate::init::InitValue;
use crate::unit::Unit;
use argand_cfa::{
    FuncId, InitEntry, Op, PlaceId, PlaceKind, Program, RecordId, TypeId, TypeKind, TypeTable, Var, VarId,
    VarKind,
};
use argand_linker::{Links, StaticInit, Volatile, build};
use argand_support::{FileId, FxHashMap, FxHashSet, Span, Symbol};
use rucc_sema::{DeclId, StrId};
use rucc_types::Qualifiers;

/// Lowers one unit into the program.
pub(crate) struct UnitCx<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// The program that is built.
    pub program: &'a mut Program,
    /// The names and the start-up work that the units share.
    pub links: &'a mut Links<DeclId>,
    /// What else they share.
    pub shared: &'a mut Shared,
    /// What is known already.
    pub caches: Caches,
}

/// What the lowering of one unit leaves to that of others, beyond what they link.
#[derive(Default)]
pub(crate) struct Shared {
    /// Records of units already lowered, by structure, so that units share them.
    pub records: FxHashMap<u64, RecordId>,
    /// What reads of volatile objects give.
    pub volatile: Volatile,
    /// Volatile places that are read as memory.
    pub volatile_reads: FxHashSet<PlaceId>,
    /// Operands whose order of evaluation C leaves open.
    pub unsequenced: Vec<Unsequenced>,
}

/// What the lowering of one unit has found out so far.
#[derive(Default)]
pub(crate) struct Caches {
    /// Types.
    pub types: FxHashMap<rucc_types::TypeId, TypeId>,
    /// Records, which may mention themselves.
    pub records: FxHashMap<rucc_types::RecordId, TypeId>,
    /// What every record of the unit looks like, where records are shared between units.
    pub record_shapes: FxHashMap<rucc_types::RecordId, u64>,
    /// Objects by declaration.
    pub vars: Vec<Option<VarId>>,
    /// Functions by declaration.
    pub funcs: Vec<Option<FuncId>>,
    /// Names with internal linkage.
    pub internal_vars: FxHashMap<Symbol, VarId>,
    /// Names with internal linkage.
    pub internal_funcs: FxHashMap<Symbol, FuncId>,
    /// The function definitions of the unit that count.
    pub definitions: Vec<(DeclId, FuncId)>,
    /// Static objects whose initialisers are still to be lowered.
    pub pending: Vec<(DeclId, VarId)>,
    /// The function whose body is being lowered.
    pub current: Option<FuncId>,
    /// How many temporaries it has.
    temps: u32,
    /// What the lowering of bodies knows of the unit.
    pub notes: crate::body::UnitNotes,
    /// The last lines that were asked for, the most recent first.
    lines: [Line; 2],
}

/// A source line: where it lies in the parser's coordinates and what the user calls it.
#[derive(Clone, Copy)]
struct Line {
    lo: u32,
    hi: u32,
    file: FileId,
    number: u32,
}

impl Default for Line {
    fn default() -> Self {
        Self { lo: 1, hi: 0, file: FileId::new(0), number: 0 }
    }
}

impl UnitCx<'_> {
    /// Where a stretch of source stands, as the user sees it.
    pub fn span(&mut self, span: rucc_diag::Span) -> Span {
        if span.is_dummy() {
            return Span::NONE;
        }
        let Some(start) = self.line(span.lo) else { return Span::NONE };
        let column = span.lo - start.lo + 1;
        match self.line(span.hi) {
            Some(end) if end.file == start.file && span.hi > span.lo && end.number >= start.number => Span {
                file: start.file,
                line: start.number,
                column,
                end_line: end.number,
                end_column: span.hi - end.lo + 1,
            },
            _ => Span::point(start.file, start.number, column),
        }
    }

    fn line(&mut self, at: u32) -> Option<Line> {
        let lines = &mut self.caches.lines;
        if let Some(hit) = lines.iter().position(|l| (l.lo..l.hi).contains(&at)) {
            lines.swap(0, hit);
            return Some(lines[0]);
        }
        let (_, place, line) = self.unit.session.sources.presumed_line(at)?;
        let file = self.program.sources.file(place.name);
        let line = Line { lo: line.lo, hi: line.hi, file, number: place.line };
        lines[1] = lines[0];
        lines[0] = line;
        Some(line)
    }

    /// The spelling of a name.
    pub fn name(&self, symbol: rucc_base::Symbol) -> &str {
        self.unit.session.interner.resolve(symbol)
    }

    /// Our symbol for a name.
    pub fn intern(&mut self, symbol: rucc_base::Symbol) -> Symbol {
        self.program.names.intern(self.unit.session.interner.resolve(symbol))
    }

    /// Makes the variable of a parameter or of an object with automatic storage.
    pub fn declare_local(&mut self, decl: DeclId, func: FuncId) -> VarId {
        let is_param =
            self.unit.tast[decl].kind == rucc_sema::DeclKind::Object && self.caches.current.is_none();
        let kind = if is_param { VarKind::Param } else { VarKind::Local };
        let var = self.new_var(decl, kind, Some(func));
        self.remember_var(decl, var);
        var
    }

    /// Adds a variable for a declaration.
    pub fn new_var(&mut self, decl: DeclId, kind: VarKind, func: Option<FuncId>) -> VarId {
        let unit = self.unit;
        let node = &unit.tast[decl];
        let name = match node.name {
            Some(name) => self.intern(name),
            None if kind == VarKind::Param => self.program.names.intern("<unnamed>"),
            None => self.program.names.intern("<literal>"),
        };
        let ty = self.ty(node.ty);
        let span = self.span(unit.tast.decl_span(decl));
        let align =
            node.alignment.or_else(|| unit.types.align_override(node.ty).map(std::num::NonZeroU32::get));
        // Objects lie at multiples of 16 anyway; what asks for more may have said so in its type.
        let natural = record_align(&self.program.types, ty).filter(|&align| align > 16);
        let extent = match unit.tast.extent(decl) {
            0 => None,
            extra => self.program.types.size_of(ty).map(|size| size.max(extra)),
        };
        let var = self.program.vars.push(Var {
            name,
            ty,
            kind,
            func,
            span,
            addressed: false,
            extent,
            align: align.map(u64::from).max(natural),
            undefined: false,
        });
        let quals = unit.types.object_quals(node.ty);
        if kind == VarKind::Static && quals.has(Qualifiers::CONST) && !quals.has(Qualifiers::VOLATILE) {
            self.program.read_only.push(var);
        }
        var
    }

    /// A new variable for an intermediate value.
    pub fn temp(&mut self, func: FuncId, ty: TypeId, span: Span) -> VarId {
        let name = format!("t${}", self.caches.temps);
        self.caches.temps += 1;
        build::variable(self.program, &name, ty, VarKind::Temp, Some(func), span)
    }

    /// Says which function's body is lowered next.
    pub fn enter(&mut self, func: FuncId) {
        self.caches.current = Some(func);
        self.caches.temps = 0;
    }

    /// The object of a string literal. Equal literals are one object, as gcc makes them.
    pub fn string(&mut self, id: StrId) -> VarId {
        let unit = self.unit;
        let literal = &unit.tast[id];
        let width = u8::try_from(literal.encoding.element_width(&unit.session.target) / 8).unwrap_or(1);
        let key = (width, literal.elements.clone().into_boxed_slice());
        if let Some(&var) = self.links.strings.get(&key) {
            return var;
        }
        let elem = self.string_element(id);
        let len = argand_cfa::ArrayLen::Fixed(literal.elements.len() as u64 + 1);
        let ty = self.program.types.array_of(elem, len);
        let name = literal.spell();
        let var = build::variable(self.program, &name, ty, VarKind::StringLiteral, None, Span::NONE);
        let root = self.program.pool.place(PlaceKind::Var(var), ty);
        let entries = self
            .string_elements(root, id, elem, literal.elements.len() as u64)
            .into_iter()
            .map(|(place, value)| InitEntry { place, value })
            .collect();
        self.links.static_inits.push(StaticInit { var, entries, unsupported: None, span: Span::NONE });
        self.links.strings.insert(key, var);
        var
    }

    /// The edge operation for something that cannot be expressed.
    pub fn unsupported(&mut self, what: &str) -> Op {
        Op::Unsupported(self.program.names.intern(what))
    }
}

/// The alignment of a record, or of the records in an array.
fn record_align(types: &TypeTable, mut ty: TypeId) -> Option<u64> {
    loop {
        match types.kind(ty) {
            TypeKind::Array { elem, .. } => ty = *elem,
            TypeKind::Record(id) => return Some(types.record(*id).align),
            _ => return None,
        }
    }
}
