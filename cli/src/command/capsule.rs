//! `motherlode capsule`: runs an exported analysis again and compares every byte.

use std::{
    fs::File,
    io::{Read, Seek},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context, bail};
use clap::Args;
use engines::{
    ActionId,
    action::Body,
    command::ask,
    common::{EngineId, Unattended},
};
use serde::Deserialize;
use workers::models::SharedModel;
use zip::ZipArchive;

use crate::{options::SentenceArgs, out, settings};

/// Maximum number of bytes of a file in a capsule.
const MOST_BYTES: u64 = 32 << 20;

const EXAMPLES: &str = "\
Exit status: 0 if the engine answers with the same bytes, 1 if it does not.

Example:
  motherlode capsule keyword-analyse-2026-11-27.capsule.zip";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CapsuleArgs {
    /// File of an exported analysis.
    pub file: PathBuf,
    #[command(flatten)]
    pub sentences: SentenceArgs,
    /// The data directory, of which only the installed model is read.
    #[arg(long, env = "MOTHERLODE_DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
}

/// What a capsule says of itself.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct About {
    engine_id: String,
    action: String,
    program: String,
    /// Seed of random numbers.
    seed: Option<u64>,
    has_model: bool,
}

/// Runs the capsule again.
pub(crate) fn run(args: &CapsuleArgs) -> anyhow::Result<ExitCode> {
    let shown = args.file.display();
    let file = File::open(&args.file).with_context(|| format!("cannot read {shown}"))?;
    let mut capsule = ZipArchive::new(file).with_context(|| format!("{shown} is not a capsule"))?;
    let about: About = serde_json::from_slice(&member(&mut capsule, "capsule.json")?)
        .context("capsule.json in the file cannot be read")?;
    let input: Body = serde_json::from_slice(&member(&mut capsule, "input.jsonl")?)
        .context("input.jsonl in the file is not a JSON object")?;
    let expected = member(&mut capsule, "answer.jsonl")?;
    let action = EngineId::parse(&about.engine_id).and_then(|engine| ActionId::find(engine, &about.action));
    let Some(action) = action else {
        bail!(
            "this program has no action `{} {}`; the capsule is from version {}",
            about.engine_id,
            about.action,
            about.program
        );
    };
    let model = if about.has_model {
        let read = SharedModel::new(settings::model(&args.sentences, &args.data_dir)).load();
        let read = read.context("--model: give the folder of the model")?;
        Some(read.context("the analysis used a sentence model: install it with `motherlode model install`")?)
    } else {
        None
    };
    let answer =
        ask(action, input, about.seed, model.as_deref(), &Unattended).context("the engine refuses the input")?;
    let answer = serde_json::to_vec(&answer)?;
    let name = format!("{} {}", about.engine_id, about.action);
    let version = env!("CARGO_PKG_VERSION");
    if answer == expected.trim_ascii_end() {
        out::note(format_args!("{name}: the same {} bytes as version {}.", answer.len(), about.program));
        return Ok(ExitCode::SUCCESS);
    }
    let at = answer.iter().zip(&expected).take_while(|(left, right)| left == right).count();
    out::note(format_args!(
        "{name}: the answer differs from byte {}. The capsule is from version {}, this program is version {version}.",
        at + 1,
        about.program
    ));
    Ok(ExitCode::FAILURE)
}

fn member(capsule: &mut ZipArchive<impl Read + Seek>, name: &str) -> anyhow::Result<Vec<u8>> {
    let file = capsule.by_name(name).with_context(|| format!("the file has no {name}: it is not a capsule"))?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(|| format!("{name} cannot be unpacked"))?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{name} is larger than 32 MiB");
    }
    Ok(bytes)
}
