//! One translation unit: preprocessed, parsed and checked by the rucc crates.
//!
//! This module drives the parser; the modules that lower its tree are the only others that name its types.

use crate::diagnose;
use crate::files::Files;
use crate::load::PhaseTimes;
use crate::{Options, Preprocessing, overrides, refuse, tokens};
use argand_cfa::DataModel;
use argand_support::{Diagnostic, SourceMap};
use rucc_diag::SourceBytes;
use rucc_lex::{Convert, Keywords, convert};
use rucc_sema::{DeclFlags, DeclId, Definition, Tast};
use rucc_session::{FileSystem, Session, Std};
use rucc_types::Types;
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

/// One parsed and checked translation unit.
pub(crate) struct Unit {
    /// Names, source files and the target.
    pub session: Session,
    /// The typed tree.
    pub tast: Tast,
    /// The types the tree points into.
    pub types: Types,
    /// Whether this is a model of library functions and not the user's code.
    pub library: bool,
    /// The names that a pragma makes weak, with the name they are an alias of, if any.
    weak: Vec<(String, Option<String>)>,
}

/// The source of one unit.
pub(crate) struct Source {
    /// Its name, as the user gave it.
    pub name: String,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
    /// Whether macros and directives were already replaced.
    pub preprocessed: bool,
    /// Whether it is a model of library functions.
    pub library: bool,
}

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

fn session_options(options: &Options) -> Option<rucc_session::Options> {
    let triple = match options.data_model {
        DataModel::Ilp32 => "i686-unknown-linux-gnu",
        DataModel::Lp64 => "x86_64-unknown-linux-gnu",
    };
    let mut out = rucc_session::Options::new(triple.parse().ok()?);
    (out.gnu_extensions, out.permissive, out.std) = (true, true, DIALECT);
    for dir in &options.include_dirs {
        out.search.push_bracket(dir);
    }
    out.search.push_system(HEADERS);
    out.search.push_system(rucc_session::runtime::DIR);
    for dir in &options.system_dirs {
        out.search.push_system(dir);
    }
    out.search.remove_duplicates();
    out.defines.clone_from(&options.defines);
    out.undefines.clone_from(&options.undefines);
    Some(out)
}

