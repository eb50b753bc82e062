//! The parser of C fragments.
//!
//! It knows expressions without side effects, assignments (also `+=` and `++`, which lowering turns into
//! plain assignments), calls, `return` and simple declarations.

use super::lexer::{Kind, Token, lex};
use super::{BaseType, CExpr, CExprKind, CType, Pattern};
use argand_cfa::{BinaryOp, FloatKind, IntKind, UnaryOp};
use argand_support::{Diagnostic, Span};

/// How deeply expressions may nest: deep enough for people, shallow enough for the stack.
const MAX_DEPTH: u32 = 100;

/// Reads the pattern of a statement. `start` is the place of the first character of `text`.
///
/// # Errors
/// The first place that is not as it should be.
pub fn parse_pattern(text: &str, start: Span) -> Result<Pattern, Diagnostic> {
    let mut parser = Parser::new(text, start)?;
    let pattern = parser.statement()?;
    parser.finish()?;
    Ok(pattern)
}

/// Reads a condition. `start` is the place of the first character of `text`.
///
/// # Errors
/// The first place that is not as it should be.
pub fn parse_condition(text: &str, start: Span) -> Result<CExpr, Diagnostic> {
    let mut parser = Parser::new(text, start)?;
    let expr = parser.expression()?;
    parser.finish()?;
    Ok(expr)
}

/// Reads any expression of C without side effects: also floating constants and `? :`, which patterns cannot match.
///
/// # Errors
/// The first place that is not as it should be.
pub fn parse_expression(text: &str, start: Span) -> Result<CExpr, Diagnostic> {
    let mut parser = Parser { tokens: lex(text, start, true)?, at: 0, depth: 0, whole: true };
    let expr = parser.expression()?;
    parser.finish()?;
    Ok(expr)
}

/// Reads the conditions of an assumption, separated by `;`. All of them are meant.
///
/// # Errors
/// The first place that is not as it should be.
pub fn parse_assumption(text: &str, start: Span) -> Result<CExpr, Diagnostic> {
    let mut parser = Parser::new(text, start)?;
    let mut all = parser.expression()?;
    while parser.eat(";") && !matches!(parser.peek(0), Kind::End) {
        let next = parser.expression()?;
        let span = all.span.to(next.span);
        all = CExpr { kind: CExprKind::And(Box::new(all), Box::new(next)), span };
    }
    parser.finish()?;
    Ok(all)
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    /// Whether `? :` is read.
    whole: bool,
}

impl Parser {
    fn new(text: &str, start: Span) -> Result<Self, Diagnostic> {
        Ok(Self { tokens: lex(text, start, false)?, at: 0, depth: 0, whole: false })
    }

    fn token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek(&self, ahead: usize) -> &Kind {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.token().span
    }

