//! Installed models, and the selected one.

use std::{
    cmp::Reverse,
    fs, io,
    path::{Path, PathBuf},
};

use shared::config::ModelChoice;

use super::DEFAULT;

/// A folder in the folder of models; only reading it shows whether it is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    /// Name of the folder.
    pub name: String,
    /// The folder.
    pub dir: PathBuf,
}

/// Lists the models in a folder: [`DEFAULT`] first, then by name. Empty if the folder does not exist.
///
/// # Errors
/// Returns an error if the folder cannot be listed.
pub fn installed(models: &Path) -> io::Result<Vec<Installed>> {
    let entries = match fs::read_dir(models) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut all = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Names that begin with a dot are unfinished installations.
        if !name.starts_with('.') && entry.path().is_dir() {
            all.push(Installed { name, dir: entry.path() });
        }
    }
    all.sort_by_key(|model| (Reverse(model.name == DEFAULT), model.name.clone()));
    Ok(all)
}

/// Returns the folder of the selected model; `None` if engines work without one.
///
/// # Errors
/// Returns the errors of [`installed`].
pub fn chosen(choice: &ModelChoice) -> io::Result<Option<PathBuf>> {
    Ok(match choice {
        ModelChoice::None => None,
        ModelChoice::At(dir) => Some(dir.clone()),
        ModelChoice::Installed(models) => installed(models)?.into_iter().next().map(|first| first.dir),
    })
}
