//! Names of files with wildcards, as sets of tasks have them: `*` and `?` inside a name, `[…]` for one of several
//! characters, `**` for any folders.

use std::io;
use std::path::{Path, PathBuf};

/// The files that a pattern stands for, in order. A pattern without wildcards stands for itself, whether or not the file
/// exists.
pub fn expand(base: &Path, pattern: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = vec![if pattern.starts_with('/') { PathBuf::from("/") } else { base.to_path_buf() }];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        let mut next = Vec::new();
        for folder in found {
            if part == "**" {
                below(&folder, &mut next)?;
            } else if part.contains(['*', '?', '[']) {
                let fits = |path: &PathBuf| {
                    let name = path.file_name().map(|name| name.to_string_lossy());
                    // A leading dot hides a file from wildcards.
                    name.is_some_and(|name| !name.starts_with('.') && matches(part, &name))
                };
                next.extend(entries(&folder)?.into_iter().filter(fits));
            } else {
                next.push(folder.join(part));
            }
        }
        found = next;
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// What is in a folder; nothing if it is none.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    match std::fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(Vec::new())
        }
        Err(error) => Err(error),
    }
}

/// A folder and all folders below it. Links are not followed: they can lead around in circles.
fn below(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    found.push(folder.to_path_buf());
    for path in entries(folder)? {
        if path.is_dir() && !path.is_symlink() {
            below(&path, found)?;
        }
    }
    Ok(())
}

/// Whether a name fits a pattern.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where the last `*` was, and how much of the name it takes.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        if pattern.get(p) == Some(&'*') {
            star = Some((p, n));
            p += 1;
            continue;
        }
        if let Some(next) = one(&pattern, p, name[n]) {
            (p, n) = (next, n + 1);
        } else if let Some((at, taken)) = star {
            star = Some((at, taken + 1));
            (p, n) = (at + 1, taken + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

/// Where the pattern goes on when its next part takes this character.
fn one(pattern: &[char], at: usize, c: char) -> Option<usize> {
    match *pattern.get(at)? {
        '?' => Some(at + 1),
        '[' => {
            let negated = matches!(pattern.get(at + 1), Some('!' | '^'));
            let first = at + 1 + usize::from(negated);
            // The first character belongs to the set, even if it is the bracket.
            let end = (first + 1..pattern.len()).find(|&end| pattern[end] == ']');
            let Some(end) = end else { return (c == '[').then_some(at + 1) };
            let set = &pattern[first..end];
            let mut inside = false;
            let mut i = 0;
            while i < set.len() {
                if i + 2 < set.len() && set[i + 1] == '-' {
                    inside |= (set[i]..=set[i + 2]).contains(&c);
                    i += 3;
                } else {
                    inside |= set[i] == c;
                    i += 1;
                }
            }
            (inside != negated).then_some(end + 1)
        }
        literal => (literal == c).then_some(at + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_mean_what_shells_take_them_for() {
        let yes = [
            ("*.yml", "a.yml"),
            ("a*b*c", "aXbYbZc"),
            ("?b", "ab"),
            ("x[0-9]", "x7"),
            ("x[!0-9]", "xa"),
            ("[]]", "]"),
            ("*", ""),
            ("a[", "a["),
            ("**", "ab"),
        ];
        for (pattern, name) in yes {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("*.yml", "a.yaml"), ("?", ""), ("x[0-9]", "xa"), ("a*b", "abc"), ("[!a]", "a")]
        {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn many_stars_take_no_time() {
        assert!(!matches(&"*a".repeat(40), &"a".repeat(39)));
        assert!(matches(&"*a".repeat(40), &"ba".repeat(40)));
    }

    #[test]
    fn folders_are_searched() {
        let root = tempfile::tempdir().expect("a folder");
        for file in ["one/a.yml", "one/b.yml", "two/deep/c.yml", "two/c.c", ".hidden/d.yml"] {
            let path = root.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, "").expect("a file");
        }
        let found = |pattern: &str| {
            let found = expand(root.path(), pattern).expect("files");
            let name = |path: PathBuf| path.strip_prefix(root.path()).expect("below").display().to_string();
            found.into_iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(found("*/*.yml"), ["one/a.yml", "one/b.yml"]);
        assert_eq!(found("two/**/*.yml"), ["two/deep/c.yml"]);
        assert_eq!(found("one/a.yml"), ["one/a.yml"]);
        assert_eq!(found("no/*.yml"), [""; 0]);
    }
}
