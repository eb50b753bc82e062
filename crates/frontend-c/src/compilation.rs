//! How a file is compiled: the options of gcc and clang that change what its text means.
//!
//! A command line of a real build says much that is no business of a verifier (optimisation, warnings, debug
//! information, code generation, linking) and a little that is: where headers are, which macros there are, which dialect it is,
//! how wide or signed types are. [`Compilation`] is the little; `command_line.rs` reads it off a command line.

use argand_cfa::DataModel;
use std::path::PathBuf;

/// How a file is compiled, as far as that changes what it means. The default is gcc without options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Compilation {
    /// The sizes of the basic types, where `-m32` or `-m64` says it.
    pub data_model: Option<DataModel>,
    /// The dialect, as `-std=` names it; GNU C17 without.
    pub dialect: Option<String>,
    /// Directories of headers, in the order of the command line.
    pub folders: Vec<(Folder, PathBuf)>,
    /// Whether the system's own headers are left out (`-nostdinc`).
    pub no_system_headers: bool,
    /// Where the system's own headers lie instead of `/` (`--sysroot`).
    pub sysroot: Option<PathBuf>,
    /// Macros as `-D` gives them: `NAME` or `NAME=value`.
    pub defines: Vec<String>,
    /// Macros that `-U` removes.
    pub undefines: Vec<String>,
    /// Headers that are read before the file.
    pub included_first: Vec<IncludedFirst>,
    /// What the types of C are, where the command line says it.
    pub types: Types,
    /// Whether the program runs without an operating system (`-ffreestanding`).
    pub freestanding: bool,
    /// Whether two files may both define a variable without a value (`-fcommon`).
    pub common: bool,
    /// Whether `inline` means what it meant before C99 (`-fgnu89-inline`).
    pub gnu89_inline: bool,
    /// The option that lets a compiler compute with floats as it likes (`-ffast-math`), if there is one.
    pub loose_floats: Option<String>,
}

/// What a command line says of C's types.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Types {
    /// Whether `char` is unsigned (`-funsigned-char`).
    pub unsigned_char: bool,
    /// Whether enumerations take the smallest type that holds them (`-fshort-enums`).
    pub short_enums: bool,
    /// Whether `wchar_t` has 16 bits (`-fshort-wchar`).
    pub short_wchar: bool,
    /// Whether a record with a tag can be an anonymous member (`-fms-extensions`).
    pub ms_extensions: bool,
}

/// When a directory is searched for a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folder {
    /// For `#include "…"` only (`-iquote`).
    Quote,
    /// Before those of the system (`-I`).
    Plain,
    /// As one of the system's (`-isystem`).
    System,
    /// After those of the system (`-idirafter`).
    After,
}

/// A header that is read before the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncludedFirst {
    /// Its name.
    pub name: String,
    /// Whether only its macros count (`-imacros`).
    pub macros_only: bool,
}

impl Compilation {
    /// The options with which a compiler compiles a file like this.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let mut out = Vec::new();
        let flag = |out: &mut Vec<String>, is: bool, option: &str| out.extend(is.then(|| option.to_owned()));
        match self.data_model {
            Some(DataModel::Ilp32) => out.push("-m32".to_owned()),
            Some(DataModel::Lp64) => out.push("-m64".to_owned()),
            None => {}
        }
        out.extend(self.dialect.iter().map(|dialect| format!("-std={dialect}")));
        for (kind, path) in &self.folders {
            let option = match kind {
                Folder::Quote => "-iquote",
                Folder::Plain => "-I",
                Folder::System => "-isystem",
                Folder::After => "-idirafter",
            };
            out.extend([option.to_owned(), path.to_string_lossy().into_owned()]);
        }
        flag(&mut out, self.no_system_headers, "-nostdinc");
        out.extend(self.sysroot.iter().map(|root| format!("--sysroot={}", root.display())));
        out.extend(self.defines.iter().map(|define| format!("-D{define}")));
        out.extend(self.undefines.iter().map(|name| format!("-U{name}")));
        for file in &self.included_first {
            let option = if file.macros_only { "-imacros" } else { "-include" };
            out.extend([option.to_owned(), file.name.clone()]);
        }
        flag(&mut out, self.types.unsigned_char, "-funsigned-char");
        flag(&mut out, self.types.short_enums, "-fshort-enums");
        flag(&mut out, self.types.short_wchar, "-fshort-wchar");
        flag(&mut out, self.types.ms_extensions, "-fms-extensions");
        flag(&mut out, self.freestanding, "-ffreestanding");
        flag(&mut out, self.common, "-fcommon");
        flag(&mut out, self.gnu89_inline, "-fgnu89-inline");
        out.extend(self.loose_floats.clone());
        out
    }
}
