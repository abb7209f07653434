//! Parameters of the content engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{EngineError, within};

/// Unchecked parameters; [`Parameters::check`] validates them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Content engine parameters")]
pub struct Parameters {
    /// Similarity to another page from which the page must not be published.
    #[schemars(title = "Blocked likeness", range(min = 0.1, max = 1.0))]
    pub block_similarity: f64,
    /// Similarity to another page from which a person should review the page.
    #[schemars(title = "Warned likeness", range(min = 0.05, max = 1.0))]
    pub warn_similarity: f64,
    /// Maximum share of the words that the query may make up without a warning.
    #[schemars(title = "Density", range(min = 0.005, max = 0.5))]
    pub max_density: f64,
    /// Minimum number of words; below it a page is thin.
    #[schemars(title = "Least words", range(min = 50, max = 5_000))]
    pub min_words: u32,
    /// Number of words that `compose` aims at with a pack.
    #[schemars(title = "Words", range(min = 400, max = 3_000))]
    pub words: u32,
    /// Minimum number of facts tied to the place, for a page about a place.
    #[schemars(title = "Least facts of the place", range(min = 0, max = 50))]
    pub min_place_facts: u32,
    /// Links to other pages of the site.
    #[schemars(title = "Least links", range(min = 0, max = 50))]
    pub min_links: u32,
    /// Check the grammar of English sentences.
    #[schemars(title = "Check grammar")]
    pub check_grammar: bool,
    /// Selects between wordings. The same seed gives the same page.
    #[schemars(title = "Seed")]
    pub seed: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            block_similarity: 0.5,
            warn_similarity: 0.35,
            max_density: 0.03,
            min_words: 250,
            words: 740,
            min_place_facts: 3,
            min_links: 3,
            check_grammar: true,
            seed: 20_260_101,
        }
    }
}

/// Parameters that passed [`Parameters::check`]; runs accept only these.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked(Parameters);

impl std::ops::Deref for Checked {
    type Target = Parameters;

    fn deref(&self) -> &Parameters {
        &self.0
    }
}

impl Checked {
    /// Leaves out the check of grammar, which takes most of the time.
    pub(super) fn without_grammar(&self) -> Self {
        Self(Parameters { check_grammar: false, ..self.0.clone() })
    }
}

impl Parameters {
    /// Checks the parameters.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] for the first parameter outside its range; NaN is outside every range.
    pub fn check(self) -> Result<Checked, EngineError> {
        within("blockSimilarity", self.block_similarity, 0.1, 1.0)?;
        within("warnSimilarity", self.warn_similarity, 0.05, self.block_similarity)?;
        within("maxDensity", self.max_density, 0.005, 0.5)?;
        within("minWords", f64::from(self.min_words), 50.0, 5_000.0)?;
        within("words", f64::from(self.words), 400.0, 3_000.0)?;
        within("minPlaceFacts", f64::from(self.min_place_facts), 0.0, 50.0)?;
        within("minLinks", f64::from(self.min_links), 0.0, 50.0)?;
        Ok(Checked(self))
    }
}

/// Returns the JSON schema of [`Parameters`], from which the app builds its form.
pub fn parameters_schema() -> serde_json::Value {
    schemars::schema_for!(Parameters).to_value()
}
