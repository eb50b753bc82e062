//! Where the statements of functions are in the text of a source ([`argand_cfa::outline`]).
//!
//! Tokens that a macro wrote stand where the macro is used. A statement can be taken apart where its parts lie in the text
//! one after the other; where they do not, it is one, and so are the statements around it until one has an end of its own.

use crate::files::Files;
use crate::unit::Source;
use crate::{Options, diagnose, parse};
use argand_cfa::outline::{
    Hidden, OutlinedFile, OutlinedFunction, Statement, StatementId, StatementKind, Stretch,
};
use argand_support::{Diagnostic, Idx as _, IndexVec, SourceMap};
use rucc_ast::{Ast, Decl, Stmt, StmtId};
use rucc_session::Session;
use std::collections::BTreeSet;

/// The outline of one source.
pub(crate) fn of(
    source: &Source,
    options: &Options,
    files: &dyn Files,
    names: &mut SourceMap,
) -> Result<OutlinedFile, Vec<Diagnostic>> {
    let (session, file, ast) = parse::tree(source, options, files, names)?;
    let own = session.sources.file(file);
    let (text, start) = (diagnose::text_of(own.bytes()).into_owned(), own.start);
    // What the compiler defines by itself names nothing of the user's.
    let is_read =
        |f: &&rucc_diag::SourceFile| f.id != file && f.system_from.is_none() && !f.name.starts_with('<');
    let read = session.sources.files().iter().filter(is_read);
    let mut included: BTreeSet<String> =
        read.flat_map(|f| words(&String::from_utf8_lossy(f.bytes()))).collect();
    included.extend(source.compilation.defines.iter().flat_map(|define| words(define)));
    let mut maker = Maker {
        ast: &ast,
        session: &session,
        names,
        text: &text,
        start,
        statements: IndexVec::new(),
        trees: IndexVec::new(),
    };
    let functions = maker.functions();
    let statements = maker.statements;
    Ok(OutlinedFile { name: source.name.clone(), text, functions, statements, included })
}

/// The words of a text that could be names.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    parts.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

struct Maker<'a> {
    ast: &'a Ast,
    session: &'a Session,
    names: &'a mut SourceMap,
    text: &'a str,
    /// Where the file begins in the coordinates of the parser.
    start: u32,
    statements: IndexVec<StatementId, Statement>,
    /// Which statement of the tree each of them is.
    trees: IndexVec<StatementId, StmtId>,
}

