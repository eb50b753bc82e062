//! Options from a compiler's command line and from `compile_commands.json`.

use crate::Options;
use argand_cfa::DataModel;
use std::path::{Path, PathBuf};

/// Why a compilation database cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// The text is not JSON, or not a list of commands.
    #[error("the compilation database is not usable: {0}")]
    Malformed(String),
    /// No entry is about the file.
    #[error("the compilation database has no command for '{0}'")]
    NoEntry(String),
    /// An option needs a value and has none.
    #[error("the option '{0}' needs a value")]
    MissingValue(String),
    /// The option is not one of a preprocessor.
    #[error("unknown preprocessor option '{0}' (known are -I, -isystem, -D, -U, -m32 and -m64)")]
    Unknown(String),
}

/// Applies the options of a compiler's command line that concern the preprocessor: `-I`, `-isystem`, `-D`,
/// `-U`, `-m32`, `-m64`. Relative directories are taken from `directory`.
///
/// # Errors
/// The first option that is not one of these, if `strict`; the first without its value.
pub fn apply_arguments(
    options: &mut Options,
    arguments: &[String],
    directory: &Path,
    strict: bool,
) -> Result<(), CommandError> {
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = |option: &str| -> Result<String, CommandError> {
            match argument.strip_prefix(option) {
                Some("") | None => {
                    rest.next().cloned().ok_or_else(|| CommandError::MissingValue(option.to_owned()))
                }
                Some(attached) => Ok(attached.to_owned()),
            }
        };
        if argument == "-m32" {
            options.data_model = DataModel::Ilp32;
        } else if argument == "-m64" {
            options.data_model = DataModel::Lp64;
        } else if argument.starts_with("-isystem") {
            options.include_dirs.push(directory.join(value("-isystem")?));
        } else if argument.starts_with("-I") {
            options.include_dirs.push(directory.join(value("-I")?));
        } else if argument.starts_with("-D") {
            let define = value("-D")?;
            let name = define.split('=').next().unwrap_or(&define).to_owned();
            options.undefines.retain(|u| *u != name);
            options.defines.push(define);
        } else if argument.starts_with("-U") {
            let name = value("-U")?;
            options.defines.retain(|d| d.split('=').next() != Some(&name));
            options.undefines.push(name);
        } else if strict {
            return Err(CommandError::Unknown(argument.clone()));
        }
    }
    Ok(())
}

/// The options with which a compilation database (the text of a `compile_commands.json`) compiles a file.
///
/// # Errors
/// A text that is no such database, or a file that it does not know.
pub fn options_for(json: &str, file: &Path, base: &Options) -> Result<Options, CommandError> {
    let malformed = |what: &str| CommandError::Malformed(what.to_owned());
    let value: serde_json::Value =
        serde_json::from_str(json).map_err(|e| CommandError::Malformed(e.to_string()))?;
    let entries = value.as_array().ok_or_else(|| malformed("it is not a list"))?;
    for entry in entries {
        let directory = PathBuf::from(entry["directory"].as_str().unwrap_or("."));
        let Some(name) = entry["file"].as_str() else { continue };
        if !(directory.join(name) == file || Path::new(name) == file) {
            continue;
        }
        let arguments = match (&entry["arguments"], &entry["command"]) {
            (serde_json::Value::Array(list), _) => {
                list.iter().filter_map(|a| a.as_str().map(str::to_owned)).collect()
            }
            (_, serde_json::Value::String(command)) => split_command(command),
            _ => return Err(malformed("an entry has neither 'arguments' nor 'command'")),
        };
        let mut options = base.clone();
        apply_arguments(&mut options, &arguments, &directory, false)?;
        return Ok(options);
    }
    Err(CommandError::NoEntry(file.display().to_string()))
}

/// Splits a command as a shell does: quotes and backslashes protect.
fn split_command(command: &str) -> Vec<String> {
    let (mut words, mut word, mut open) = (Vec::new(), String::new(), false);
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (None, '\'' | '"') => (quote, open) = (Some(c), true),
            (None | Some('"'), '\\') => {
                word.extend(chars.next());
                open = true;
            }
            (None, c) if c.is_whitespace() => {
                if open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                    open = false;
                }
            }
            (_, c) => word.push(c),
        }
    }
    if open || !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_gives_directories_macros_and_the_data_model() {
        let json = r#"[{"directory": "/p", "file": "a.c", "command": "gcc -m32 -Iinc -D 'X=\"a b\"' -UY -c a.c"},
                       {"directory": "/p", "file": "b.c", "arguments": ["cc", "-I", "/abs", "-DZ"]}]"#;
        let a = options_for(json, Path::new("/p/a.c"), &Options::default()).expect("an entry");
        assert_eq!(a.data_model, DataModel::Ilp32);
        assert_eq!(a.include_dirs, [PathBuf::from("/p/inc")]);
        assert_eq!((a.defines, a.undefines), (vec!["X=\"a b\"".to_owned()], vec!["Y".to_owned()]));
        let b = options_for(json, Path::new("b.c"), &Options::default()).expect("an entry");
        assert_eq!((b.include_dirs, b.defines), (vec![PathBuf::from("/abs")], vec!["Z".to_owned()]));
    }

    #[test]
    fn what_a_database_lacks_is_said() {
        let missing = options_for("[]", Path::new("c.c"), &Options::default());
        assert_eq!(missing, Err(CommandError::NoEntry("c.c".to_owned())));
        assert!(matches!(
            options_for("{", Path::new("c.c"), &Options::default()),
            Err(CommandError::Malformed(_))
        ));
    }

    #[test]
    fn later_macro_options_take_earlier_ones_back() {
        let mut options = Options::default();
        let args = ["-DA=1", "-UA", "-UB", "-DB"].map(str::to_owned);
        apply_arguments(&mut options, &args, Path::new("."), true).expect("known options");
        assert_eq!((options.defines, options.undefines), (vec!["B".to_owned()], vec!["A".to_owned()]));
        let mut options = Options::default();
        let unknown = apply_arguments(&mut options, &["-x".to_owned()], Path::new("."), true);
        assert_eq!(unknown, Err(CommandError::Unknown("-x".to_owned())));
    }
}
