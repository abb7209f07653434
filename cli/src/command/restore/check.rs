//! Unpacks an archive and verifies it with its manifest.

use std::{
    fs::{self, File, OpenOptions},
    io::{BufReader, Read, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Component, Path, PathBuf},
};

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use crate::command::backup::{
    archive::hex,
    manifest::{self, FileSum, Manifest},
};

/// Maximum size of a manifest: hundreds of thousands of uploads.
const MANIFEST_BYTES: u64 = 64 * 1024 * 1024;

type Archive = ZipArchive<BufReader<File>>;

/// Unpacks only the files of the manifest into `target`, which must not exist.
pub(crate) fn unpack(file: &Path, target: &Path) -> anyhow::Result<Manifest> {
    let source = File::open(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let mut archive = ZipArchive::new(BufReader::new(source))
        .with_context(|| format!("{} is no backup of Motherlode, or is not whole", file.display()))?;
    let manifest = manifest(&mut archive)?;
    for sum in &manifest.files {
        one(&mut archive, sum, target)?;
    }
    if !manifest.files.iter().any(|sum| sum.name == manifest::DATABASE) {
        bail!("the backup holds no database");
    }
    Ok(manifest)
}

fn manifest(archive: &mut Archive) -> anyhow::Result<Manifest> {
    let entry = archive.by_name(manifest::NAME).context("the file holds no manifest: it is no backup of Motherlode")?;
    let mut text = String::new();
    entry.take(MANIFEST_BYTES).read_to_string(&mut text)?;
    let manifest: Manifest = serde_json::from_str(&text).context("the backup's manifest cannot be read")?;
    if manifest.format != manifest::FORMAT {
        bail!("the backup has layout {}, this program reads layout {}", manifest.format, manifest::FORMAT);
    }
    Ok(manifest)
}

/// Returns the target of a file; rejects names that a backup does not have.
fn place(name: &str, target: &Path) -> anyhow::Result<PathBuf> {
    let path = Path::new(name);
    let parts: Vec<Component<'_>> = path.components().collect();
    let is_plain = parts.iter().all(|part| matches!(part, Component::Normal(_)));
    let is_known = match parts.len() {
        1 => name == manifest::DATABASE || name == manifest::SECRET,
        2 => path.starts_with(manifest::UPLOADS),
        _ => false,
    };
    if !is_plain || !is_known {
        bail!("the backup names a file that no backup has: {name}");
    }
    Ok(target.join(path))
}

fn one(archive: &mut Archive, sum: &FileSum, target: &Path) -> anyhow::Result<()> {
    let path = place(&sum.name, target)?;
    let dir = path.parent().unwrap_or(target);
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(dir)
        .with_context(|| format!("{} cannot be made", dir.display()))?;
    let entry = archive.by_name(&sum.name).with_context(|| format!("the backup lacks {}", sum.name))?;
    let mut source = entry.take(sum.size_bytes + 1);
    let mut out = OpenOptions::new()
        .create_new(true)
        .write(true)
        .mode(0o600)
        .open(&path)
        .with_context(|| format!("{} cannot be written", path.display()))?;
    let (mut digest, mut size_bytes, mut buffer) = (Sha256::new(), 0_u64, vec![0; 256 * 1024]);
    loop {
        let n = source.read(&mut buffer).with_context(|| format!("{} of the backup is damaged", sum.name))?;
        if n == 0 {
            break;
        }
        digest.update(&buffer[..n]);
        out.write_all(&buffer[..n])?;
        size_bytes += n as u64;
    }
    if size_bytes != sum.size_bytes || hex(&digest.finalize()) != sum.sha256 {
        bail!("{} of the backup is damaged: it is not what the manifest says", sum.name);
    }
    Ok(out.sync_all()?)
}
