//! Writes the archive of the embedded mode.

use std::{
    fs::{self, File, OpenOptions},
    io::{BufWriter, ErrorKind, Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};
use shared::{domain::now, store::Db};
use zip::{ZipWriter, write::SimpleFileOptions};

use super::manifest::{self, FileSum, Manifest};

/// Writes database, secret and uploads of the data directory, with their manifest, into `file`.
pub(crate) async fn write(db: &Db, data_dir: &Path, file: &Path) -> anyhow::Result<()> {
    let Db::Sqlite(sqlite) = db else { bail!("the embedded mode's database is SQLite") };
    let (_, schema) = db.schema_versions().await?;
    // In the same folder as the archive, which needs as much space; otherwise a full disk is reported.
    let copy = file.with_extension("db");
    let _copy = Removed(copy.clone());
    sqlite.copy_into(&copy).await.context("the database cannot be copied")?;
    let (data_dir, file) = (data_dir.to_owned(), file.to_owned());
    tokio::task::spawn_blocking(move || pack(&data_dir, &copy, schema.unwrap_or(0), &file)).await?
}

/// Deletes a file when it is no longer needed.
struct Removed(PathBuf);

impl Drop for Removed {
    fn drop(&mut self) {
        let _gone = fs::remove_file(&self.0);
    }
}

fn pack(data_dir: &Path, database: &Path, schema: i64, file: &Path) -> anyhow::Result<()> {
    let target = OpenOptions::new()
        .create_new(true)
        .write(true)
        .mode(0o600)
        .open(file)
        .with_context(|| format!("{} cannot be written", file.display()))?;
    let mut zip = ZipWriter::new(BufWriter::new(target));
    let mut files = vec![add(&mut zip, manifest::DATABASE.to_owned(), database)?];
    let secret = data_dir.join(manifest::SECRET);
    if secret.exists() {
        files.push(add(&mut zip, manifest::SECRET.to_owned(), &secret)?);
    }
    for (name, path) in uploads(&data_dir.join(manifest::UPLOADS))? {
        files.push(add(&mut zip, name, &path)?);
    }
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let manifest = Manifest { format: manifest::FORMAT, version, schema, created_at: now(), files };
    zip.start_file(manifest::NAME, options())?;
    zip.write_all(&serde_json::to_vec_pretty(&manifest)?)?;
    let file = zip.finish()?.into_inner().map_err(std::io::IntoInnerError::into_error)?;
    Ok(file.sync_all()?)
}

fn options() -> SimpleFileOptions {
    SimpleFileOptions::default().large_file(true).unix_permissions(0o600)
}

/// Returns the finished uploads with their names in the archive.
fn uploads(dir: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("{} cannot be read", dir.display())),
    };
    let mut all = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && !name.ends_with(".part") {
            all.push((format!("{}/{name}", manifest::UPLOADS), entry.path()));
        }
    }
    all.sort();
    Ok(all)
}

/// Adds a file; returns its entry in the manifest.
fn add(zip: &mut ZipWriter<BufWriter<File>>, name: String, path: &Path) -> anyhow::Result<FileSum> {
    let mut source = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    zip.start_file(&name, options())?;
    let (mut sum, mut size_bytes, mut buffer) = (Sha256::new(), 0, vec![0; 256 * 1024]);
    loop {
        let n = source.read(&mut buffer)?;
        if n == 0 {
            break;
        }
        sum.update(&buffer[..n]);
        zip.write_all(&buffer[..n])?;
        size_bytes += n as u64;
    }
    Ok(FileSum { name, size_bytes, sha256: hex(&sum.finalize()) })
}

/// Formats bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