impl Unit {
    /// Parses and checks one source.
    ///
    /// # Errors
    /// What is wrong with it; the texts that the messages point at are added to `sources`.
    pub fn parse(
        source: &Source,
        options: &Options,
        files: &dyn Files,
        sources: &mut SourceMap,
        times: &mut PhaseTimes,
    ) -> Result<Self, Vec<Diagnostic>> {
        let Some(opts) = session_options(options) else {
            return Err(vec![Diagnostic::error(
                "this data model is not supported",
                argand_support::Span::NONE,
            )]);
        };
        let mut session = Session::new(opts.clone());
        let clock = Instant::now();
        let keywords = Keywords::new(&mut session.interner, opts.std, true).x86(true);
        let name = &source.name;
        let bytes = SourceBytes::new(Arc::clone(&source.bytes));
        let Ok(file) = session.sources.add_shared(name.clone(), bytes, None) else {
            return Err(vec![Diagnostic::error(
                format!("'{name}' is larger than 4 GB"),
                argand_support::Span::NONE,
            )]);
        };
        let expanded = {
            let adapter = Adapter(files);
            let mut pp = rucc_pp::Preprocessor::with_prefix_map(opts.prefix_map.macros.clone());
            let mut cx =
                rucc_pp::Context::new(&mut session.interner, &mut session.sources, &adapter, &opts.search);
            cx.lex = rucc_lex::Options::for_dialect(opts.std, true, opts.trigraphs);
            if !source.preprocessed
                && pp.predefine(&session.target, &rucc_pp::Predef::for_options(&opts), &mut cx).is_err()
            {
                return Err(vec![Diagnostic::error(
                    "the predefined macros do not fit in memory",
                    argand_support::Span::NONE,
                )]);
            }
            let plain = tokens::without_preprocessor(file, cx.lex, pp.macros(), cx.interner, cx.sources);
            let (tokens, found) = plain.unwrap_or_else(|| {
                let tokens = pp.run(file, &mut cx).into_iter().map(rucc_pp::Tok::to_pp).collect();
                (tokens, pp.take_diagnostics())
            });
            let found = diagnose::errors(&found, &session.sources, sources);
            if !found.is_empty() {
                return Err(found);
            }
            tokens
        };
        times.preprocess += clock.elapsed();
        let clock = Instant::now();
        let tokens = {
            let cx = Convert {
                keywords: &keywords,
                interner: &session.interner,
                target: &session.target,
                std: opts.std,
                gnu: true,
                pedantic: false,
            };
            let (tokens, found) = convert(&expanded, &cx);
            let found = diagnose::errors(&found, &session.sources, sources);
            if !found.is_empty() {
                return Err(found);
            }
            tokens
        };
        drop(expanded);
        let type_names: Vec<_> =
            session.target.type_names().iter().filter_map(|&(n, _)| session.interner.find(n)).collect();
        let mut parsed = rucc_parse::parse(
            &tokens,
            rucc_parse::Context {
                interner: &session.interner,
                std: opts.std,
                gnu: true,
                pedantic: false,
                error_limit: MAX_ERRORS,
                type_names: &type_names,
            },
        );
        drop(tokens);
        parsed.diagnostics.extend(refuse::packed_bit_fields(&mut parsed.ast, &session.interner));
        parsed.diagnostics.extend(overrides::replaced_in_part(&mut parsed.ast));
        let found = diagnose::errors(&parsed.diagnostics, &session.sources, sources);
        if !found.is_empty() {
            return Err(found);
        }
        times.parse += clock.elapsed();
        let clock = Instant::now();
        let mut checker = rucc_sema::Checker::new(
            &parsed.ast,
            rucc_sema::Context {
                names: &session.interner,
                target: &session.target,
                std: opts.std,
                gnu: true,
                pedantic: false,
                permissive: true,
                gnu89_inline: opts.gnu89_inline,
                strict_flex_arrays: opts.strict_flex_arrays,
                optimizing: false,
                error_limit: MAX_ERRORS,
                builtins: true,
                no_builtin: &opts.no_builtin,
                short_enums: false,
                ms_extensions: session.ms_extensions(),
                trapping_math: opts.trapping_math,
                isa: opts.isa,
                x87: opts.x87,
                gnuc: opts.gnuc.major,
                landing_pads: opts.control.branch(),
            },
        );
        checker.check_unit();
        let checked = checker.finish();
        let found = diagnose::errors(&checked.diagnostics, &session.sources, sources);
        if !found.is_empty() {
            return Err(found);
        }
        times.check += clock.elapsed();
        // Their length counts when the type is declared; the tree reads it again wherever a size is needed.
        if checked.types.records().any(|(_, info)| info.variable.is_some()) {
            let message = "members of variable length are not supported";
            return Err(vec![Diagnostic::error(message, argand_support::Span::NONE)]);
        }
        let weak = weak_by_pragma(&source.bytes)?;
        let unit = Self { session, tast: checked.tast, types: checked.types, library: source.library, weak };
        // An alias that the unit does not declare is one for other units all the same.
        let declared =
            |name: &str| unit.tast.top_level().iter().any(|&decl| unit.name_of(decl) == Some(name));
        if unit.weak.iter().any(|(name, target)| target.is_some() && !declared(name)) {
            return Err(refused_alias());
        }
        Ok(unit)
    }

    fn name_of(&self, decl: DeclId) -> Option<&str> {
        self.tast[decl].name.map(|name| self.session.interner.resolve(name))
    }

    /// The name that a declaration is an alias of, by an attribute or by a pragma.
    pub fn alias_of(&self, decl: DeclId) -> Option<String> {
        let node = &self.tast[decl];
        if let Some(target) = node.alias {
            return Some(self.tast[target].elements.iter().filter_map(|&c| char::from_u32(c)).collect());
        }
        let defined = node.body.is_some() || node.state != Definition::Declared;
        let named = self.weak.iter().find(|(name, _)| self.name_of(decl) == Some(name.as_str()))?;
        named.1.clone().filter(|_| !defined)
    }

