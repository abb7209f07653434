//! What the user's own sites say of clicks and leads, weighed against what was believed before.

mod click;
mod input;
mod insight;
mod output;
mod rate;

pub use input::{ClickRow, CurvesInput, RatePrior, RateRow};
pub use output::{ClickCurve, ClickPoint, CurvesOutput, LearnedRate};

use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint};

/// Learns click curves and rates from counts.
///
/// A curve by site and bucket, made non-increasing; a rate by kind and key, shrunk to its kind. Without rows
/// the answer is the prior exactly.
///
/// # Errors
/// [`EngineError`] naming the field that cannot be used, or [`EngineError::Cancelled`].
pub fn curves(input: &CurvesInput, control: &dyn Control) -> Result<CurvesOutput, EngineError> {
    input::check(input)?;
    checkpoint(control)?;
    let clicks = click::curves(input);
    let (priors, rates) = rate::learned(input);
    Ok(CurvesOutput {
        insights: insight::write(input, &clicks, &rates),
        clicks,
        priors,
        rates,
        assumptions: vec![
            "Each impression, visit or lead is counted in one row only.".to_owned(),
            "Clicks are Poisson distributed around a CTR by position; leads and sales are binomial.".to_owned(),
            "Every impression of a row has the average position of the row.".to_owned(),
        ],
        notes: Vec::new(),
        needs: needs(input),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn needs(input: &CurvesInput) -> Vec<String> {
    let mut needs = Vec::new();
    if input.clicks.is_empty() {
        needs.push(
            "Import clicks and impressions by position (a Search Console export) to learn the CTR curve of the site."
                .to_owned(),
        );
    }
    if input.rates.is_empty() {
        needs.push("Import visits with leads, or leads with sales, to learn conversion and close rates.".to_owned());
    }
    needs
}
