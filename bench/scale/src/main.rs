//! Benchmark of all eleven engines on a large website: 100,000 queries, 10,000 pages, 365 days.
//!
//! The website is simulated and imported from files. Every engine runs as in the app: the worker loads the rows,
//! computes, and commits the results. Each action is measured in a separate process, for its peak memory; then all run
//! at once in one process. Linux only: times and memory are read from `/proc`.

mod asked;
mod files;
mod market;
mod measure;
mod process;
mod report;
mod site;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

// The allocator of the app.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

#[derive(Debug, Parser)]
struct Args {
    /// Data directory of the installation.
    #[arg(long, global = true, default_value = "motherlode-bench-scale")]
    data_dir: PathBuf,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Generate the website's files and import them.
    Fill {
        /// Number of queries.
        #[arg(long, default_value_t = 100_000)]
        keywords: usize,
        /// Number of pages.
        #[arg(long, default_value_t = 10_000)]
        pages: usize,
    },
    /// Run one action of an engine and print its cost as JSON.
    Ask {
        /// Engine.
        engine: String,
        /// The action.
        action: String,
    },
    /// Run all default actions at once and print their cost as JSON.
    AskAll,
    /// Run each action in a separate process, then all at once; print a table.
    Measure {
        /// Run only actions whose `engine action` contains this text.
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
