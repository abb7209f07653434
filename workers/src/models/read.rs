//! Reads models.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use engines::embedding::{ModelError, SentenceModel};

use super::{CONFIG, VOCABULARY, WEIGHTS};

/// Reason why a model cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A file or folder cannot be read.
    #[error("{} cannot be read: {source}", .path.display())]
    File {
        /// Path.
        path: PathBuf,
        /// I/O error.
        source: io::Error,
    },
    /// The files are not a valid model.
    #[error("the model in {} cannot be used: {source}", .dir.display())]
    Model {
        /// Folder.
        dir: PathBuf,
        /// Problem.
        source: ModelError,
    },
}

/// Reads the model in a folder.
///
/// # Errors
/// Returns a [`ReadError`] with the file.
pub fn read(dir: &Path) -> Result<SentenceModel, ReadError> {
    let file = |name: &str| {
        let path = dir.join(name);
        fs::read(&path).map_err(|source| ReadError::File { path, source })
    };
    SentenceModel::read(&file(CONFIG)?, &file(VOCABULARY)?, &file(WEIGHTS)?)
        .map_err(|source| ReadError::Model { dir: dir.to_owned(), source })
}
