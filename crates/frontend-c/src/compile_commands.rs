//! Options from a compilation database, the `compile_commands.json` that build systems write.

use crate::command_line::CommandError;
use crate::compilation::Compilation;
use serde_json::Value;
use std::path::{Component, Path, PathBuf};

/// How one file is compiled, by a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// How it is compiled.
    pub compilation: Compilation,
    /// The file whose command this is, where the database has none for the file that was asked for.
    pub instead: Option<PathBuf>,
}

/// How a compilation database (the text of a `compile_commands.json`) compiles a file, on top of `base`. A file that it does
/// not know is compiled as the one nearest to it, which has most of its folders in common.
///
/// # Errors
/// A text that is no such database or an empty one, and a command that cannot be used.
pub fn compilation_for(json: &str, file: &Path, base: &Compilation) -> Result<Entry, CommandError> {
    let malformed = |what: &str| CommandError::Malformed(what.to_owned());
    let value: Value = serde_json::from_str(json).map_err(|e| CommandError::Malformed(e.to_string()))?;
    let entries = value.as_array().ok_or_else(|| malformed("it is not a list"))?;
    let named = entries.iter().filter_map(|entry| {
        let directory = PathBuf::from(entry["directory"].as_str().unwrap_or("."));
        Some((entry, plain(&directory.join(entry["file"].as_str()?)), directory))
    });
    let wanted = plain(file);
    let mut best = None;
    for (entry, name, directory) in named {
        if name == wanted || Path::new(entry["file"].as_str().unwrap_or_default()) == file {
            best = Some((usize::MAX, entry, name, directory));
            break;
        }
        let near = name.components().zip(wanted.components()).take_while(|(a, b)| a == b).count();
        if best.as_ref().is_none_or(|(nearest, ..)| near > *nearest) {
            best = Some((near, entry, name, directory));
        }
    }
    let Some((near, entry, name, directory)) = best else {
        return Err(CommandError::NoEntry(file.display().to_string()));
    };
    let words: Vec<String> = match (&entry["arguments"], &entry["command"]) {
        (Value::Array(list), _) => list.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect(),
        (_, Value::String(command)) => split_command(command),
        _ => return Err(malformed("an entry has neither 'arguments' nor 'command'")),
    };
    let mut compilation = base.clone();
    compilation.apply(&options_of(words, &directory, &name), &directory)?;
    Ok(Entry { compilation, instead: (near != usize::MAX).then_some(name) })
}

/// The options of a command: without the compiler and whatever calls it, and without the file.
fn options_of(words: Vec<String>, directory: &Path, file: &Path) -> Vec<String> {
    let is_file = |word: &String| plain(&directory.join(word)) == file;
    words
        .into_iter()
        .skip_while(|word| !word.starts_with('-'))
        .filter(|word| !is_file(word) && word != "--")
        .collect()
}

/// A path without `.` and without what `..` takes back.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => drop(out.pop()),
            _ => out.push(part),
        }
    }
    out
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
    use crate::compilation::Folder;
    use argand_cfa::DataModel;

    const JSON: &str = r#"[
        {"directory": "/p", "file": "a.c", "command": "ccache gcc -m32 -Iinc -D 'X=\"a b\"' -UY -O2 -include pre.h -c a.c -o a.o"},
        {"directory": "/p", "file": "sub/../b.c", "arguments": ["cc", "-I", "/abs", "-DZ", "./b.c"]},
        {"directory": "/p/deep", "file": "c.c", "arguments": ["cc", "-DDEEP", "c.c"]}]"#;

    fn find(file: &str) -> Entry {
        compilation_for(JSON, Path::new(file), &Compilation::default()).expect("an entry")
    }

    #[test]
    fn a_database_gives_what_changes_the_meaning_of_a_file() {
        let a = find("/p/a.c").compilation;
        assert_eq!(a.data_model, Some(DataModel::Ilp32));
        assert_eq!(a.folders, [(Folder::Plain, PathBuf::from("/p/inc"))]);
        assert_eq!((a.defines, a.undefines), (vec!["X=\"a b\"".to_owned()], vec!["Y".to_owned()]));
        assert_eq!(a.included_first[0].name, "/p/pre.h");
        let b = find("/p/b.c");
        assert_eq!((b.compilation.defines, b.instead), (vec!["Z".to_owned()], None));
    }

    #[test]
    fn a_file_outside_is_compiled_as_the_one_nearest_to_it() {
        let near = find("/p/deep/other.c");
        assert_eq!(near.compilation.defines, ["DEEP"]);
        assert_eq!(near.instead, Some(PathBuf::from("/p/deep/c.c")));
    }

    #[test]
    fn what_a_database_lacks_is_said() {
        let read = |json: &str| compilation_for(json, Path::new("c.c"), &Compilation::default());
        assert_eq!(read("[]"), Err(CommandError::NoEntry("c.c".to_owned())));
        assert!(matches!(read("{"), Err(CommandError::Malformed(_))));
        assert!(matches!(read("{}"), Err(CommandError::Malformed(_))));
        assert!(matches!(read(r#"[{"file": "c.c"}]"#), Err(CommandError::Malformed(_))));
        let unknown = read(r#"[{"file": "c.c", "command": "cc -fnew-thing c.c"}]"#);
        assert_eq!(unknown, Err(CommandError::Unknown("-fnew-thing".to_owned())));
    }
}