    fn previous(&self) -> Span {
        self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)].span
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(0), Kind::Symbol(s) if *s == symbol);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Result<(), Diagnostic> {
        if self.eat(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    fn unexpected(&self, wanted: &str) -> Diagnostic {
        Diagnostic::error(format!("expected {wanted} in this fragment of C"), self.span())
    }

    fn finish(&mut self) -> Result<(), Diagnostic> {
        self.eat(";");
        match self.peek(0) {
            Kind::End => Ok(()),
            Kind::Symbol("?") => Err(Diagnostic::error("`? :` cannot be used here", self.span())),
            _ => Err(self.unexpected("the end")),
        }
    }

    fn statement(&mut self) -> Result<Pattern, Diagnostic> {
        if matches!(self.peek(0), Kind::Any) && matches!(self.peek(1), Kind::End | Kind::Symbol(";")) {
            self.at += 1;
            return Ok(Pattern::Any);
        }
        if matches!(self.peek(0), Kind::Name(word) if word == "return") {
            self.at += 1;
            let nothing = matches!(self.peek(0), Kind::End | Kind::Symbol(";"));
            return Ok(Pattern::Return(if nothing { None } else { Some(self.expression()?) }));
        }
        // `int x = 5` matches what the initialiser lowers to.
        let declaration = self.declared_type()?;
        if declaration
            && let Kind::Name(name) = self.peek(0).clone()
            && matches!(self.peek(1), Kind::End | Kind::Symbol(";"))
        {
            self.at += 1;
            return Ok(Pattern::Declare(name));
        }
        let left = self.expression()?;
        let span = self.span();
        let one = |span| CExpr { kind: CExprKind::Int { value: 1, unsigned: false, longs: 0 }, span };
        let update = |left: CExpr, op, right: CExpr| {
            let span = left.span.to(right.span);
            let sum = CExpr { kind: CExprKind::Binary(op, Box::new(left.clone()), Box::new(right)), span };
            Pattern::Assign(left, sum)
        };
        if self.eat("=") {
            return Ok(Pattern::Assign(left, self.expression()?));
        }
        if self.eat("++") {
            return Ok(update(left, BinaryOp::Add, one(span)));
        }
        if self.eat("--") {
            return Ok(update(left, BinaryOp::Sub, one(span)));
        }
        let compound = [
            ("+=", BinaryOp::Add),
            ("-=", BinaryOp::Sub),
            ("*=", BinaryOp::Mul),
            ("/=", BinaryOp::Div),
            ("%=", BinaryOp::Rem),
            ("&=", BinaryOp::And),
            ("|=", BinaryOp::Or),
            ("^=", BinaryOp::Xor),
            ("<<=", BinaryOp::Shl),
            (">>=", BinaryOp::Shr),
        ];
        for (symbol, op) in compound {
            if self.eat(symbol) {
                let right = self.expression()?;
                return Ok(update(left, op, right));
            }
        }
        Ok(Pattern::Expr(left))
    }

    /// Skips the type of a declaration, if one starts here.
    fn declared_type(&mut self) -> Result<bool, Diagnostic> {
        if self.base_type_starts(0) {
            self.type_name()?;
            return Ok(true);
        }
        Ok(false)
    }

    fn expression(&mut self) -> Result<CExpr, Diagnostic> {
        let condition = self.binary(0)?;
        if !self.whole || !self.eat("?") {
            return Ok(condition);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Diagnostic::error("the expression nests too deeply", self.span()));
        }
        let yes = self.expression()?;
        self.expect(":")?;
        let no = self.expression()?;
        self.depth -= 1;
        let span = condition.span.to(no.span);
        let kind = CExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
        Ok(CExpr { kind, span })
    }

    fn binary(&mut self, level: usize) -> Result<CExpr, Diagnostic> {
        type Level = &'static [(&'static str, Option<BinaryOp>)];
        const LEVELS: [Level; 10] = [
            &[("||", None)],
            &[("&&", None)],
            &[("|", Some(BinaryOp::Or))],
            &[("^", Some(BinaryOp::Xor))],
            &[("&", Some(BinaryOp::And))],
            &[("==", Some(BinaryOp::Eq)), ("!=", Some(BinaryOp::Ne))],
            &[
                ("<=", Some(BinaryOp::Le)),
                (">=", Some(BinaryOp::Ge)),
                ("<", Some(BinaryOp::Lt)),
                (">", Some(BinaryOp::Gt)),
            ],
            &[("<<", Some(BinaryOp::Shl)), (">>", Some(BinaryOp::Shr))],
            &[("+", Some(BinaryOp::Add)), ("-", Some(BinaryOp::Sub))],
            &[("*", Some(BinaryOp::Mul)), ("/", Some(BinaryOp::Div)), ("%", Some(BinaryOp::Rem))],
        ];
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        'again: loop {
            for (symbol, op) in *operators {
                if self.eat(symbol) {
                    let right = self.binary(level + 1)?;
                    let span = left.span.to(right.span);
                    let (a, b) = (Box::new(left), Box::new(right));
                    let kind = match op {
                        Some(op) => CExprKind::Binary(*op, a, b),
                        None if *symbol == "&&" => CExprKind::And(a, b),
                        None => CExprKind::Or(a, b),
                    };
                    left = CExpr { kind, span };
                    continue 'again;
                }
            }
            return Ok(left);
        }
    }

    fn unary(&mut self) -> Result<CExpr, Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Diagnostic::error("the expression nests too deeply", self.span()));
        }
        let result = self.unary_at_depth();
        self.depth -= 1;
        result
    }

    fn unary_at_depth(&mut self) -> Result<CExpr, Diagnostic> {
        let start = self.span();
        type Make = fn(Box<CExpr>) -> CExprKind;
        let prefixes: [(&str, Make); 5] = [
            ("!", |a| CExprKind::Unary(UnaryOp::Not, a)),
            ("~", |a| CExprKind::Unary(UnaryOp::BitNot, a)),
            ("-", |a| CExprKind::Unary(UnaryOp::Neg, a)),
            ("*", CExprKind::Deref),
            ("&", CExprKind::AddrOf),
        ];
        for (symbol, make) in prefixes {
            if self.eat(symbol) {
                let operand = self.unary()?;
                let span = start.to(operand.span);
                return Ok(CExpr { kind: make(Box::new(operand)), span });
            }
        }
        if self.eat("+") {
            return self.unary();
        }
        if matches!(self.peek(0), Kind::Name(word) if word == "sizeof") {
            self.at += 1;
            self.expect("(")?;
            if !self.base_type_starts(0) {
                return Err(self.unexpected("a type"));
            }
            let ty = self.type_name()?;
            self.expect(")")?;
            return Ok(CExpr { kind: CExprKind::SizeOf(ty), span: start.to(self.previous()) });
        }
        if matches!(self.peek(0), Kind::Symbol("(")) && self.cast_starts() {
            self.at += 1;
            let ty = self.type_name()?;
            self.expect(")")?;
            let operand = self.unary()?;
            let span = start.to(operand.span);
            return Ok(CExpr { kind: CExprKind::Cast(ty, Box::new(operand)), span });
        }
        self.postfix()
    }

    /// Whether the parenthesis here opens a cast: a type, or a name that can only be one.
    fn cast_starts(&self) -> bool {
        if self.base_type_starts(1) {
            return true;
        }
        if !matches!(self.peek(1), Kind::Name(_)) {
            return false;
        }
        let stars = (2..).take_while(|i| matches!(self.peek(*i), Kind::Symbol("*"))).count();
        let closed = matches!(self.peek(2 + stars), Kind::Symbol(")"));
        let operand = matches!(
            self.peek(3 + stars),
            Kind::Name(_)
                | Kind::Int { .. }
                | Kind::Float(..)
                | Kind::Any
                | Kind::Bound(_)
                | Kind::AutomatonVariable(_)
        );
        closed && (stars > 0 || operand)
    }

    fn base_type_starts(&self, ahead: usize) -> bool {
        const WORDS: [&str; 15] = [
            "void", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "_Bool",
            "__int128", "struct", "union", "const", "enum",
        ];
        matches!(self.peek(ahead), Kind::Name(word) if WORDS.contains(&word.as_str()))
    }

    fn type_name(&mut self) -> Result<CType, Diagnostic> {
        let start = self.span();
        let (mut longs, mut sign, mut core) = (0u8, None::<bool>, None::<&'static str>);
        let mut tagged = None;
        let mut named = None;
        while let Kind::Name(word) = self.peek(0).clone() {
            match word.as_str() {
                "const" | "volatile" | "restrict" => {}
                "long" => longs = longs.saturating_add(1),
                "signed" => sign = Some(true),
                "unsigned" => sign = Some(false),
                "void" => core = Some("void"),
                "char" => core = Some("char"),
                "short" => core = Some("short"),
                "int" if matches!(core, Some("short")) => {}
                "int" => core = Some("int"),
                "float" => core = Some("float"),
                "double" => core = Some("double"),
                "_Bool" => core = Some("_Bool"),
                "__int128" => core = Some("__int128"),
                "struct" | "union" | "enum" => {
                    let Kind::Name(tag) = self.peek(1).clone() else {
                        return Err(self.unexpected("a tag"));
                    };
                    self.at += 1;
                    tagged = Some(match word.as_str() {
                        "struct" => BaseType::Struct(tag),
                        "union" => BaseType::Union(tag),
                        _ => BaseType::Int(IntKind::UInt),
                    });
                }
                _ if core.is_none()
                    && longs == 0
                    && sign.is_none()
                    && tagged.is_none()
                    && named.is_none() =>
                {
                    named = Some(word);
                }
                _ => break,
            }
            self.at += 1;
        }
        let base = match (tagged, named) {
            (Some(base), _) => base,
            (None, Some(name)) => BaseType::Named(name),
            (None, None) => match basic_type(core, longs, sign) {
                Some(base) => base,
                None => return Err(Diagnostic::error("this is not a type", start.to(self.previous()))),
            },
        };
        let mut pointers = 0u32;
        while self.eat("*") {
            pointers += 1;
        }
        Ok(CType { base, pointers })
    }

    fn postfix(&mut self) -> Result<CExpr, Diagnostic> {
        let mut expr = self.primary()?;
        while matches!(self.peek(0), Kind::Symbol("[" | "." | "->" | "(")) {
            let span = expr.span;
            let base = Box::new(expr);
            let kind = if self.eat("[") {
                let index = self.expression()?;
                self.expect("]")?;
                CExprKind::Index(base, Box::new(index))
            } else if self.eat(".") {
                CExprKind::Member(base, self.name()?)
            } else if self.eat("->") {
                CExprKind::Arrow(base, self.name()?)
            } else {
                self.expect("(")?;
                CExprKind::Call(base, self.arguments()?)
            };
            expr = CExpr { kind, span: span.to(self.previous()) };
        }
        Ok(expr)
    }

    fn name(&mut self) -> Result<String, Diagnostic> {
        let Kind::Name(name) = self.peek(0).clone() else { return Err(self.unexpected("a name")) };
        self.at += 1;
        Ok(name)
    }

    fn arguments(&mut self) -> Result<Vec<CExpr>, Diagnostic> {
        let mut args = Vec::new();
        if self.eat(")") {
            return Ok(args);
        }
        loop {
            args.push(self.expression()?);
            if self.eat(")") {
                return Ok(args);
            }
            self.expect(",")?;
        }
    }

    fn primary(&mut self) -> Result<CExpr, Diagnostic> {
        let token = self.token().clone();
        let kind = match token.kind {
            Kind::Name(name) => CExprKind::Name(name),
            Kind::Int { value, unsigned, longs } => CExprKind::Int { value, unsigned, longs },
            Kind::Float(bits, kind) => CExprKind::Float(bits, kind),
            Kind::Any => CExprKind::Any,
            Kind::Bound(n) => CExprKind::Bound(n),
            Kind::AutomatonVariable(name) => CExprKind::AutomatonVariable(name),
            Kind::Symbol("(") => {
                self.at += 1;
                let inner = self.expression()?;
                self.expect(")")?;
                return Ok(CExpr { kind: inner.kind, span: token.span.to(self.previous()) });
            }
            Kind::Symbol(_) | Kind::End => return Err(self.unexpected("an expression")),
        };
        self.at += 1;
        Ok(CExpr { kind, span: token.span })
    }
}

