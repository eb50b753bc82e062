//! A slice as C: the user's own files without what does not matter.

use crate::input::InputArguments;
use argand_cfa::LocId;
use argand_flow::dependence::{Dependences, Node};
use argand_flow::slice::{Criterion, source};
use std::collections::BTreeSet;
use std::path::Path;

/// The files of a slice with their names; `None` if they cannot be read again, which has been reported.
pub fn files(
    input: &InputArguments,
    graph: &Dependences<'_>,
    steps: &[LocId],
    nodes: &[Node],
) -> Result<Option<Vec<(String, String)>>, String> {
    let Some(outline) = input.outline(&graph.program.sources)? else { return Ok(None) };
    let value = |node: &Node| match *node {
        Node::Value(loc, cell) => Some((loc, cell)),
        Node::Step(_) | Node::Entry(_) => None,
    };
    // The line itself stays: that is where one looks.
    let criterion = Criterion { steps: steps.to_vec(), values: nodes.iter().filter_map(value).collect() };
    Ok(Some(source::source(graph, &outline, &criterion).files))
}

/// The only file of a slice.
pub fn only(mut files: Vec<(String, String)>) -> Result<String, String> {
    match files.len() {
        1 => Ok(files.remove(0).1),
        count => Err(format!(
            "`--format c` writes one file, and the program has {count}; `--export FOLDER` writes them all"
        )),
    }
}

/// Writes the files of a slice: one to the path itself, several into a folder of that name.
pub fn write(files: &[(String, String)], path: &Path) -> Result<(), String> {
    let save = |to: &Path, text: &str| {
        std::fs::write(to, text).map_err(|error| format!("cannot write '{}': {error}", to.display()))
    };
    if let [(_, text)] = files {
        return save(path, text);
    }
    let own = |name: &str| Path::new(name).file_name().map(std::ffi::OsStr::to_owned).unwrap_or_default();
    let names: BTreeSet<_> = files.iter().map(|(name, _)| own(name)).collect();
    if names.len() < files.len() {
        return Err("two files of the program have one name; a slice of it cannot be written to one folder"
            .to_owned());
    }
    std::fs::create_dir_all(path)
        .map_err(|error| format!("cannot make the folder '{}': {error}", path.display()))?;
    files.iter().try_for_each(|(name, text)| save(&path.join(own(name)), text))
}
