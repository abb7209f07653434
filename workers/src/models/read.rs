//! Reading a model.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use engines::embedding::{ModelError, SentenceModel};

use super::{CONFIG, VOCABULARY, WEIGHTS};

/// Why there is no model to work with.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A file or folder of it cannot be read.
    #[error("{} cannot be read: {source}", .path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Its files are no model.
    #[error("the model in {} cannot be used: {source}", .dir.display())]
    Model {
        /// Its folder.
        dir: PathBuf,
        /// What is wrong.
        source: ModelError,
    },
}

/// Reads the model in a folder.
///
/// # Errors
/// [`ReadError`], which names the file.
pub fn read(dir: &Path) -> Result<SentenceModel, ReadError> {
    let file = |name: &str| {
        let path = dir.join(name);
        fs::read(&path).map_err(|source| ReadError::File { path, source })
    };
    SentenceModel::read(&file(CONFIG)?, &file(VOCABULARY)?, &file(WEIGHTS)?)
        .map_err(|source| ReadError::Model { dir: dir.to_owned(), source })
}
