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
            "Rows are counts of different impressions, visits or leads: none is counted twice.".to_owned(),
            "Clicks vary as Poisson counts around a share by position; leads and sales as binomial counts.".to_owned(),
            "An average position is taken for the position of every impression of its row.".to_owned(),
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
            "Clicks and impressions by position (a Search Console export) to learn the site's own curve.".to_owned(),
        );
    }
    if input.rates.is_empty() {
        needs.push("Visits with leads, or leads with sales, to learn conversion and close rates.".to_owned());
    }
    needs
}
