//! Parameters of the semantic engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{EngineError, within};

/// Unchecked parameters; [`Parameters::check`] validates them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Semantic engine parameters")]
pub struct Parameters {
    /// Saturation of further mentions of a term (BM25's k1).
    #[schemars(title = "Saturation", range(min = 0.1, max = 5.0))]
    pub saturation: f64,
    /// Penalty for long pages (BM25's b).
    #[schemars(title = "Length normalisation", range(min = 0.0, max = 1.0))]
    pub length_normalisation: f64,
    /// Minimum number of top pages that must use a term to suggest it for your page.
    #[schemars(title = "Least winners", range(min = 2, max = 50))]
    pub min_winners: u32,
    /// Maximum number of terms in a coverage or a brief.
    #[schemars(title = "Most terms", range(min = 5, max = 500))]
    pub max_terms: u32,
    /// Share of the words above which a term counts as stuffed.
    #[schemars(title = "Stuffing density", range(min = 0.005, max = 0.5))]
    pub stuffing_density: f64,
    /// Similarity from which two pages are duplicates.
    #[schemars(title = "Duplicate from", range(min = 0.05, max = 1.0))]
    pub duplicate_from: f64,
    /// Similarity from which two pages should be reviewed.
    #[schemars(title = "Review from", range(min = 0.05, max = 1.0))]
    pub review_from: f64,
    /// Similarity in meaning of title and first heading from which two pages cover the same topic; used only if a sentence model is installed.
    #[schemars(title = "Same topic from", range(min = 0.5, max = 1.0))]
    pub same_topic_from: f64,
    /// Probability that a reader follows a link (damping factor of PageRank).
    #[schemars(title = "Damping", range(min = 0.5, max = 0.99))]
    pub damping: f64,
    /// Maximum number of links proposed per page.
    #[schemars(title = "Most links a page", range(min = 1, max = 20))]
    pub max_links_per_page: u32,
    /// Maximum number of insights reported.
    #[schemars(title = "Most insights", range(min = 1, max = 200))]
    pub max_insights: u32,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            saturation: 1.2,
            length_normalisation: 0.75,
            min_winners: 2,
            max_terms: 40,
            stuffing_density: 0.03,
            duplicate_from: 0.5,
            review_from: 0.35,
            same_topic_from: 0.85,
            damping: 0.85,
            max_links_per_page: 3,
            max_insights: 25,
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

impl Parameters {
    /// Checks the parameters.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] for the first parameter outside its range; NaN is outside every range.
    pub fn check(self) -> Result<Checked, EngineError> {
        within("saturation", self.saturation, 0.1, 5.0)?;
        within("lengthNormalisation", self.length_normalisation, 0.0, 1.0)?;
        within("minWinners", f64::from(self.min_winners), 2.0, 50.0)?;
        within("maxTerms", f64::from(self.max_terms), 5.0, 500.0)?;
        within("stuffingDensity", self.stuffing_density, 0.005, 0.5)?;
        within("duplicateFrom", self.duplicate_from, 0.05, 1.0)?;
        within("reviewFrom", self.review_from, 0.05, self.duplicate_from)?;
        within("sameTopicFrom", self.same_topic_from, 0.5, 1.0)?;
        within("damping", self.damping, 0.5, 0.99)?;
        within("maxLinksPerPage", f64::from(self.max_links_per_page), 1.0, 20.0)?;
        within("maxInsights", f64::from(self.max_insights), 1.0, 200.0)?;
        Ok(Checked(self))
    }
}

/// Returns the JSON schema of [`Parameters`], from which the app builds its form.
pub fn parameters_schema() -> serde_json::Value {
    schemars::schema_for!(Parameters).to_value()
}
