//! What states are about, in the words of the source: variables, members, memory by the line that allocated it.
//!
//! Analyses know variables by ids and memory by bits. People know `i`, `list.next` and the line of a `malloc`. What an
//! analysis tells people about its states ([`Cpa::describe`](crate::Cpa::describe)) it says through [`Words`].

use argand_cfa::arith::{self, Scalar};
use argand_cfa::{EdgeId, FloatKind, FuncId, LocId, Op, Origin, Program, TypeId, TypeKind, VarId, VarKind};
use argand_domains::memory::Object;
use argand_support::{FxHashMap, FxHashSet, Symbol};

/// How many steps after an allocation tell what the memory is for.
const ALLOCATION_STEPS: usize = 4;

/// The words for a program. Made once for many states.
#[derive(Debug)]
pub struct Words<'p> {
    /// The program.
    pub program: &'p Program,
    /// Names that several variables have.
    shared: FxHashSet<Symbol>,
}

/// A cell in words: its name, and the type that the source gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellWords {
    /// What it is called.
    pub name: String,
    /// Its type, where the bits are those of one scalar.
    pub ty: Option<TypeId>,
}

impl<'p> Words<'p> {
    /// The words for a program.
    #[must_use]
    pub fn new(program: &'p Program) -> Self {
        let mut first: FxHashMap<Symbol, VarId> = FxHashMap::default();
        let mut shared = FxHashSet::default();
        for (var, data) in program.vars.iter_enumerated() {
            if !is_made_up(data.kind) && *first.entry(data.name).or_insert(var) != var {
                shared.insert(data.name);
            }
        }
        Self { program, shared }
    }

    /// Whether the source has a word for a variable. Temporaries and literals have none.
    #[must_use]
    pub fn knows(&self, var: VarId) -> bool {
        !is_made_up(self.program.vars[var].kind)
    }

    /// Whether the source has a word for an object.
    #[must_use]
    pub fn knows_object(&self, object: Object) -> bool {
        match object {
            Object::Var { var, .. } => self.knows(var),
            Object::Heap { .. } => true,
        }
    }

    /// A variable by its name, with its function where others have the same name. `depth` counts the older activations
    /// of its function.
    #[must_use]
    pub fn variable(&self, var: VarId, depth: u32) -> String {
        let program = self.program;
        let data = &program.vars[var];
        let own = program.var_name(var);
        let mut name = match data.func {
            Some(func) if data.kind == VarKind::Return => format!("result of {}", program.func_name(func)),
            Some(func) if self.shared.contains(&data.name) => format!("{}::{own}", program.func_name(func)),
            _ => own.to_owned(),
        };
        if depth > 0 {
            name.push_str(&format!(" (in call {} of itself)", depth + 1));
        }
        name
    }

    /// An object by its name or by the line that allocated it.
    #[must_use]
    pub fn object(&self, object: Object) -> String {
        match object {
            Object::Var { var, depth } => self.variable(var, depth),
            Object::Heap { site, index } => {
                let what = self.allocated_type(site).map_or_else(
                    || "object".to_owned(),
                    |ty| {
                        let text = self.program.type_text(ty);
                        text.strip_prefix("struct ").unwrap_or(&text).to_owned()
                    },
                );
                let which = if index == 0 { String::new() } else { format!("number {} of the ", index + 1) };
                let plural = if index == 0 { "" } else { "s" };
                let the = if index == 0 { "the " } else { "" };
                format!("{the}{which}{what}{plural} allocated {}", self.at(site))
            }
        }
    }

    /// Some bits of an object: the variable, member or element that they are.
    #[must_use]
    pub fn cell(&self, object: Object, bit: i64, width: u64) -> CellWords {
        let ty = match object {
            Object::Var { var, .. } => Some(self.program.vars[var].ty),
            Object::Heap { site, .. } => self.allocated_type(site),
        };
        let found = ty.and_then(|ty| self.inside(object, ty, bit));
        let whole = self.object(object);
        let heap = matches!(object, Object::Heap { .. });
        match found {
            Some((path, ty)) => {
                let fits = self.program.types.size_of(ty).is_some_and(|bytes| bytes * 8 == width);
                let name = match (path.strip_prefix('.').unwrap_or(&path), heap) {
                    ("", false) => whole,
                    ("", true) => format!("content of {whole}"),
                    (path, true) => format!("{path} of {whole}"),
                    (_, false) => format!("{whole}{path}"),
                };
                let part = if fits { String::new() } else { format!(" ({width} bits)") };
                CellWords { name: name + &part, ty: fits.then_some(ty) }
            }
            None if heap => CellWords { name: format!("byte {} of {whole}", bit / 8), ty: None },
            None => CellWords { name: format!("{whole}, byte {}", bit / 8), ty: None },
        }
    }

