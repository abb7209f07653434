//! CTR curves and rates of the user's own sites, combined with priors.

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
/// Curves are by site and bucket and non-increasing; rates are by kind and key and shrunk to their kind.
/// Without rows the result is exactly the prior.
///
/// # Errors
/// Returns [`EngineError`] with the field that cannot be used, or [`EngineError::Cancelled`].
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