fn basic_type(core: Option<&str>, longs: u8, sign: Option<bool>) -> Option<BaseType> {
    let signed = sign != Some(false);
    let pick = |yes: IntKind, no: IntKind| Some(BaseType::Int(if signed { yes } else { no }));
    match (core, longs) {
        (Some("void"), 0) if sign.is_none() => Some(BaseType::Void),
        (Some("float"), 0) if sign.is_none() => Some(BaseType::Float(FloatKind::Float)),
        (Some("double"), 0) if sign.is_none() => Some(BaseType::Float(FloatKind::Double)),
        (Some("double"), 1) if sign.is_none() => Some(BaseType::Float(FloatKind::LongDouble)),
        (Some("_Bool"), 0) if sign.is_none() => Some(BaseType::Int(IntKind::Bool)),
        (Some("char"), 0) => match sign {
            None => Some(BaseType::Int(IntKind::Char)),
            Some(_) => pick(IntKind::SChar, IntKind::UChar),
        },
        (Some("short"), 0) => pick(IntKind::Short, IntKind::UShort),
        (Some("__int128"), 0) => pick(IntKind::Int128, IntKind::UInt128),
        (Some("int"), 0) => pick(IntKind::Int, IntKind::UInt),
        (None, 0) if sign.is_some() => pick(IntKind::Int, IntKind::UInt),
        (Some("int") | None, 1) => pick(IntKind::Long, IntKind::ULong),
        (Some("int") | None, 2) => pick(IntKind::LongLong, IntKind::ULongLong),
        _ => None,
    }
}
