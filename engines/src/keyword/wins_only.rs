//! The quick wins only.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::analyse::analyse;
use super::input::Input;
use super::output::{Need, Totals, Win};
use super::params::Checked;
use crate::common::{Control, EngineError, Insight};
use crate::embedding::SentenceModel;

/// Output of `wins`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WinsOutput {
    /// Quick wins, highest value per effort first.
    pub wins: Vec<Win>,
    /// Ranked insights.
    pub insights: Vec<Insight>,
    /// Sums over the input.
    pub totals: Totals,
    /// Missing data and what they would enable.
    pub needs: Vec<Need>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Returns the quick wins of an input: a part of [`analyse`].
///
/// # Errors
/// Returns the errors of [`analyse`].
pub fn wins<'a>(
    input: impl Into<Cow<'a, Input>>, params: &Checked, model: Option<&SentenceModel>, control: &dyn Control,
) -> Result<WinsOutput, EngineError> {
    let output = analyse(input, params, model, control)?;
    Ok(WinsOutput {
        wins: output.wins,
        insights: output.insights,
        totals: output.totals,
        needs: output.needs,
        notes: output.notes,
        method: output.method,
        method_version: output.method_version,
    })
}
