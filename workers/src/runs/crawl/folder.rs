//! Folder of a crawl: another attempt on the same machine goes on with what it holds.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::context::RunContext;

/// Age after which a folder that nobody uses is deleted.
const KEEP: Duration = Duration::from_hours(72);

/// Folder of a crawl.
#[derive(Debug, Clone)]
pub(in crate::runs) struct Folder(PathBuf);

impl Folder {
    /// Returns the folder of the run's crawl.
    pub(in crate::runs) fn of(context: &RunContext) -> Self {
        Self(context.crawl_dir.join(context.run.id.to_string()))
    }

    /// Creates it, and deletes those of crawls that ended on other machines.
    pub(in crate::runs) fn prepare(&self) -> io::Result<()> {
        if let Some(all) = self.0.parent() {
            sweep(all);
        }
        fs::create_dir_all(&self.0)
    }

    /// Folder of the crawler's state.
    pub(in crate::runs) fn state(&self) -> PathBuf {
        self.0.join("state")
    }

    /// File of the records, one a line.
    pub(in crate::runs) fn records(&self) -> PathBuf {
        self.0.join("records.jsonl")
    }

    /// Deletes it. What cannot be deleted is deleted with old folders later.
    pub(in crate::runs) fn delete(&self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn sweep(all: &Path) {
    let Ok(folders) = fs::read_dir(all) else { return };
    for folder in folders.flatten() {
        let age = folder.metadata().and_then(|about| about.modified()).map(|at| at.elapsed().unwrap_or_default());
        if age.is_ok_and(|age| age > KEEP) {
            let _ = fs::remove_dir_all(folder.path());
        }
    }
}
