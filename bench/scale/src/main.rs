//! All eleven engines on a large website: 100,000 searches, 10,000 pages, a year of days.
//!
//! The website is simulated, imported by the importer from files, and every engine is asked by a run, as the app asks
//! it: the worker loads the rows, computes, and commits what was found. Each action is measured in a process of its
//! own, so that its peak of memory is its own; then all are asked at once in one process. Linux only: times and memory
//! are read from `/proc`.

mod asked;
mod files;
mod market;
mod measure;
mod process;
mod report;
mod site;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
struct Args {
    /// Where the installation lies.
    #[arg(long, global = true, default_value = "motherlode-bench-scale")]
    data_dir: PathBuf,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Makes the website's files and imports them.
    Fill {
        /// Searches.
        #[arg(long, default_value_t = 100_000)]
        keywords: usize,
        /// Pages.
        #[arg(long, default_value_t = 10_000)]
        pages: usize,
    },
    /// Asks one action of an engine and prints what it took, as one JSON object.
    Ask {
        /// The engine.
        engine: String,
        /// The action.
        action: String,
    },
    /// Asks all at once and prints what it took, as one JSON object.
    AskAll,
    /// Asks each action in a process of its own, then all at once; prints a table.
    Measure {
        /// Only actions whose `engine action` holds this.
        #[arg(long)]
        only: Option<String>,
    },
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let data_dir: &Path = &args.data_dir;
    let text = match args.what {
        What::Fill { keywords, pages } => site::fill(data_dir, keywords, pages).await?.to_string(),
        What::Ask { engine, action } => measure::one(data_dir, &engine, &action).await?.to_string(),
        What::AskAll => measure::all(data_dir).await?.to_string(),
        What::Measure { only } => report::measure(data_dir, only.as_deref())?,
    };
    #[expect(clippy::print_stdout, reason = "the measurement is the program's answer")]
    {
        println!("{text}");
    }
    Ok(())
}
