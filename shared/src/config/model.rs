//! Choice of the sentence model.

use std::path::PathBuf;

/// Choice of the sentence model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ModelChoice {
    /// No model: engines compare words.
    #[default]
    None,
    /// The model in this folder.
    At(PathBuf),
    /// The installed model in this folder of models, if any.
    Installed(PathBuf),
}

impl ModelChoice {
    /// Folder that is searched; empty for none.
    #[must_use]
    pub fn place(&self) -> PathBuf {
        match self {
            Self::None => PathBuf::new(),
            Self::At(place) | Self::Installed(place) => place.clone(),
        }
    }
}
