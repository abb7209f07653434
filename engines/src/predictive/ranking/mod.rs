//! Forecast of rank paths.

mod correlation;
mod forecast;
mod hazard;
mod input;
mod insight;
mod latent;
mod output;
mod path;
mod record;
mod spread;

pub use input::{RankPath, RankPoint, RankingInput};
pub use output::{KeywordForecast, RankAt, RankForecast, RankingOutput, RankingRecord, ReachSource};

use latent::{LogitScale, Track};

use super::{Checked, METHOD, METHOD_VERSION, Need, money};
use crate::common::{Control, EngineError, checkpoint};

/// Forecasts ranks of keywords after 30, 60, 90 and 180 days, with the probabilities of the first three, ten and twenty
/// results, and the time to reach the first ten.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without a keyword; [`EngineError::InvalidInput`] with the invalid field, or
/// [`EngineError::Cancelled`].
pub fn ranking(input: &RankingInput, params: &Checked, control: &dyn Control) -> Result<RankingOutput, EngineError> {
    control.progress(0.0, "read", "Reading the rank history");
    let scale = LogitScale { depth: input.checked_depth()? };
    let currency = money::currency(input.currency.as_deref())?;
    let origin = input.origin().ok_or(EngineError::NoInput {
        what: "rank checks and no `asOf`",
        unlock: "give the day of the analysis, or at least one check with its day",
    })?;
    let tracks: Vec<Option<Track>> = input.keywords.iter().map(|path| Track::of(path, scale)).collect();
    control.progress(20.0, "backtest", "Backtesting the models");
    let trials = path::try_rules(&tracks, control)?;
    let spread = spread::Spread::of(&trials, tracks.len());
    let hazards = hazard::Hazards::of(&input.keywords, &tracks, scale, params.yearly_top10_share);
    control.progress(60.0, "forecast", "Forecasting the ranks");
    let common = forecast::Common { weights: &trials.weights, spread: &spread, hazards: &hazards, scale, origin };
    let mut keywords = Vec::with_capacity(tracks.len());
    for (place, (path, track)) in input.keywords.iter().zip(&tracks).enumerate() {
        checkpoint(control)?;
        keywords.push(forecast::forecast(place, path, track.as_ref(), &common));
    }
    let record = record::measure(&trials, &spread, scale, &hazards);
    let worth = money::Worth::draw(params)?;
    let story = insight::Story {
        input,
        params,
        currency: &currency,
        worth: &worth,
        keywords: &keywords,
        record: &record,
        origin,
        depth: scale.depth,
    };
    let output = RankingOutput {
        insights: insight::write(&story),
        notes: notes(&record, &keywords),
        assumptions: assumptions(),
        needs: needs(input, params),
        keywords,
        record,
        currency,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    control.progress(100.0, "done", "Done");
    Ok(output)
}

fn notes(record: &RankingRecord, keywords: &[KeywordForecast]) -> Vec<String> {
    let mut notes = Vec::new();
    if record.loses_to_naive {
        notes.push(format!("The rank forecast is {} a naive forecast (\"no change\") on the last third of the rank history. Intervals and probabilities are still valid.", record.against_naive()));
    }
    if record.forecasts == 0 {
        notes.push("The rank history is too short for a backtest; the variation of ranks is assumed.".to_owned());
    }
    let few = keywords.iter().filter(|keyword| keyword.checks < 8).count();
    if few > 0 {
        notes.push(format!(
            "{few} of {} keywords have fewer than 8 rank checks; their intervals are based on the other keywords.",
            keywords.len()
        ));
    }
    notes
}

fn assumptions() -> Vec<String> {
    vec![
        "Pages not found within the checked depth are assumed to rank a tenth of the depth below it.".to_owned(),
        "Published prior for pages that reach the top 10 within a year (Ahrefs, 6.11 % of non-empty English pages, cited second-hand), most in months 2 to 6; it counts as much as two pages that did.".to_owned(),
        "Without rank history, ranks deviate from a forecast by about one position at rank 10 after a day, growing with the square root of the days.".to_owned(),
        "No search engine updates and no work on the pages beyond what the history contains.".to_owned(),
    ]
}

fn needs(input: &RankingInput, params: &Checked) -> Vec<Need> {
    let mut needs = Vec::new();
    if input.keywords.iter().all(|path| path.volume.is_none()) {
        needs.push(Need::new(
            "search_volumes",
            "Import search volumes of the keywords to weight and value the rank changes",
        ));
    }
    if params.value_per_lead_cents.is_none() {
        needs.push(Need::new("value_per_lead", "Set a value per lead to show rank changes as money"));
    }
    needs
}
