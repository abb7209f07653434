//! `motherlode tool`: parts of the crawler on JSON input.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Context;
use clap::{Args, Subcommand};
use crawler::robots::{CheckError, answer_all};

use crate::out;

/// Exit status for invalid input.
const UNUSABLE: u8 = 2;

const EXAMPLES: &str = "\
Examples:
  motherlode tool robots --input questions.jsonl --output answers.jsonl
  echo '{\"id\": 1, \"robots_txt\": \"user-agent: *\\ndisallow: /x\", \"agent\": \"Googlebot\", \"url\": \"https://example.com/x\"}' | motherlode tool robots";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ToolArgs {
    #[command(subcommand)]
    pub tool: Tool,
}

/// A part of the crawler.
#[derive(Debug, Subcommand)]
pub(crate) enum Tool {
    /// Decide whether robots.txt allows URLs: {id, robots_txt, agent, url} to {id, allowed, path}.
    Robots(FilesArgs),
}

/// Input and output of a tool.
#[derive(Debug, Args)]
pub(crate) struct FilesArgs {
    /// Input, an object a line or one array, or - for standard input.
    #[arg(long, default_value = "-")]
    pub input: PathBuf,
    /// Output, an object a line, or - for standard output.
    #[arg(long, default_value = "-")]
    pub output: PathBuf,
}

/// Runs a tool.
pub(crate) fn run(args: &ToolArgs) -> anyhow::Result<ExitCode> {
    let Tool::Robots(files) = &args.tool;
    match answer_all(input(files)?, output(files)?) {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(CheckError::Io(error)) => Err(error.into()),
        Err(error) => {
            out::note(format_args!("motherlode: {error}"));
            Ok(ExitCode::from(UNUSABLE))
        }
    }
}

fn input(files: &FilesArgs) -> anyhow::Result<Box<dyn BufRead>> {
    if files.input.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(&files.input).with_context(|| format!("--input: cannot read {}", files.input.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

fn output(files: &FilesArgs) -> anyhow::Result<Box<dyn Write>> {
    if files.output.as_os_str() == "-" {
        return Ok(Box::new(BufWriter::new(io::stdout().lock())));
    }
    let file =
        File::create(&files.output).with_context(|| format!("--output: cannot write {}", files.output.display()))?;
    Ok(Box::new(BufWriter::new(file)))
}
