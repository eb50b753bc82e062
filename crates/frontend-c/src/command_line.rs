//! Reads a [`Compilation`] off the command line of a compiler.
//!
//! Options fall into three: those that change what a program means are honoured; those that only change how it is translated,
//! or what the compiler says of it, are passed over; those that would change its meaning in a way that
//! is not supported are refused, and so is every option that is not known, by its name.

mod ignored;

use crate::compilation::{Compilation, Folder, IncludedFirst};
use crate::parse;
use argand_cfa::DataModel;
use std::path::Path;

/// Why a command line or a compilation database cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// The text is not JSON, or not a list of commands.
    #[error("the compilation database is not usable: {0}")]
    Malformed(String),
    /// There is no command at all.
    #[error("the compilation database has no command for '{0}', nor for a file near it")]
    NoEntry(String),
    /// An option needs a value and has none.
    #[error("the option '{0}' needs a value")]
    MissingValue(String),
    /// The value of an option is not one that it can have.
    #[error("'{1}' is not a value of the option '{0}'")]
    BadValue(String, String),
    /// The option is not known.
    #[error("unknown compiler option '{0}'; if it does not change what the program means, leave it out")]
    Unknown(String),
    /// The option changes what programs mean, and nobody does here what it asks for.
    #[error("the compiler option '{0}' is not supported: {1}")]
    Unsupported(String, &'static str),
    /// A word that is no option.
    #[error("'{0}' is not an option of a compiler; files stand before `--`")]
    NoOption(String),
}

/// Options that change what a program means, and that nobody honours here; a name that ends with `=` has a value.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("-fexec-charset=", "strings keep the bytes of the source"),
    ("-finput-charset=", "sources are read as UTF-8"),
    ("-finstrument-functions", "functions call nothing but what they call in the source"),
    ("-fleading-underscore", "names are linked as they are written"),
    ("-fopenacc", "there is one thread"),
    ("-fopenmp", "there is one thread"),
    ("-fpack-struct", "records are laid out as on Linux"),
    ("-fpack-struct=", "records are laid out as on Linux"),
    ("-fplan9-extensions", "it is not C"),
    ("-fsingle-precision-constant", "constants have the types that C gives them"),
    ("-fsso-struct=", "numbers have the byte order of the machine"),
    ("-ftrapv", "signed arithmetic wraps; `--check overflow` looks for it"),
    ("-fwide-exec-charset=", "strings keep the bytes of the source"),
    ("-iprefix", "give the directory with -I"),
    ("-iwithprefix", "give the directory with -I"),
    ("-iwithprefixbefore", "give the directory with -I"),
    ("-include-pch", "give the header with -include"),
    ("-m16", "the machine is x86 with 32 or 64 bits"),
    ("-m96bit-long-double", "types are those of Linux"),
    ("-m128bit-long-double", "types are those of Linux"),
    ("-malign-double", "records are laid out as on Linux"),
    ("-mfpmath=387", "floats are computed in their own types"),
    ("-mfpmath=both", "floats are computed in their own types"),
    ("-mlong-double-128", "types are those of Linux"),
    ("-mlong-double-64", "types are those of Linux"),
    ("-mms-bitfields", "records are laid out as on Linux"),
    ("-mx32", "the machine is x86 with 32 or 64 bits"),
    ("-undef", "headers need the macros of the compiler"),
];

/// Options that let a compiler compute with floats in other ways than IEEE 754 has it.
const LOOSE_FLOATS: &[&str] = &[
    "-Ofast",
    "-ffast-math",
    "-funsafe-math-optimizations",
    "-ffinite-math-only",
    "-fno-signed-zeros",
    "-fassociative-math",
    "-freciprocal-math",
    "-fcx-limited-range",
    "-ffp-contract=fast",
];

/// The words of a command line, one after the other.
struct Words<'a> {
    rest: std::slice::Iter<'a, String>,
}

impl Words<'_> {
    /// The value of an option, which stands behind its name or is the next word.
    fn value(&mut self, word: &str, option: &str) -> Result<String, CommandError> {
        match word.strip_prefix(option).map(|rest| rest.strip_prefix('=').unwrap_or(rest)) {
            Some("") | None => {
                self.rest.next().cloned().ok_or_else(|| CommandError::MissingValue(option.to_owned()))
            }
            Some(attached) => Ok(attached.to_owned()),
        }
    }
}

impl Compilation {
    /// Takes in the options of a command line, whose relative directories are taken from `directory`.
    ///
    /// # Errors
    /// The first word that is no option or one that is not known or not supported, and the first option without its value.
    pub fn apply(&mut self, arguments: &[String], directory: &Path) -> Result<(), CommandError> {
        let mut words = Words { rest: arguments.iter() };
        while let Some(word) = words.rest.next() {
            if !word.starts_with('-') {
                return Err(CommandError::NoOption(word.clone()));
            }
            let known = self.apply_headers(word, &mut words, directory)?
                || self.apply_macros(word, &mut words)?
                || self.apply_meaning(word, &mut words)?
                || ignore(word, &mut words)?;
            if !known {
                return Err(match unsupported(word) {
                    Some(why) => CommandError::Unsupported(word.clone(), why),
                    None => CommandError::Unknown(word.clone()),
                });
            }
        }
        Ok(())
    }

