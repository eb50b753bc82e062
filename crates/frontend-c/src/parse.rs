//! The phases of the parser, from the bytes of a source to its typed tree.
//!
//! This module drives the parser; the modules that lower its tree are the only others that name its types.

use crate::compilation::{Compilation, Folder};
use crate::files::Files;
use crate::load::PhaseTimes;
use crate::mended::mended;
use crate::unit::Source;
use crate::vendor::without_vendor_words;
use crate::{Options, diagnose, overrides, refuse, tokens};
use argand_cfa::DataModel;
use argand_support::{Diagnostic, SourceMap, Span};
use rucc_ast::Ast;
use rucc_diag::{FileId, SourceBytes};
use rucc_lex::{Convert, Keywords, PpToken, Tokens, convert};
use rucc_sema::Checked;
use rucc_session::{FileSystem, Preinclude, Session, Std};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// The C dialect: GNU C17, which is what gcc 12 takes by default.
const DIALECT: Std = Std::C17;
/// More errors than this in one file are not worth reading.
const MAX_ERRORS: usize = 20;

/// A directory that is no directory: headers that stand before those of the parser.
const HEADERS: &str = "<argand>";
/// The parser's own header gives `max_align_t` less than gcc does on 32-bit machines.
const STDDEF: &str = include_str!("../headers/stddef.h");

/// The caller's files as the preprocessor wants them.
#[derive(Debug)]
struct Adapter<'a>(&'a dyn Files);

impl FileSystem for Adapter<'_> {
    fn read(&self, path: &Path) -> std::io::Result<SourceBytes> {
        match self.0.read(path) {
            Ok(bytes) => Ok(SourceBytes::new(bytes)),
            // glibc's headers want this file for -m32 even where only the 64-bit headers are installed.
            Err(_) if path.ends_with("gnu/stubs-32.h") => Ok(SourceBytes::new(Vec::new())),
            Err(_) if path == Path::new(HEADERS).join("stddef.h") => Ok(SourceBytes::new(STDDEF)),
            Err(error) => Err(error),
        }
    }

    fn identity(&self, path: &Path) -> PathBuf {
        self.0.identity(path)
    }
}

/// The dialect with the name that `-std=` gives it, and whether GNU's extensions belong to it.
fn dialect(name: &str) -> Option<(Std, bool)> {
    Std::from_flag(name)
}

/// Whether this is the name of a dialect of C.
pub(crate) fn is_dialect(name: &str) -> bool {
    dialect(name).is_some()
}

fn session_options(options: &Options, compilation: &Compilation) -> Option<rucc_session::Options> {
    let triple = match options.data_model {
        DataModel::Ilp32 => "i686-unknown-linux-gnu",
        DataModel::Lp64 => "x86_64-unknown-linux-gnu",
    };
    let mut out = rucc_session::Options::new(triple.parse().ok()?);
    let (std, gnu) = match &compilation.dialect {
        Some(name) => dialect(name)?,
        None => (DIALECT, true),
    };
    (out.gnu_extensions, out.permissive, out.std) = (gnu, true, std);
    for (kind, dir) in &compilation.folders {
        match kind {
            Folder::Quote => out.search.push_quote(dir),
            Folder::Plain => out.search.push_bracket(dir),
            Folder::System => out.search.push_system(dir),
            Folder::After => {}
        }
    }
    if !compilation.no_system_headers {
        out.search.push_system(HEADERS);
        out.search.push_system(rucc_session::runtime::DIR);
        for dir in &options.system_dirs {
            match (&compilation.sysroot, dir.strip_prefix("/")) {
                (Some(root), Ok(below)) => out.search.push_system(root.join(below)),
                _ => out.search.push_system(dir),
            }
        }
    }
    for (_, dir) in compilation.folders.iter().filter(|(kind, _)| *kind == Folder::After) {
        out.search.push_after(dir);
    }
    out.search.remove_duplicates();
    out.defines.clone_from(&compilation.defines);
    out.undefines.clone_from(&compilation.undefines);
    out.preincludes = compilation
        .included_first
        .iter()
        .map(|file| Preinclude { name: file.name.clone(), macros_only: file.macros_only })
        .collect();
    let types = compilation.types;
    out.char_signed = types.unsigned_char.then_some(false);
    (out.short_enums, out.short_wchar) = (types.short_enums, types.short_wchar);
    out.ms_extensions = types.ms_extensions.then_some(true);
    out.hosted = !compilation.freestanding;
    out.gnu89_inline = compilation.gnu89_inline || std == Std::C89;
    Some(out)
}