    /// The way to a bit inside an object and the type there. Memory for several elements is an array of them.
    fn inside(&self, object: Object, ty: TypeId, bit: i64) -> Option<(String, TypeId)> {
        let at = u64::try_from(bit).ok()?;
        let size = self.program.types.size_of(ty).filter(|&size| size > 0)? * 8;
        let element = at / size;
        if element > 0 && !matches!(object, Object::Heap { .. }) {
            return None;
        }
        let (path, ty) = self.program.member_at(ty, at % size)?;
        let index = if element > 0 { format!("[{element}]") } else { String::new() };
        Some((index + &path, ty))
    }

    /// Bits as the number that they are in a type.
    #[must_use]
    pub fn number(&self, bits: u128, width: u64, ty: Option<TypeId>) -> String {
        let types = &self.program.types;
        match ty {
            Some(ty) if types.is_pointer(ty) && bits == 0 => "NULL".to_owned(),
            Some(ty) if types.is_pointer(ty) => format!("{bits:#x}"),
            Some(ty) if arith::float_kind(types, ty).is_some() => self.value(ty, Scalar::Float(bits)),
            Some(ty) if types.is_signed(ty) && (1..128).contains(&width) => {
                let shift = 128 - width;
                ((bits << shift).cast_signed() >> shift).to_string()
            }
            _ => bits.to_string(),
        }
    }

    fn value(&self, ty: TypeId, value: Scalar) -> String {
        match (value, arith::float_kind(&self.program.types, ty)) {
            (Scalar::Float(bits), Some(FloatKind::Float)) => format!("{:?}", f32::from_bits(bits as u32)),
            (Scalar::Float(bits), Some(kind)) => {
                let near = arith::float::convert(kind, FloatKind::Double, bits);
                format!("{:?}", f64::from_bits(near as u64))
            }
            (Scalar::Float(bits), None) => bits.to_string(),
            (Scalar::Int(number), _) => number.to_string(),
        }
    }

    /// The address of a byte of an object.
    #[must_use]
    pub fn address(&self, object: Object, offset: Option<i64>) -> String {
        let start = match object {
            Object::Var { .. } => format!("&{}", self.object(object)),
            Object::Heap { .. } => self.object(object),
        };
        match offset {
            Some(0) => start,
            Some(offset) => format!("{start} {} {} bytes", if offset < 0 { '-' } else { '+' }, offset.abs()),
            None => format!("somewhere in {}", start.trim_start_matches('&')),
        }
    }

    /// The address of a function.
    #[must_use]
    pub fn function(&self, func: FuncId) -> String {
        format!("&{}", self.program.func_name(func))
    }

    /// Where an edge is: `at line 12`, or in which library function.
    #[must_use]
    pub fn at(&self, edge: EdgeId) -> String {
        let data = &self.program.edges[edge];
        let func = self.program.locs[data.from].func;
        if self.program.functions[func].origin == Origin::Library || data.span.is_none() {
            return format!("in {}", self.program.func_name(func));
        }
        format!("at line {}", data.span.line)
    }

    /// Where a location is: `line 12`, or in which function.
    #[must_use]
    pub fn location(&self, loc: LocId) -> String {
        let data = &self.program.locs[loc];
        let spans = data.out.iter().chain(&data.into).map(|&edge| self.program.edges[edge].span);
        match spans.filter(|span| !span.is_none()).min_by_key(|span| span.line) {
            Some(span) => format!("line {}", span.line),
            None => self.program.func_name(data.func).to_owned(),
        }
    }

    /// What memory is for, as far as the program soon makes a typed pointer of its address.
    fn allocated_type(&self, site: EdgeId) -> Option<TypeId> {
        let program = self.program;
        let pointee = |ty: TypeId| {
            let inner = program.types.pointee(ty)?;
            (*program.types.kind(inner) != TypeKind::Void && program.types.size_of(inner).is_some())
                .then_some(inner)
        };
        if let Op::Extern(call) = program.edges[site].op
            && let Some(ty) = program.extern_calls[call].dst.and_then(|dst| pointee(program.vars[dst].ty))
        {
            return Some(ty);
        }
        let mut at = program.edges[site].to;
        for _ in 0..ALLOCATION_STEPS {
            let &[edge] = &program.locs[at].out[..] else { return None };
            if let Op::Assign { dst, .. } = program.edges[edge].op
                && let Some(ty) = pointee(program.place(dst).ty)
            {
                return Some(ty);
            }
            at = program.edges[edge].to;
        }
        None
    }
}

fn is_made_up(kind: VarKind) -> bool {
    matches!(kind, VarKind::Temp | VarKind::StringLiteral | VarKind::Label)
}
