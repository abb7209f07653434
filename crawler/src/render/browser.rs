//! Which browser renders pages.

use std::{
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
};

use super::{RenderFailure, process::Process};

/// Names of Chromium and its relatives, the smallest first.
const NAMES: [&str; 5] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// A headless Chromium.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Browser {
    /// Its program.
    pub path: PathBuf,
    /// Whether its processes are isolated by the system (Chromium's sandbox). It does not exist for root.
    pub has_sandbox: bool,
}

impl Browser {
    /// Creates a browser with its sandbox, unless this process is root's.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), has_sandbox: !is_root() }
    }

    /// Runs without the sandbox, for containers that do not allow it.
    #[must_use]
    pub fn without_sandbox(self) -> Self {
        Self { has_sandbox: false, ..self }
    }

    /// Starts and ends the browser. Returns its name and version.
    ///
    /// # Errors
    /// Returns a [`RenderFailure`] if it does not start.
    pub async fn check(&self) -> Result<String, RenderFailure> {
        let process = Process::start(self).await?;
        let product = process.product.clone();
        process.end().await;
        Ok(product)
    }
}

/// Returns true if this process is root's, for which Chromium has no sandbox.
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Finds a Chromium in the folders of `PATH`.
#[must_use]
pub fn find() -> Option<Browser> {
    let folders = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let all = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.into_iter().find(|path| is_program(path)).map(Browser::new)
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0 && about.size() > 0)
}