    /// Options that say where headers are; whether this is one.
    fn apply_headers(
        &mut self,
        word: &str,
        words: &mut Words<'_>,
        directory: &Path,
    ) -> Result<bool, CommandError> {
        const FOLDERS: [(&str, Folder); 4] = [
            ("-iquote", Folder::Quote),
            ("-isystem", Folder::System),
            ("-idirafter", Folder::After),
            ("-I", Folder::Plain),
        ];
        if let Some((option, kind)) = FOLDERS.into_iter().find(|(option, _)| word.starts_with(option)) {
            self.folders.push((kind, directory.join(words.value(word, option)?)));
            return Ok(true);
        }
        if word == "-include" || word == "-imacros" {
            let name = words.value("", word)?;
            // A name is searched for as a quoted include is, and only from the directory of the command.
            let beside = directory.join(&name);
            let name = if directory == Path::new("") { name } else { beside.to_string_lossy().into_owned() };
            self.included_first.push(IncludedFirst { name, macros_only: word == "-imacros" });
            return Ok(true);
        }
        for option in ["--sysroot", "-isysroot"] {
            if word.starts_with(option) {
                self.sysroot = Some(directory.join(words.value(word, option)?));
                return Ok(true);
            }
        }
        self.no_system_headers |= word == "-nostdinc";
        Ok(word == "-nostdinc")
    }