    /// Whether a declaration is weak: another definition of its name goes before it, and it may have none.
    pub fn is_weak(&self, decl: DeclId) -> bool {
        let node = &self.tast[decl];
        let by_pragma =
            || self.name_of(decl).is_some_and(|name| self.weak.iter().any(|(weak, _)| weak == name));
        node.flags.contains(DeclFlags::WEAK) || (!self.weak.is_empty() && by_pragma())
    }
}

/// The names in lines `#pragma weak NAME` and `#pragma weak NAME = TARGET`, which the parser passes over. The lines are
/// read as they stand: an alias that a condition or a comment around it may take away is refused.
fn weak_by_pragma(bytes: &[u8]) -> Result<Vec<(String, Option<String>)>, Vec<Diagnostic>> {
    let mut names = Vec::new();
    let (mut conditions, mut comment) = (0_usize, false);
    for line in bytes.split(|&b| b == b'\n') {
        let text = String::from_utf8_lossy(line);
        let in_doubt = conditions > 0 || comment;
        let (begun, ended) = (text.rfind("/*"), text.rfind("*/"));
        if begun.is_some() || ended.is_some() {
            comment = begun > ended;
        }
        let Some(rest) = text.trim_ascii_start().strip_prefix('#').map(str::trim_ascii_start) else {
            continue;
        };
        if rest.starts_with("if") {
            conditions += 1;
        } else if rest.starts_with("endif") {
            conditions = conditions.saturating_sub(1);
        }
        let Some(rest) = rest.strip_prefix("pragma").map(str::trim_ascii_start) else { continue };
        let Some(rest) = rest.strip_prefix("weak") else { continue };
        let word = |text: &str| text.split_whitespace().next().map(str::to_owned);
        match rest.split_once('=') {
            None => names.extend(word(rest).map(|name| (name, None))),
            Some((name, target)) => match (word(name), word(target)) {
                (Some(name), Some(target)) if !in_doubt => names.push((name, Some(target))),
                _ => return Err(refused_alias()),
            },
        }
    }
    Ok(names)
}

fn refused_alias() -> Vec<Diagnostic> {
    let message =
        "this alias by '#pragma weak' is not supported; declare its name before, outside of conditions";
    vec![Diagnostic::error(message, argand_support::Span::NONE)]
}

/// Reads one input file, with the external preprocessor where the options ask for it.
pub(crate) fn read_source(path: &Path, options: &Options, files: &dyn Files) -> Result<Source, Diagnostic> {
    let name = path.display().to_string();
    let preprocessed = path.extension().is_some_and(|e| e == "i");
    let failed = |action: &str, error: std::io::Error| {
        Diagnostic::error(format!("cannot {action} '{name}': {error}"), argand_support::Span::NONE)
    };
    let mut bytes = match &options.preprocessing {
        Preprocessing::External(compiler) if !preprocessed => {
            let mut arguments = vec!["-E".to_owned()];
            arguments.push(
                match options.data_model {
                    DataModel::Ilp32 => "-m32",
                    DataModel::Lp64 => "-m64",
                }
                .to_owned(),
            );
            arguments.extend(options.include_dirs.iter().map(|d| format!("-I{}", d.display())));
            arguments.extend(options.defines.iter().map(|d| format!("-D{d}")));
            arguments.extend(options.undefines.iter().map(|u| format!("-U{u}")));
            arguments.push(name.clone());
            files.preprocess(compiler, &arguments).map_err(|e| failed("preprocess", e))?
        }
        _ => files.read(path).map_err(|e| failed("read", e))?,
    };
    // The lexer does not survive a literal that a backslash leaves open at the very end of the file.
    if !bytes.ends_with(b"\n") || bytes.ends_with(b"\\\n") || bytes.ends_with(b"\\\r\n") {
        bytes.extend(b"\n\n");
    }
    let preprocessed = preprocessed || options.preprocessing != Preprocessing::InProcess;
    Ok(Source { name, bytes: bytes.into(), preprocessed, library: false })
}
