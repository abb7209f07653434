//! Sizes of an encoder.

use serde::Deserialize;

use super::ModelError;

/// Sizes of an encoder, as in `config.json`.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Config {
    #[serde(rename = "hidden_size")]
    pub(super) width: usize,
    #[serde(rename = "num_hidden_layers")]
    pub(super) layers: usize,
    #[serde(rename = "num_attention_heads")]
    pub(super) heads: usize,
    #[serde(rename = "intermediate_size")]
    pub(super) inner: usize,
    #[serde(rename = "max_position_embeddings")]
    pub(super) positions: usize,
    #[serde(rename = "vocab_size")]
    pub(super) vocabulary: usize,
    #[serde(rename = "layer_norm_eps")]
    pub(super) epsilon: f32,
    hidden_act: String,
}

impl Config {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let config: Self = serde_json::from_slice(bytes).map_err(|error| ModelError::Config(error.to_string()))?;
        config.check().map_or(Ok(config), |problem| Err(ModelError::Config(problem.to_owned())))
    }

    /// Returns the problem, if any. The limits are far above any BERT and prevent overflow of sizes.
    fn check(&self) -> Option<&'static str> {
        let sizes = [self.width, self.layers, self.heads, self.inner, self.vocabulary];
        if sizes.contains(&0) || self.positions < 3 {
            return Some("a size is 0");
        }
        if self.width > 8_192 || self.inner > 65_536 || self.layers > 96 || self.vocabulary > 4_000_000 {
            return Some("a size is beyond that of any BERT encoder");
        }
        if !self.width.is_multiple_of(self.heads) {
            return Some("`hidden_size` is no multiple of `num_attention_heads`");
        }
        if self.hidden_act != "gelu" {
            return Some("`hidden_act` must be `gelu`");
        }
        let is_small = self.epsilon > 0.0 && self.epsilon < 1.0;
        (!is_small).then_some("`layer_norm_eps` must lie between 0 and 1")
    }
}