/// Preprocesses, parses and checks one source; what is passed over comes with it.
///
/// # Errors
/// What is wrong with it; the texts that the messages point at are added to `sources`.
pub(crate) fn checked(
    source: &Source,
    options: &Options,
    files: &dyn Files,
    sources: &mut SourceMap,
    times: &mut PhaseTimes,
) -> Result<(Session, Checked, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut parser = Parser::new(options, &source.compilation, sources)?;
    let (_, mut ast) = parser.tree(source, files, times)?;
    let clock = Instant::now();
    let checked = parser.check(&mut ast)?;
    times.check += clock.elapsed();
    Ok((parser.session, checked, parser.notes))
}

/// Preprocesses and parses one source: its tree without types, and which file of the session it is.
///
/// # Errors
/// What is wrong with it; the texts that the messages point at are added to `sources`.
pub(crate) fn tree(
    source: &Source,
    options: &Options,
    files: &dyn Files,
    sources: &mut SourceMap,
) -> Result<(Session, FileId, Ast), Vec<Diagnostic>> {
    let mut parser = Parser::new(options, &source.compilation, sources)?;
    let (file, ast) = parser.tree(source, files, &mut PhaseTimes::default())?;
    Ok((parser.session, file, ast))
}

fn failed(message: impl Into<String>) -> Vec<Diagnostic> {
    vec![Diagnostic::error(message, Span::NONE)]
}

