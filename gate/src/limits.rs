//! Numbers of the checks.

use serde::{Deserialize, Serialize};

use crate::GateError;

/// Numbers of the checks. The defaults follow the published policies of search engines.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Limits {
    /// Similarity of two pages from which the site is blocked, 0 to 1.
    pub block_similarity: f64,
    /// Similarity of two pages from which a warning is given, 0 to 1.
    pub warn_similarity: f64,
    /// Facts of its place that a page about a place needs.
    pub min_place_facts: usize,
    /// Pages of a first launch.
    pub pages_at_launch: usize,
    /// New pages of a site on one day.
    pub new_pages_per_day: usize,
    /// New sites of an account on one day.
    pub new_sites_per_day: usize,
    /// Place names that a block may list without links.
    pub places_in_block: usize,
    /// Share of the words that the head term may make up without a warning, 0 to 1.
    pub warn_density: f64,
    /// Share of the words at which the head term or a phrase blocks, 0 to 1.
    pub block_density: f64,
    /// Share of the words at which a phrase of three words warns, 0 to 1.
    pub warn_phrase: f64,
    /// Words below which a page is thin.
    pub warn_words: usize,
    /// Words below which a page blocks.
    pub block_words: usize,
    /// Lighthouse SEO score below which a warning is given, 0 to 1.
    pub min_seo_score: f64,
    /// Bytes of HTML of a page.
    pub html_bytes: usize,
    /// Bytes of script of a page.
    pub script_bytes: usize,
    /// Bytes of style sheets of a page.
    pub style_bytes: usize,
    /// Multiple of these bytes from which the site is blocked.
    pub block_weight: usize,
    /// Clicks from the home page to any page.
    pub clicks: usize,
    /// Contrast of text, 1 to 21.
    pub contrast: f64,
    /// Contrast of large text, 1 to 21.
    pub contrast_large: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            block_similarity: 0.5,
            warn_similarity: 0.35,
            min_place_facts: 3,
            pages_at_launch: 45,
            new_pages_per_day: 10,
            new_sites_per_day: 3,
            places_in_block: 15,
            warn_density: 0.03,
            block_density: 0.05,
            warn_phrase: 0.01,
            warn_words: 250,
            block_words: 120,
            min_seo_score: 0.9,
            html_bytes: 100_000,
            script_bytes: 50_000,
            style_bytes: 30_000,
            block_weight: 5,
            clicks: 3,
            contrast: 4.5,
            contrast_large: 3.0,
        }
    }
}

impl Limits {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Returns [`GateError::InvalidInput`] with the field.
    pub fn validate(&self) -> Result<(), GateError> {
        let shares = [
            ("warnSimilarity", self.warn_similarity),
            ("blockSimilarity", self.block_similarity),
            ("warnDensity", self.warn_density),
            ("blockDensity", self.block_density),
            ("warnPhrase", self.warn_phrase),
            ("minSeoScore", self.min_seo_score),
        ];
        if let Some((field, _)) = shares.iter().find(|(_, share)| !(*share > 0.0 && *share <= 1.0)) {
            return Err(GateError::input(*field, "must be more than 0 and at most 1"));
        }
        let contrasts = [("contrast", self.contrast), ("contrastLarge", self.contrast_large)];
        if let Some((field, _)) = contrasts.iter().find(|(_, ratio)| !(1.0..=21.0).contains(ratio)) {
            return Err(GateError::input(*field, "must be between 1 and 21"));
        }
        if self.warn_similarity > self.block_similarity {
            return Err(GateError::input("warnSimilarity", "must be at most `blockSimilarity`"));
        }
        if self.block_weight == 0 {
            return Err(GateError::input("blockWeight", "must be at least 1"));
        }
        Ok(())
    }
}
