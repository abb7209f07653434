//! Writes a release: into a folder with a temporary name, which gets its name when all bytes are on the disk.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    blocking,
    place::{CURRENT, RELEASES, create, remove_folder, sync, write},
};
use crate::{
    Blobs, Phase, Progress, Published, Release, Remote, SiteKey, TargetError,
    blobs::{read, sha256},
    owner,
    progress::Meter,
    release::ReleaseFile,
};

pub(super) async fn publish(
    base: PathBuf, release: &Release, remote: Remote, blobs: &dyn Blobs, progress: &dyn Progress,
) -> Result<Published, TargetError> {
    let paths = Arc::new(Paths::new(base, &release.id));
    let (work, site, files) = (paths.clone(), release.site.clone(), release.files.clone());
    let missing = blocking(move || work.prepare(&site, files)).await?;
    let meter = Meter::start(progress, Phase::Upload, missing.iter().map(|file| file.size));
    let written = write_all(&paths, &missing, blobs, &meter).await;
    if let Err(TargetError::Full { .. }) = written {
        // Half a release on a full disk would stop others.
        let work = paths.clone();
        blocking(move || remove_folder(&work.partial(), &work.releases.join(".old"))).await?;
    }
    written?;
    let (work, all) = (paths.clone(), release.files.clone());
    blocking(move || work.complete(&all)).await?;
    let (uploaded, bytes) = meter.done();
    let skipped = release.files.len() as u64 - uploaded;
    Ok(Published { remote, is_live: false, uploaded, skipped, bytes })
}

async fn write_all(
    paths: &Arc<Paths>, missing: &[ReleaseFile], blobs: &dyn Blobs, meter: &Meter<'_>,
) -> Result<(), TargetError> {
    for file in missing {
        let bytes = read(blobs, file).await?;
        let (paths, path) = (paths.clone(), file.path.clone());
        blocking(move || paths.write(&path, &bytes)).await?;
        meter.add(file.size);
    }
    Ok(())
}

/// Paths of a release.
struct Paths {
    base: PathBuf,
    releases: PathBuf,
    id: String,
}

impl Paths {
    fn new(base: PathBuf, id: &str) -> Self {
        Self { releases: base.join(RELEASES), base, id: id.to_owned() }
    }

    /// Folder of the release while it is written.
    fn partial(&self) -> PathBuf {
        self.releases.join(format!(".partial-{}", self.id))
    }

    /// Folder of the complete release.
    fn complete_folder(&self) -> PathBuf {
        self.releases.join(&self.id)
    }

    /// Returns the folder that files are written to: a complete release is mended in place, file by file.
    fn folder(&self) -> PathBuf {
        let complete = self.complete_folder();
        if complete.is_dir() { complete } else { self.partial() }
    }

    /// Claims the place for the site, and returns the files that are missing or damaged.
    fn prepare(&self, site: &SiteKey, files: Vec<ReleaseFile>) -> Result<Vec<ReleaseFile>, TargetError> {
        create(Path::new("/"), self.base.strip_prefix("/").unwrap_or(&self.base))?;
        claim(&self.base, site)?;
        create(&self.base, Path::new(RELEASES))?;
        let name = self.folder();
        create(&self.releases, name.strip_prefix(&self.releases).unwrap_or(&name))?;
        let folder = self.folder();
        Ok(files.into_iter().filter(|file| !has(&folder, file)).collect())
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), TargetError> {
        let folder = self.folder();
        let inside = Path::new(path);
        if let Some(above) = inside.parent() {
            create(&folder, above)?;
        }
        write(&folder.join(inside), &self.releases.join(format!(".file-{}", self.id)), bytes)
    }

    /// Makes all folders lasting, then gives the release its name.
    fn complete(&self, files: &[ReleaseFile]) -> Result<(), TargetError> {
        let folder = self.folder();
        let above =
            |file: &ReleaseFile| Path::new(&file.path).ancestors().skip(1).map(Path::to_owned).collect::<Vec<_>>();
        let folders: BTreeSet<PathBuf> = files.iter().flat_map(above).collect();
        for inside in folders {
            sync(&folder.join(inside))?;
        }
        let complete = self.complete_folder();
        if folder != complete {
            let renamed = fs::rename(&folder, &complete);
            renamed.map_err(|error| TargetError::io(complete.display().to_string(), &error))?;
        }
        sync(&self.releases)
    }
}

/// Returns true if a file is there with the right bytes.
pub(super) fn has(folder: &Path, file: &ReleaseFile) -> bool {
    let path = folder.join(&file.path);
    let is_file =
        |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_file() && found.len() == file.size);
    is_file(&path) && fs::read(&path).is_ok_and(|bytes| sha256(&bytes) == file.sha256)
}

/// Marks the folder as the site's, or checks its mark.
fn claim(base: &Path, site: &SiteKey) -> Result<(), TargetError> {
    let place = base.display().to_string();
    if is_in_the_way(&base.join(CURRENT)) {
        return Err(TargetError::InTheWay(base.join(CURRENT).display().to_string()));
    }
    match fs::read(base.join(owner::FILE)) {
        Ok(found) => owner::check(&found, site, &place),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            write(&base.join(owner::FILE), &base.join(".motherlode.tmp"), &owner::mark(site))?;
            sync(base)
        }
        Err(error) => Err(TargetError::io(place, &error)),
    }
}

/// Returns true if something other than a symlink has the name of the symlink.
pub(super) fn is_in_the_way(current: &Path) -> bool {
    fs::symlink_metadata(current).is_ok_and(|found| !found.is_symlink())
}