/// One source on its way through the phases.
struct Parser<'a> {
    options: rucc_session::Options,
    session: Session,
    /// The texts that messages point at.
    sources: &'a mut SourceMap,
    /// What is passed over.
    notes: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    fn new(
        options: &Options,
        compilation: &Compilation,
        sources: &'a mut SourceMap,
    ) -> Result<Self, Vec<Diagnostic>> {
        let Some(options) = session_options(options, compilation) else {
            return Err(failed("this data model or dialect is not supported"));
        };
        Ok(Self { session: Session::new(options.clone()), options, sources, notes: Vec::new() })
    }

    /// The first phases, up to the tree without types.
    fn tree(
        &mut self,
        source: &Source,
        files: &dyn Files,
        times: &mut PhaseTimes,
    ) -> Result<(FileId, Ast), Vec<Diagnostic>> {
        let clock = Instant::now();
        let keywords =
            Keywords::new(&mut self.session.interner, self.options.std, self.options.gnu_extensions)
                .x86(true);
        let file = self.open(source)?;
        let expanded = self.expand(file, source.preprocessed, files)?;
        times.preprocess += clock.elapsed();
        let clock = Instant::now();
        let expanded = mended(&expanded, &mut self.session.interner);
        let expanded = self.without_vendor_words(expanded);
        let tokens = self.convert(&expanded, &keywords)?;
        drop(expanded);
        let ast = self.parse(&tokens)?;
        times.parse += clock.elapsed();
        Ok((file, ast))
    }

    fn open(&mut self, source: &Source) -> Result<FileId, Vec<Diagnostic>> {
        let bytes = SourceBytes::new(Arc::clone(&source.bytes));
        let file = self.session.sources.add_shared(source.name.clone(), bytes, None);
        file.map_err(|_| failed(format!("'{}' is larger than 4 GB", source.name)))
    }

    /// Fails where a phase found an error.
    fn stop_at_errors(&mut self, found: &[rucc_diag::Diagnostic]) -> Result<(), Vec<Diagnostic>> {
        let found = diagnose::errors(found, &self.session.sources, self.sources);
        if found.is_empty() { Ok(()) } else { Err(found) }
    }

    /// The tokens of the preprocessor.
    fn expand(
        &mut self,
        file: FileId,
        preprocessed: bool,
        files: &dyn Files,
    ) -> Result<Vec<PpToken>, Vec<Diagnostic>> {
        let (opts, session) = (&self.options, &mut self.session);
        let adapter = Adapter(files);
        let mut pp = rucc_pp::Preprocessor::with_prefix_map(opts.prefix_map.macros.clone());
        let mut cx =
            rucc_pp::Context::new(&mut session.interner, &mut session.sources, &adapter, &opts.search);
        cx.lex = rucc_lex::Options::for_dialect(opts.std, opts.gnu_extensions, opts.trigraphs);
        if !preprocessed
            && pp.predefine(&session.target, &rucc_pp::Predef::for_options(opts), &mut cx).is_err()
        {
            return Err(failed("the predefined macros do not fit in memory"));
        }
        let mut first = Vec::new();
        if !preprocessed && pp.preinclude(&opts.preincludes, &mut first, &mut cx).is_err() {
            return Err(failed("the headers of the command line do not fit in memory"));
        }
        let plain = if first.is_empty() && opts.preincludes.is_empty() {
            tokens::without_preprocessor(file, cx.lex, pp.macros(), cx.interner, cx.sources)
        } else {
            None
        };
        let (tokens, found) = plain.unwrap_or_else(|| {
            let own = pp.run(file, &mut cx);
            let tokens = first.into_iter().chain(own).map(rucc_pp::Tok::to_pp).collect();
            (tokens, pp.take_diagnostics())
        });
        self.stop_at_errors(&found)?;
        Ok(tokens)
    }

    /// The tokens without what only compilers for other machines understand.
    fn without_vendor_words(&mut self, tokens: Vec<PpToken>) -> Vec<PpToken> {
        let (tokens, words) = without_vendor_words(tokens, &self.session.interner);
        for (word, span) in words {
            let message = format!("'{}' is ignored", self.session.interner.resolve(word));
            let span = diagnose::span_of(&self.session.sources, span, self.sources);
            self.notes.push(Diagnostic::warning(message, span));
        }
        tokens
    }

    /// The tokens of C.
    fn convert(&mut self, expanded: &[PpToken], keywords: &Keywords) -> Result<Tokens, Vec<Diagnostic>> {
        let cx = Convert {
            keywords,
            interner: &self.session.interner,
            target: &self.session.target,
            std: self.options.std,
            gnu: self.options.gnu_extensions,
            pedantic: false,
        };
        let (tokens, found) = convert(expanded, &cx);
        self.stop_at_errors(&found)?;
        Ok(tokens)
    }

    /// The tree without types.
    fn parse(&mut self, tokens: &Tokens) -> Result<Ast, Vec<Diagnostic>> {
        let session = &self.session;
        let type_names: Vec<_> =
            session.target.type_names().iter().filter_map(|&(n, _)| session.interner.find(n)).collect();
        let mut parsed = rucc_parse::parse(
            tokens,
            rucc_parse::Context {
                interner: &session.interner,
                std: self.options.std,
                gnu: self.options.gnu_extensions,
                pedantic: false,
                error_limit: MAX_ERRORS,
                type_names: &type_names,
            },
        );
        parsed.diagnostics.extend(refuse::packed_bit_fields(&mut parsed.ast, &session.interner));
        parsed.diagnostics.extend(refuse::alignments_of_names(&parsed.ast, &session.interner));
        parsed.diagnostics.extend(overrides::replaced_in_part(&mut parsed.ast));
        self.stop_at_errors(&parsed.diagnostics)?;
        Ok(parsed.ast)
    }

    /// The tree with types.
    fn check(&mut self, ast: &mut Ast) -> Result<Checked, Vec<Diagnostic>> {
        let (opts, session) = (&self.options, &self.session);
        let mut checker = rucc_sema::Checker::new(
            ast,
            rucc_sema::Context {
                names: &session.interner,
                target: &session.target,
                std: opts.std,
                gnu: opts.gnu_extensions,
                pedantic: false,
                permissive: true,
                gnu89_inline: opts.gnu89_inline,
                strict_flex_arrays: opts.strict_flex_arrays,
                optimizing: false,
                error_limit: MAX_ERRORS,
                builtins: true,
                no_builtin: &opts.no_builtin,
                short_enums: opts.short_enums,
                ms_extensions: session.ms_extensions(),
                trapping_math: opts.trapping_math,
                isa: opts.isa,
                x87: opts.x87,
                gnuc: opts.gnuc.major,
                landing_pads: opts.control.branch(),
            },
        );
        checker.check_unit();
        let mut checked = checker.finish();
        checked.diagnostics.extend(refuse::variable_members(ast, &checked.types, &session.interner));
        self.stop_at_errors(&checked.diagnostics)?;
        Ok(checked)
    }
}