    /// Options about macros; whether this is one.
    fn apply_macros(&mut self, word: &str, words: &mut Words<'_>) -> Result<bool, CommandError> {
        if let Some(list) = word.strip_prefix("-Wp,") {
            // The only ones among the preprocessor's own that change anything are those about macros.
            for part in list.split(',').filter(|part| part.len() > 2) {
                match part.split_at_checked(2) {
                    Some(("-D", define)) => self.define(define.to_owned()),
                    Some(("-U", name)) => self.undefine(name.to_owned()),
                    _ => {}
                }
            }
        } else if word.starts_with("-D") {
            let define = words.value(word, "-D")?;
            self.define(define);
        } else if word.starts_with("-U") {
            let name = words.value(word, "-U")?;
            self.undefine(name);
        } else if word == "-pthread" {
            self.define("_REENTRANT".to_owned());
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn define(&mut self, define: String) {
        let name = define.split('=').next().unwrap_or(&define).to_owned();
        self.undefines.retain(|undefined| *undefined != name);
        self.defines.push(define);
    }

    fn undefine(&mut self, name: String) {
        self.defines.retain(|define| define.split('=').next() != Some(&name));
        self.undefines.push(name);
    }

    /// Options that change what the text means; whether this is one.
    fn apply_meaning(&mut self, word: &str, words: &mut Words<'_>) -> Result<bool, CommandError> {
        if LOOSE_FLOATS.contains(&word) {
            self.loose_floats = Some(word.to_owned());
            return Ok(true);
        }
        match word {
            "-m32" => self.data_model = Some(DataModel::Ilp32),
            "-m64" => self.data_model = Some(DataModel::Lp64),
            "-ansi" => self.dialect = Some("c89".to_owned()),
            "-trigraphs" => {}
            "-funsigned-char" | "-fno-signed-char" => self.types.unsigned_char = true,
            "-fsigned-char" | "-fno-unsigned-char" => self.types.unsigned_char = false,
            "-fshort-enums" => self.types.short_enums = true,
            "-fno-short-enums" => self.types.short_enums = false,
            "-fshort-wchar" => self.types.short_wchar = true,
            "-fno-short-wchar" => self.types.short_wchar = false,
            "-fms-extensions" => self.types.ms_extensions = true,
            "-fno-ms-extensions" => self.types.ms_extensions = false,
            "-ffreestanding" | "-fno-hosted" => self.freestanding = true,
            "-fhosted" | "-fno-freestanding" => self.freestanding = false,
            "-fcommon" => self.common = true,
            "-fno-common" => self.common = false,
            "-fgnu89-inline" => self.gnu89_inline = true,
            "-fno-gnu89-inline" => self.gnu89_inline = false,
            "-fno-fast-math" | "-fno-unsafe-math-optimizations" => self.loose_floats = None,
            "-fno-finite-math-only" | "-fsigned-zeros" | "-fno-associative-math" | "-fno-reciprocal-math" => {
            }
            "-x" => {
                let language = words.value(word, "-x")?;
                if language != "c" && language != "none" {
                    return Err(CommandError::BadValue(word.to_owned(), language));
                }
            }
            "-xc" => {}
            _ => {
                let Some(name) = word.strip_prefix("-std=").or_else(|| word.strip_prefix("--std=")) else {
                    return Ok(false);
                };
                if !parse::is_dialect(name) {
                    return Err(CommandError::BadValue("-std".to_owned(), name.to_owned()));
                }
                self.dialect = Some(name.to_owned());
            }
        }
        Ok(true)
    }
}

/// Whether an option is one that is not supported; why.
fn unsupported(word: &str) -> Option<&'static str> {
    let is = |name: &str| word == name || (name.ends_with('=') && word.starts_with(name));
    UNSUPPORTED.iter().find(|(name, _)| is(name)).map(|(_, why)| *why)
}

/// Whether an option changes nothing; its value is passed over, too.
fn ignore(word: &str, words: &mut Words<'_>) -> Result<bool, CommandError> {
    if unsupported(word).is_some() {
        return Ok(false);
    }
    let mut with_value = ignored::WITH_VALUE.split_whitespace();
    if with_value.clone().any(|option| option == word) {
        words.value("", word)?;
        return Ok(true);
    }
    if ignored::ALONE.split_whitespace().any(|option| option == word)
        || ignored::FAMILIES.split_whitespace().any(|family| word.starts_with(family))
        || with_value.any(|option| option.len() == 2 && word.starts_with(option))
    {
        return Ok(true);
    }
    let of = |prefix: &str, known: &str| {
        word.strip_prefix(prefix).is_some_and(|rest| {
            let rest = rest.strip_prefix("no-").unwrap_or(rest);
            known.split_whitespace().any(|name| rest.starts_with(name))
        })
    };
    Ok(of("-f", ignored::LANGUAGE) || of("-m", ignored::MACHINE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Compilation, CommandError> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let mut compilation = Compilation::default();
        compilation.apply(&words, Path::new("")).map(|()| compilation)
    }

    #[test]
    fn what_a_build_says_beside_the_meaning_is_passed_over() {
        let line = "-O2 -Wall -Wextra -Wno-unused -g3 -pipe -fPIC -fno-strict-aliasing -fstack-protector-strong -march=native \
                    -mno-sse4.2 -c -o out.o -MD -MF out.d -MT out.o -Wl,-z,relro -L lib -lm -l pthread -pedantic \
                    -fvisibility=hidden -ffunction-sections --param max-inline=3 -Xlinker x -fsanitize=address -fwrapv -Os";
        assert_eq!(read(line), Ok(Compilation::default()));
    }

    #[test]
    fn what_changes_the_meaning_is_kept_and_written_back() {
        let line = "-m32 -std=gnu99 -Iinc -isystem sys -iquote q -idirafter last -nostdinc --sysroot=/root -DA=1 -UB \
                    -include first.h -imacros m.h -funsigned-char -fshort-enums -fshort-wchar -fms-extensions -ffreestanding \
                    -fcommon -fgnu89-inline -ffast-math";
        let read_once = read(line).expect("known options");
        assert_eq!(read_once.data_model, Some(DataModel::Ilp32));
        assert_eq!(read_once.folders.len(), 4);
        let again = read(&read_once.arguments().join(" "));
        assert_eq!(again, Ok(read_once));
    }

    #[test]
    fn later_options_take_earlier_ones_back() {
        let read = read("-DA=1 -UA -UB -DB -funsigned-char -fsigned-char -ffast-math -fno-fast-math")
            .expect("known");
        assert_eq!((read.defines, read.undefines), (vec!["B".to_owned()], vec!["A".to_owned()]));
        assert_eq!((read.types.unsigned_char, read.loose_floats), (false, None));
    }

    #[test]
    fn macros_for_the_preprocessor_alone_count() {
        let read = read("-Wp,-MD,x.d,-DA=2,-UB").expect("known");
        assert_eq!((read.defines, read.undefines), (vec!["A=2".to_owned()], vec!["B".to_owned()]));
    }

    #[test]
    fn what_is_not_known_or_not_supported_is_named() {
        assert_eq!(read("-frobnicate"), Err(CommandError::Unknown("-frobnicate".to_owned())));
        assert_eq!(read("--no-such"), Err(CommandError::Unknown("--no-such".to_owned())));
        assert!(
            matches!(read("-fpack-struct=2"), Err(CommandError::Unsupported(option, _)) if option == "-fpack-struct=2")
        );
        assert!(matches!(read("-fopenmp"), Err(CommandError::Unsupported(..))));
        assert_eq!(read("-std=c++17"), Err(CommandError::BadValue("-std".to_owned(), "c++17".to_owned())));
        assert_eq!(read("-x c++"), Err(CommandError::BadValue("-x".to_owned(), "c++".to_owned())));
        assert_eq!(read("-include"), Err(CommandError::MissingValue("-include".to_owned())));
        assert_eq!(read("-I"), Err(CommandError::MissingValue("-I".to_owned())));
        assert_eq!(read("main.c"), Err(CommandError::NoOption("main.c".to_owned())));
    }
}
