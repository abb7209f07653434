//! Durable runs a second, start latency and the cost of a backlog, measured on our own queue in either mode.
//!
//! One JSON object a measurement on standard output. `bench/queue/run` puts it beside the peers' figures.

// Outside of tests nothing panics by way of an answer, and only the command line's own module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]

mod latency;
mod measure;
mod setup;

use clap::{Parser, Subcommand};

/// What to measure, where.
#[derive(Debug, Parser)]
struct Args {
    /// PostgreSQL for the distributed mode; without it the embedded mode is measured.
    #[arg(long, env = "BENCH_DATABASE_URL")]
    database_url: Option<String>,
    /// Redis for the distributed mode.
    #[arg(long, env = "BENCH_REDIS_URL")]
    redis_url: Option<String>,
    /// Runs at once.
    #[arg(long, default_value_t = 50)]
    concurrency: usize,
    /// SQLite's synchronous = NORMAL in place of FULL.
    #[arg(long)]
    normal: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// From the first enqueue to the last finish.
    Throughput {
        /// Runs in all.
        #[arg(long, default_value_t = 20_000)]
        runs: usize,
        /// Runs in one enqueue: 1 for one by one.
        #[arg(long, default_value_t = 500)]
        bulk: usize,
        /// Callers that enqueue at once.
        #[arg(long, default_value_t = 1)]
        callers: usize,
        /// Progress updates of each run.
        #[arg(long, default_value_t = 0)]
        progress: u32,
        /// Runs that are due and wait in the other lane, which nobody serves, while these are measured.
        #[arg(long, default_value_t = 0)]
        backlog: usize,
    },
    /// From the commit of the insert to the start of the handler.
    Latency {
        /// Runs a second.
        #[arg(long, default_value_t = 100)]
        rate: u32,
        /// For how long.
        #[arg(long, default_value_t = 10)]
        seconds: u32,
    },
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let bench = setup::Bench::new(&args).await?;
    let figures = match args.what {
        What::Throughput { runs, bulk, callers, progress, backlog } => {
            measure::throughput(&bench, measure::Load { runs, bulk, callers, progress }, backlog).await?
        }
        What::Latency { rate, seconds } => latency::measure(&bench, rate, seconds).await?,
    };
    #[expect(clippy::print_stdout, reason = "the measurement is the program's answer")]
    {
        println!("{figures}");
    }
    bench.end().await
}
