//! Which models there are, and which of them is meant.

use std::{
    cmp::Reverse,
    fs, io,
    path::{Path, PathBuf},
};

use shared::config::ModelChoice;

use super::DEFAULT;

/// A model in the folder of models; whether it is sound, only reading it tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    /// What its folder is called.
    pub name: String,
    /// The folder.
    pub dir: PathBuf,
}

/// The models in a folder of models: [`DEFAULT`] first, then by name. None where there is no such folder.
///
/// # Errors
/// When the folder cannot be listed.
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
        // What begins with a dot is an installation under way.
        if !name.starts_with('.') && entry.path().is_dir() {
            all.push(Installed { name, dir: entry.path() });
        }
    }
    all.sort_by_key(|model| (Reverse(model.name == DEFAULT), model.name.clone()));
    Ok(all)
}

/// The folder of the model that is meant; `None` where engines are to work without one.
///
/// # Errors
/// As [`installed`].
pub fn chosen(choice: &ModelChoice) -> io::Result<Option<PathBuf>> {
    Ok(match choice {
        ModelChoice::None => None,
        ModelChoice::At(dir) => Some(dir.clone()),
        ModelChoice::Installed(models) => installed(models)?.into_iter().next().map(|first| first.dir),
    })
}
