//! Sentence models on the disk. Engines open no file: this reads a model for them, once for a process.
//!
//! A model is a folder with [`FILES`]. `motherlode model install` puts it into the folder of models of a data directory.

mod installed;
mod read;
mod shared_model;

use std::path::{Path, PathBuf};

pub use installed::{Installed, chosen, installed};
pub use read::{ReadError, read};
pub use shared_model::SharedModel;

/// The model that is installed unless told, and used before all others.
pub const DEFAULT: &str = "all-MiniLM-L6-v2";
/// What the configuration's file is called.
pub const CONFIG: &str = "config.json";
/// What the vocabulary's file is called.
pub const VOCABULARY: &str = "vocab.txt";
/// What the weights' file is called.
pub const WEIGHTS: &str = "model.safetensors";
/// The files of a model.
pub const FILES: [&str; 3] = [CONFIG, VOCABULARY, WEIGHTS];

/// The folder of a data directory that holds models, each in a folder of its own name.
#[must_use]
pub fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("models")
}
