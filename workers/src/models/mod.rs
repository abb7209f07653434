//! Sentence models on the disk. Engines open no files, so this module reads the model for them, once per process.
//!
//! A model is a folder with [`FILES`]. `motherlode model install` installs it in the folder of models of a data
//! directory.

mod installed;
mod read;
mod shared_model;

use std::path::{Path, PathBuf};

pub use installed::{Installed, chosen, installed};
pub use read::{ReadError, read};
pub use shared_model::SharedModel;

/// The default model, which is preferred to all others.
pub const DEFAULT: &str = "all-MiniLM-L6-v2";
/// File name of the configuration.
pub const CONFIG: &str = "config.json";
/// File name of the vocabulary.
pub const VOCABULARY: &str = "vocab.txt";
/// File name of the weights.
pub const WEIGHTS: &str = "model.safetensors";
/// The files of a model.
pub const FILES: [&str; 3] = [CONFIG, VOCABULARY, WEIGHTS];

/// Folder of models in a data directory; each model has a folder of its name.
#[must_use]
pub fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("models")
}
