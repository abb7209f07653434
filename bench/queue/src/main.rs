//! Benchmark of the queue: durable runs per second, start latency and the cost of a backlog, in either mode.
//!
//! Prints one JSON object per measurement. `bench/queue/run` compares them with other queues.

// Outside tests nothing panics, and only the command-line module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]

mod fair;
mod latency;
mod measure;
mod setup;

use clap::{Parser, Subcommand};

/// Arguments.
#[derive(Debug, Parser)]
struct Args {
    /// PostgreSQL for the distributed mode; without it the embedded mode is measured.
    #[arg(long, env = "BENCH_DATABASE_URL")]
    database_url: Option<String>,
    /// Redis for the distributed mode.
    #[arg(long, env = "BENCH_REDIS_URL")]
    redis_url: Option<String>,
    /// Concurrent runs.
    #[arg(long, default_value_t = 50)]
    concurrency: usize,
    /// Maximum number of concurrent runs per user. Default: no limit.
    #[arg(long)]
    per_user: Option<i32>,
    /// Use SQLite's synchronous = NORMAL instead of FULL.
    #[arg(long)]
    normal: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Throughput, from the first enqueue to the last finish.
    Throughput {
        /// Total number of runs.
        #[arg(long, default_value_t = 20_000)]
        runs: usize,
        /// Runs per enqueue.
        #[arg(long, default_value_t = 500)]
        bulk: usize,
        /// Concurrent callers.
        #[arg(long, default_value_t = 1)]
        callers: usize,
        /// Progress updates per run.
        #[arg(long, default_value_t = 0)]
        progress: u32,
        /// Number of due runs waiting in another lane without workers during the measurement.
        #[arg(long, default_value_t = 0)]
        backlog: usize,
    },
    /// Start latency of one user's runs while others have a backlog in the same lane.
    Fair {
        /// Number of runs that each of the other users has queued.
        #[arg(long, default_value_t = 10_000)]
        backlog: usize,
        /// Number of other users.
        #[arg(long, default_value_t = 1)]
        users: usize,
        /// Duration of each of their runs, in milliseconds.
        #[arg(long, default_value_t = 0, conflicts_with = "portfolio")]
        run_ms: u64,
        /// Their runs are portfolios, which occupy the processors, instead of probes.
        #[arg(long)]
        portfolio: bool,
        /// Nothing was measured of such runs before, so they are queued as short ones.
        #[arg(long)]
        unmeasured: bool,
        /// Number of measured runs.
        #[arg(long, default_value_t = 200)]
        samples: u32,
        /// Runs per second that are measured.
        #[arg(long, default_value_t = 10)]
        rate: u32,
    },
    /// Latency, from the commit of the insert to the start of the handler.
    Latency {
        /// Runs per second.
        #[arg(long, default_value_t = 100)]
        rate: u32,
        /// Duration in seconds.
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
        What::Fair { backlog, users, run_ms, portfolio, unmeasured, samples, rate } => {
            let load = fair::Load { backlog, users, run_ms, portfolio, unmeasured };
            fair::measure(&bench, load, samples, rate).await?
        }
        What::Latency { rate, seconds } => latency::measure(&bench, rate, seconds).await?,
    };
    #[expect(clippy::print_stdout, reason = "the measurement is the program's answer")]
    {
        println!("{figures}");
    }
    bench.end().await
}