impl Maker<'_> {
    fn functions(&mut self) -> Vec<OutlinedFunction> {
        let ast = self.ast;
        let mut found = Vec::new();
        for &decl in ast.top_level() {
            let Decl::Function { declarator, body, .. } = ast[decl] else { continue };
            let (Some(name), Some(at)) = (ast[declarator].name, self.stretch(ast.decl_span(decl))) else {
                continue;
            };
            let Some(body) = self.statement(body, None) else { continue };
            if self.statements[body].at.end != at.end {
                continue;
            }
            let name = self.session.interner.resolve(name).to_owned();
            found.push(OutlinedFunction { name, at, body });
        }
        self.find_hidden(&found);
        found
    }

    /// A stretch of the text of this file.
    fn stretch(&mut self, span: rucc_diag::Span) -> Option<Stretch> {
        if span.is_dummy() || span.lo < self.start {
            return None;
        }
        let (start, end) = ((span.lo - self.start) as usize, (span.hi - self.start) as usize);
        if start >= end || end > self.text.len() {
            return None;
        }
        let named = diagnose::span_of(&self.session.sources, span, self.names);
        let whole = (named.end_line, named.end_column) > (named.line, named.column + 1) || end - start == 1;
        whole.then_some(Stretch { start, end, span: named })
    }

    /// A statement with its parts; `None` where its end is not in the text.
    fn statement(&mut self, id: StmtId, parent: Option<StatementId>) -> Option<StatementId> {
        let at = self.stretch(self.ast.stmt_span(id))?;
        let (kind, inner) = self.parts_of(id);
        let me = self.statements.push(Statement {
            at,
            kind,
            parent,
            parts: Vec::new(),
            hidden: Hidden::default(),
        });
        self.trees.push(id);
        let mut parts = Vec::with_capacity(inner.len());
        let mut end = at.start;
        for &part in &inner {
            let Some(part) = self.statement(part, Some(me)).filter(|&part| {
                let part = self.statements[part].at;
                let fits = part.start >= end && part.end <= at.end;
                end = part.end;
                fits
            }) else {
                break;
            };
            parts.push(part);
        }
        if parts.len() < inner.len() || !self.opens_and_closes(me) {
            self.forget_from(me.index() + 1);
            self.statements[me].kind = StatementKind::Whole;
            parts.clear();
        }
        self.statements[me].parts = parts;
        let text = &self.text[at.start..at.end];
        if !text.ends_with([';', '}']) {
            self.forget_from(me.index());
            return None;
        }
        Some(me)
    }

    fn forget_from(&mut self, count: usize) {
        self.statements.truncate(count);
        self.trees.truncate(count);
    }

    /// Whether a block has its own braces.
    fn opens_and_closes(&self, id: StatementId) -> bool {
        let Statement { at, kind, .. } = &self.statements[id];
        let text = &self.text[at.start..at.end];
        *kind != StatementKind::Block || (text.starts_with('{') && text.ends_with('}'))
    }

    fn parts_of(&self, id: StmtId) -> (StatementKind, Vec<StmtId>) {
        let name = |symbol| self.session.interner.resolve(symbol).to_owned();
        match self.ast[id] {
            Stmt::Error | Stmt::Empty | Stmt::Expr(_) | Stmt::Asm(_) | Stmt::GotoExpr(_) => {
                (StatementKind::Whole, Vec::new())
            }
            Stmt::Decl(_) | Stmt::LocalLabels(_) => (StatementKind::Declaration, Vec::new()),
            Stmt::Compound(list) => (StatementKind::Block, self.ast[list].to_vec()),
            Stmt::If { then, otherwise, .. } => {
                (StatementKind::If, [Some(then), otherwise].into_iter().flatten().collect())
            }
            Stmt::Switch { body, .. } => (StatementKind::Switch, vec![body]),
            Stmt::While { body, .. } | Stmt::DoWhile { body, .. } | Stmt::For { body, .. } => {
                (StatementKind::Loop, vec![body])
            }
            Stmt::Goto(label) => (StatementKind::Goto(name(label)), Vec::new()),
            Stmt::Continue => (StatementKind::Continue, Vec::new()),
            Stmt::Break => (StatementKind::Break, Vec::new()),
            Stmt::Return(..) => (StatementKind::Return, Vec::new()),
            Stmt::Label { name: label, body, .. } => {
                (StatementKind::Label(Some(name(label))), body.into_iter().collect())
            }
            Stmt::Case { body, .. } | Stmt::Default { body } => {
                (StatementKind::Label(None), body.into_iter().collect())
            }
        }
    }

    /// Tells the statements that hide jumps and labels.
    fn find_hidden(&mut self, functions: &[OutlinedFunction]) {
        let ast = self.ast;
        let seen = self.statements.iter_enumerated().filter(|(_, s)| s.kind != StatementKind::Whole);
        let seen: BTreeSet<usize> = seen.map(|(id, _)| self.trees[id].index()).collect();
        for index in 0..ast.counts().stmts {
            let id = StmtId::from_usize(index);
            let jumps = match &ast[id] {
                Stmt::Goto(_) | Stmt::GotoExpr(_) | Stmt::Continue | Stmt::Break | Stmt::Return(..) => true,
                Stmt::Asm(asm) => !ast[ast[*asm].labels].is_empty(),
                Stmt::Label { .. } | Stmt::Case { .. } | Stmt::Default { .. } => false,
                _ => continue,
            };
            if seen.contains(&index) {
                continue;
            }
            let span = ast.stmt_span(id);
            if span.is_dummy() || span.lo < self.start {
                continue;
            }
            let at = (span.lo - self.start) as usize;
            let Some(function) = functions.iter().find(|f| (f.at.start..f.at.end).contains(&at)) else {
                continue;
            };
            let holder = self.innermost(function.body, at);
            let hidden = &mut self.statements[holder].hidden;
            hidden.jumps |= jumps;
            match &ast[id] {
                Stmt::Case { .. } | Stmt::Default { .. } => hidden.cases = true,
                Stmt::Label { name, .. } => {
                    hidden.labels.push(self.session.interner.resolve(*name).to_owned());
                }
                _ => {}
            }
        }
    }

    fn innermost(&self, mut id: StatementId, at: usize) -> StatementId {
        let holds = |part: &StatementId| {
            let part = self.statements[*part].at;
            (part.start..part.end).contains(&at)
        };
        while let Some(&part) = self.statements[id].parts.iter().find(|part| holds(part)) {
            id = part;
        }
        id
    }
}
