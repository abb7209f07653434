//! Groups of short texts, such as queries without figures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cluster_texts;
use super::short_text::different_texts;
use crate::common::{Control, EngineError};
use crate::embedding::SentenceModel;

/// Maximum number of texts listed per group.
const MOST_LISTED: usize = 100;
/// Maximum number of texts per case.
const MAX_TEXTS: usize = 100_000;

/// Texts to group.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TextsInput {
    /// Short texts, such as queries.
    pub texts: Vec<String>,
    /// Number of groups; if absent, it is determined from the texts.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub clusters: Option<usize>,
}

/// The groups of the texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TextsOutput {
    /// The group of each text, in the order of the texts.
    pub clusters: Vec<u32>,
    /// Groups, largest first.
    pub groups: Vec<TextGroup>,
    /// Assumptions.
    pub assumptions: Vec<String>,
}

/// A group of texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TextGroup {
    /// Index in `clusters`.
    pub cluster: u32,
    /// Number of texts.
    pub size: usize,
    /// The first 100 texts.
    pub texts: Vec<String>,
}

/// Groups texts; see [`cluster_texts`].
///
/// # Errors
/// Returns the errors of [`cluster_texts`], and [`EngineError::TooLarge`] for more than 100,000 texts.
pub fn group_texts(
    input: &TextsInput, seed: u64, model: Option<&SentenceModel>, control: &dyn Control,
) -> Result<TextsOutput, EngineError> {
    let count = input.texts.len();
    if count > MAX_TEXTS {
        return Err(EngineError::TooLarge { what: "texts", got: count, limit: MAX_TEXTS });
    }
    let texts: Vec<&str> = input.texts.iter().map(String::as_str).collect();
    let clusters = cluster_texts(&texts, input.clusters, seed, model, control)?;
    let mut groups: Vec<TextGroup> = Vec::new();
    for (cluster, text) in clusters.iter().zip(&input.texts) {
        let at = *cluster as usize;
        if at == groups.len() {
            groups.push(TextGroup { cluster: *cluster, size: 0, texts: Vec::new() });
        }
        groups[at].size += 1;
        if groups[at].texts.len() < MOST_LISTED {
            groups[at].texts.push(text.clone());
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.size));
    let fewer = input.clusters.filter(|wanted| *wanted > groups.len()).map(|wanted| {
        let different = different_texts(&texts);
        format!("{} groups instead of {wanted}: only {different} texts differ in their words.", groups.len())
    });
    Ok(TextsOutput { clusters, groups, assumptions: fewer.into_iter().collect() })
}
