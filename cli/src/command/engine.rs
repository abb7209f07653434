//! `motherlode engine`: runs an engine on JSON input, without a database.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Cursor, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Instant,
};

use anyhow::Context;
use clap::Args;
use engines::{
    ActionId,
    command::{self, CommandError, Options},
    common::{EngineId, Unattended},
    embedding::SentenceModel,
};
use serde_json::json;
use workers::models::SharedModel;

use crate::{options::SentenceArgs, out, settings};

/// Exit status for invalid input or an unknown engine or task, as for an invalid flag.
const UNUSABLE: u8 = 2;

const EXAMPLES: &str = "\
JSON Lines: one case a line in, one answer a line out, with the same id and in the same order. A case that cannot be
answered answers with an error and the rest go on. Exit status: 0 if all were answered, 1 if some failed, 2 if the input
cannot be used. `causal discover` also takes a CSV file with a header, as one case.

Examples:
  motherlode engine keyword --describe
  echo '{\"id\": 1, \"text\": \"emergency plumber leeds\"}' | motherlode engine keyword keyphrases --input -
  motherlode engine keyword cluster --input texts.jsonl --clusters 8 --output clusters.jsonl";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct EngineArgs {
    /// Engine, for example `keyword`.
    pub name: String,
    /// Task of the engine, for example `analyse`.
    #[arg(required_unless_present = "describe")]
    pub task: Option<String>,
    /// Print the tasks of the engine with the JSON schemas of input and output.
    #[arg(long, conflicts_with_all = ["task", "input", "output"])]
    pub describe: bool,
    /// Input file, or - for standard input.
    #[arg(long, required_unless_present = "describe")]
    pub input: Option<PathBuf>,
    /// Output file, or - for standard output.
    #[arg(long, default_value = "-")]
    pub output: PathBuf,
    /// Seed of random numbers. Default: a fixed seed per task.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Number of threads; the results do not depend on it.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Add the run time in seconds to each answer; uses one thread.
    #[arg(long)]
    pub timing: bool,
    /// Number of clusters of the task `cluster`. Default: chosen by the engine.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub clusters: Option<u32>,
    #[command(flatten)]
    pub sentences: SentenceArgs,
    /// The data directory, of which only the installed model is read.
    #[arg(long, env = "MOTHERLODE_DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
}

/// Answers every case of the input.
pub(crate) fn run(args: &EngineArgs) -> anyhow::Result<ExitCode> {
    let Some(engine) = EngineId::parse(&args.name) else {
        let known: Vec<&str> = EngineId::ALL.iter().map(|engine| engine.as_str()).collect();
        return Ok(unusable(format_args!("there is no engine `{}`; there are: {}", args.name, known.join(", "))));
    };
    if args.describe {
        out::json(&engines::describe(engine))?;
        return Ok(ExitCode::SUCCESS);
    }
    let task = args.task.as_deref().unwrap_or_default();
    let takes_table = engine == EngineId::Causal && task == "discover";
    let mut input = match input(args).and_then(|input| if takes_table { case_of_table(args, input) } else { Ok(input) })
    {
        Ok(input) => input,
        Err(error) => return Ok(unusable(format_args!("{error:#}"))),
    };
    let model = match model(args, engine, task) {
        Ok(model) => model,
        Err(error) => return Ok(unusable(format_args!("{error:#}"))),
    };
    let mut output = output(args)?;
    let begun = Instant::now();
    let clock = move || begun.elapsed().as_secs_f64();
    let options = Options {
        seed: args.seed,
        threads: usize::from(args.threads),
        clusters: args.clusters.and_then(|n| usize::try_from(n).ok()),
        clock: args.timing.then_some(&clock as &dyn Fn() -> f64),
        model: model.as_deref(),
    };
    match command::run(engine, task, &mut input, &mut output, &options, &Unattended) {
        Ok(outcome) if outcome.failed == 0 => Ok(ExitCode::SUCCESS),
        Ok(outcome) => {
            out::note(format_args!(
                "motherlode: {} of {} cases failed",
                outcome.failed,
                outcome.failed + outcome.answered
            ));
            Ok(ExitCode::FAILURE)
        }
        Err(error @ (CommandError::UnknownTask { .. } | CommandError::UnusableInput { .. })) => {
            Ok(unusable(format_args!("{error}")))
        }
        Err(error) => Err(error.into()),
    }
}

fn unusable(text: std::fmt::Arguments<'_>) -> ExitCode {
    out::note(format_args!("motherlode: {text}"));
    ExitCode::from(UNUSABLE)
}

/// Reads the sentence model for a task that uses one.
fn model(args: &EngineArgs, engine: EngineId, task: &str) -> anyhow::Result<Option<Arc<SentenceModel>>> {
    if !ActionId::find(engine, task).is_some_and(|action| action.info().uses_model) {
        return Ok(None);
    }
    let read = SharedModel::new(settings::model(&args.sentences, &args.data_dir)).load();
    read.context("--model: give another folder, or `none` to compare words")
}

fn input(args: &EngineArgs) -> anyhow::Result<Box<dyn BufRead>> {
    match &args.input {
        Some(path) if path.as_os_str() != "-" => {
            let file = File::open(path).with_context(|| format!("--input: cannot read {}", path.display()))?;
            Ok(Box::new(BufReader::new(file)))
        }
        _ => Ok(Box::new(io::stdin().lock())),
    }
}

/// Converts a CSV file with a header to one case named after the file; JSON Lines are unchanged.
fn case_of_table(args: &EngineArgs, mut input: Box<dyn BufRead>) -> anyhow::Result<Box<dyn BufRead>> {
    const BOM: &[u8] = b"\xEF\xBB\xBF";
    let head = input.fill_buf().context("--input: cannot be read")?;
    let first = head.strip_prefix(BOM).unwrap_or(head).iter().find(|byte| !byte.is_ascii_whitespace());
    if first.is_none_or(|byte| *byte == b'{') {
        return Ok(input);
    }
    let mut text = String::new();
    input.read_to_string(&mut text).context("--input: neither JSON Lines nor CSV in UTF-8")?;
    let name = args.input.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    let case = json!({"id": name.filter(|name| name != "-"), "csv": text.trim_start_matches('\u{feff}')});
    Ok(Box::new(Cursor::new(case.to_string())))
}

fn output(args: &EngineArgs) -> anyhow::Result<Box<dyn Write>> {
    if args.output.as_os_str() == "-" {
        return Ok(Box::new(BufWriter::new(io::stdout().lock())));
    }
    let file =
        File::create(&args.output).with_context(|| format!("--output: cannot write {}", args.output.display()))?;
    Ok(Box::new(BufWriter::new(file)))
}
