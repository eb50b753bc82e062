//! One translation unit: preprocessed, parsed and checked by the rucc crates.

use crate::files::Files;
use crate::load::PhaseTimes;
use crate::{Compilation, Options, Preprocessing, parse};
use argand_support::{Diagnostic, SourceMap, Span};
use rucc_sema::{DeclFlags, DeclId, Definition, Tast};
use rucc_session::Session;
use rucc_types::Types;
use std::path::Path;
use std::sync::Arc;

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
    /// Whether allocation may fail; the program as a whole decides it.
    pub malloc_may_fail: bool,
    /// Whether variables without a value are definitions only where nobody else defines them (`-fcommon`).
    pub common: bool,
    /// What of the source is passed over.
    pub notes: Vec<Diagnostic>,
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
    /// How it is compiled.
    pub compilation: Compilation,
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
        let (session, checked, notes) = parse::checked(source, options, files, sources, times)?;
        let weak = weak_by_pragma(&source.bytes)?;
        let unit = Self {
            malloc_may_fail: false,
            session,
            tast: checked.tast,
            types: checked.types,
            library: source.library,
            common: source.compilation.common,
            weak,
            notes,
        };
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
    vec![Diagnostic::unsupported(message, Span::NONE)]
}

/// Reads one input file, with the external preprocessor where the options ask for it.
pub(crate) fn read_source(path: &Path, options: &Options, files: &dyn Files) -> Result<Source, Diagnostic> {
    let name = path.display().to_string();
    let compilation = options.compilation_of(path).clone();
    let preprocessed = path.extension().is_some_and(|e| e == "i");
    let failed = |action: &str, error: std::io::Error| {
        Diagnostic::error(format!("cannot {action} '{name}': {error}"), Span::NONE)
    };
    let mut bytes = match &options.preprocessing {
        Preprocessing::External(compiler) if !preprocessed => {
            let exact = Compilation { data_model: Some(options.data_model), ..compilation.clone() };
            let mut arguments = vec!["-E".to_owned()];
            arguments.extend(exact.arguments());
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
    Ok(Source { name, bytes: bytes.into(), preprocessed, library: false, compilation })
}
