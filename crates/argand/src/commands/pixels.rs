//! `argand pixels`: the shape of a search space, of a program or of its dependences at a glance.

use crate::disk::{read_text, write_atomically};
use crate::input::{InputArguments, Terms};
use argand_report::pixels::{self, Canvas, Scale, Tree};
use clap::{Args, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The file of `--out` that has the graph.
const GRAPH: &str = "arg.json";

/// Options of `argand pixels`.
#[derive(Args)]
pub struct PixelsArguments {
    #[command(subcommand)]
    graph: Graph,
}

/// Which graph is drawn.
#[derive(Subcommand)]
enum Graph {
    /// The abstract reachability graphs of runs, side by side
    Arg {
        /// Directories that `argand verify --out` wrote, or their arg.json
        #[arg(required = true, value_name = "RUN")]
        runs: Vec<PathBuf>,
        #[command(flatten)]
        image: ImageArguments,
    },
    /// The control-flow automata of a program
    Cfa {
        #[command(flatten)]
        input: InputArguments,
        #[command(flatten)]
        image: ImageArguments,
    },
    /// The dependence graph of a program
    Dependence {
        #[command(flatten)]
        input: InputArguments,
        #[command(flatten)]
        image: ImageArguments,
    },
}

/// What is written.
#[derive(Args)]
struct ImageArguments {
    /// Where the picture goes: FILE.png or FILE.svg
    #[arg(long, value_name = "FILE")]
    image: PathBuf,

    /// Whether a node has the same size in all trees, or each tree is as large as possible
    #[arg(long, value_name = "WORD", default_value = "same")]
    scale: ScaleWord,

    /// How wide a tree may be; longer rows are trimmed at both ends
    #[arg(long, value_name = "PIXELS", default_value = "1200", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    width: u32,

    /// How high a tree may be; in deeper ones several rows become one
    #[arg(long, value_name = "PIXELS", default_value = "1600", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    height: u32,
}

/// How several trees share a picture.
#[derive(Clone, Copy, ValueEnum)]
enum ScaleWord {
    /// A node has the same size everywhere
    Same,
    /// Each tree is as large as possible
    Own,
}

/// Runs the command.
pub fn run(arguments: &PixelsArguments) -> Result<ExitCode, String> {
    let (trees, image) = match &arguments.graph {
        Graph::Arg { runs, image } => {
            (runs.iter().map(|run| tree_of_run(run)).collect::<Result<_, _>>()?, image)
        }
        Graph::Cfa { input, image } | Graph::Dependence { input, image } => {
            let loaded = match input.load(&Terms::default())? {
                Ok(loaded) => loaded,
                Err(refused) => return Ok(refused.exit_code()),
            };
            let tree = match arguments.graph {
                Graph::Dependence { .. } => pixels::dependence("dependence graph", &loaded.program),
                _ => pixels::cfa("control-flow automata", &loaded.program),
            };
            (vec![tree], image)
        }
    };
    image.write(&trees)?;
    Ok(ExitCode::SUCCESS)
}

fn tree_of_run(run: &Path) -> Result<Tree, String> {
    let file = if run.is_dir() { run.join(GRAPH) } else { run.to_path_buf() };
    let graph = argand_report::arg::read(&read_text(&file)?)
        .map_err(|why| format!("'{}' is no reachability graph: {why}", file.display()))?;
    Ok(pixels::arg(&run.display().to_string(), &graph))
}

impl ImageArguments {
    fn write(&self, trees: &[Tree]) -> Result<(), String> {
        let scale = match self.scale {
            ScaleWord::Same => Scale::Same,
            ScaleWord::Own => Scale::Own,
        };
        let canvas = Canvas::new(trees, scale, self.width as usize, self.height as usize);
        let bytes = match self.image.extension().and_then(|e| e.to_str()) {
            Some("png") => pixels::png::png(&canvas),
            Some("svg") => pixels::svg::svg(&canvas).into_bytes(),
            _ => return Err(format!("'{}' should end in .png or .svg", self.image.display())),
        };
        write_atomically(&self.image, &bytes)
            .map_err(|error| format!("cannot write '{}': {error}", self.image.display()))
    }
}
