//! Which sentence model engines work with.

use std::path::PathBuf;

/// The sentence model that is meant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ModelChoice {
    /// None: engines compare words.
    #[default]
    None,
    /// The one in this folder.
    At(PathBuf),
    /// The installed one of this folder of models, if there is any.
    Installed(PathBuf),
}

impl ModelChoice {
    /// Where it is looked for; empty for none.
    #[must_use]
    pub fn place(&self) -> PathBuf {
        match self {
            Self::None => PathBuf::new(),
            Self::At(place) | Self::Installed(place) => place.clone(),
        }
    }
}
