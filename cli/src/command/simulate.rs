//! `motherlode simulate`: writes the sample project and the demonstration from the simulated market. The same version
//! writes the same bytes, so that `scripts/gen --check` detects stale files.

use std::{
    fs,
    io::{self, Cursor, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Context;
use clap::{Args, ValueEnum};
use engines::{common::Unattended, demo, simulator::Simulation};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

const EXAMPLES: &str = "\
Examples:
  motherlode simulate sample --output sample-site.zip    what \"Use sample data\" imports
  motherlode simulate demo --output demo.json            what /demo shows";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SimulateArgs {
    /// Output to write.
    pub part: Part,
    /// The file, or - for standard output.
    #[arg(long, default_value = "-")]
    pub output: PathBuf,
}

/// A part of the simulated market.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Part {
    /// The sample project: an archive of exports.
    Sample,
    /// Its change log, in JSON.
    Changes,
    /// The demonstration: results of the engines and the true values, in JSON.
    Demo,
    /// All of the market with its truth, in JSON.
    Market,
}

/// Writes the requested part.
pub(crate) fn run(args: &SimulateArgs) -> anyhow::Result<ExitCode> {
    let bytes = match args.part {
        Part::Sample => archive(&demo::market(0, &Unattended)?)?,
        Part::Changes => lines(&demo::market(0, &Unattended)?.logged())?,
        Part::Demo => lines(&demo::demo(&Unattended)?)?,
        Part::Market => lines(&demo::market(0, &Unattended)?)?,
    };
    if args.output.as_os_str() == "-" {
        io::stdout().lock().write_all(&bytes)?;
    } else {
        fs::write(&args.output, bytes).with_context(|| format!("--output: cannot write {}", args.output.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn lines(value: &impl serde::Serialize) -> anyhow::Result<Vec<u8>> {
    let mut text = serde_json::to_vec(value)?;
    text.push(b'\n');
    Ok(text)
}

/// Entries have no time, so that the archive is reproducible.
fn archive(market: &Simulation) -> anyhow::Result<Vec<u8>> {
    let options =
        SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).compression_level(Some(9));
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in market.export() {
        archive.start_file(file.name, options)?;
        archive.write_all(file.text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}
