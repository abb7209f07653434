//! Parameters of the content audit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{EngineError, within};

/// Unchecked parameters of the audit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Content audit parameters")]
pub struct AuditParameters {
    /// Minimum impressions of a page in the period; below it the data decide nothing.
    #[schemars(title = "Least impressions", range(min = 10, max = 100_000))]
    pub min_impressions: u32,
    /// Minimum impressions of a query in the period for a change of its page.
    #[schemars(title = "Least impressions of a query", range(min = 1, max = 100_000))]
    pub min_query_impressions: u32,
    /// Share of a page's impressions on the queries of another page from which the two compete.
    #[schemars(title = "Shared impressions", range(min = 0.2, max = 1.0))]
    pub competing_from: f64,
    /// Similarity of two texts from which one page is a near-duplicate of the other.
    #[schemars(title = "Near-duplicate likeness", range(min = 0.3, max = 1.0))]
    pub duplicate_from: f64,
    /// Number of words below which a page is thin.
    #[schemars(title = "Thin below", range(min = 10, max = 2_000))]
    pub thin_words: u32,
    /// Minimum length of the period, in days, for removing a page without impressions.
    #[schemars(title = "Days without impressions", range(min = 90, max = 1_000))]
    pub idle_days: u32,
    /// Maximum number of insights.
    #[schemars(title = "Most insights", range(min = 0, max = 200))]
    pub max_insights: u32,
    /// Words and phrases that name the brand. Queries with them are not compared.
    #[schemars(title = "Brand terms")]
    pub brand_terms: Vec<String>,
}

impl Default for AuditParameters {
    fn default() -> Self {
        Self {
            min_impressions: 100,
            min_query_impressions: 10,
            competing_from: 0.5,
            duplicate_from: 0.7,
            thin_words: 150,
            idle_days: 90,
            max_insights: 30,
            brand_terms: Vec::new(),
        }
    }
}

/// Parameters of the audit that passed [`AuditParameters::check`].
#[derive(Debug, Clone, PartialEq)]
pub struct AuditChecked(AuditParameters);

impl std::ops::Deref for AuditChecked {
    type Target = AuditParameters;

    fn deref(&self) -> &AuditParameters {
        &self.0
    }
}

impl AuditParameters {
    /// Checks the parameters.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] for the first parameter outside its range; NaN is outside every range.
    pub fn check(self) -> Result<AuditChecked, EngineError> {
        within("minImpressions", f64::from(self.min_impressions), 10.0, 100_000.0)?;
        within("minQueryImpressions", f64::from(self.min_query_impressions), 1.0, 100_000.0)?;
        within("competingFrom", self.competing_from, 0.2, 1.0)?;
        within("duplicateFrom", self.duplicate_from, 0.3, 1.0)?;
        within("thinWords", f64::from(self.thin_words), 10.0, 2_000.0)?;
        within("idleDays", f64::from(self.idle_days), 90.0, 1_000.0)?;
        within("maxInsights", f64::from(self.max_insights), 0.0, 200.0)?;
        if self.brand_terms.len() > 200 || self.brand_terms.iter().any(|term| term.len() > 200) {
            let problem = "must be at most 200 terms of at most 200 bytes".to_owned();
            return Err(EngineError::InvalidParameter { field: "brandTerms", problem });
        }
        Ok(AuditChecked(self))
    }
}
