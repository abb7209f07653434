//! Full analysis of the daily figures of a website.

mod input;
mod insight;
mod output;
mod scope;

pub use input::{Checked, DayFigure, Input, LEAST_DAYS, MAX_DAYS, OtherSite, Parameters};
pub use output::{Change, Output, Season, UnusualDay, Who};

use super::anomalies::{Scale, expect, unusual};
use super::change_points::{self, ChangePoint, Prepared, cut, prepare};
use super::season;
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::series::filled;
use input::Days;
use scope::{Others, shift, updates_between};

/// Finds changes with their dates and the other sites that changed, the season, and unusual days.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without figures, [`EngineError::InvalidInput`] for fewer than 21 days,
/// duplicate dates or figures that are not finite, [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn analyse(input: &Input, params: &Checked, control: &dyn Control) -> Result<Output, EngineError> {
    let days = input.days()?;
    let (others, volatility) = input.company(&days)?;
    control.progress(5.0, "season", "Removing the seasonality");
    let expected = expect(&days.values, Some(params.season));
    checkpoint(control)?;
    control.progress(30.0, "changes", "Finding change points");
    let others = Others::new(input, &days, others, volatility, params.season);
    let changes = changes(&days, expected.scale, &others, params, control)?;
    control.progress(80.0, "anomalies", "Finding anomalies");
    let anomalies = unusual(&days.values, &expected, params.false_discovery_rate);
    let unusual_day = |anomaly: super::anomalies::Anomaly| UnusualDay {
        date: days.day(anomaly.index),
        observed: anomaly.observed,
        expected: anomaly.expected,
        lo: anomaly.lo,
        hi: anomaly.hi,
        score: anomaly.score,
        updates: updates_between(&input.updates, &days, anomaly.index, anomaly.index, 0),
    };
    let mut output = Output {
        changes,
        season: season_of(&days, params.season),
        anomalies: anomalies.into_iter().map(unusual_day).collect(),
        insights: Vec::new(),
        days: days.values.len(),
        known_days: days.values.iter().flatten().count(),
        notes: notes(&days, params),
        assumptions: vec!["Days without a value are missing, not 0.".to_owned()],
        needs: needs(input),
        given: None,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    output.insights = insight::insights(input, &output, days.day(days.values.len() - 1));
    control.progress(100.0, "done", "Told");
    Ok(output)
}

/// Finds the changes of the site, on the scale with the most even variance.
fn changes(
    days: &Days, scale: Scale, others: &Others<'_>, params: &Checked, control: &dyn Control,
) -> Result<Vec<Change>, EngineError> {
    let scaled: Vec<Option<f64>> = days.values.iter().map(|value| value.map(|value| scale.to(value))).collect();
    let of_cut =
        change_points::Parameters { season: Some(params.season), ..change_points::Parameters::default() }.check()?;
    let season = season_in_use(&scaled, params.season);
    let found = cut(&[prepare(&scaled, Some(season), of_cut.noise_floor)], &of_cut, control)?;
    let plain = prepare(&days.values, Some(season), of_cut.noise_floor);
    let mut changes = Vec::new();
    for (place, point) in found.iter().enumerate().filter(|(_, point)| point.confidence >= params.least_confidence) {
        checkpoint(control)?;
        let low = if place == 0 { 0 } else { found[place - 1].index };
        let high = found.get(place + 1).map_or(days.values.len(), |next| next.index);
        changes.extend(change(days, &plain, others, point, (low, high)));
    }
    changes.retain(|change| change.relative.is_none_or(|relative| relative.abs() >= params.least_change));
    Ok(changes)
}

fn change(
    days: &Days, plain: &Prepared, others: &Others<'_>, point: &ChangePoint, (low, high): (usize, usize),
) -> Option<Change> {
    let shift = shift(plain, &days.values, low, point.index, high)?;
    let company = others.at(&shift, point.index, point.earliest, point.latest);
    Some(Change {
        date: days.day(point.index),
        earliest: days.day(point.earliest),
        latest: days.day(point.latest),
        confidence: point.confidence,
        before: shift.before,
        after: shift.after,
        standard_error: shift.error,
        relative: shift.relative(),
        who: company.who,
        others: company.others,
        others_moved: company.moved.len(),
        moved_sites: company.moved.into_iter().take(20).collect(),
        volatility: company.volatility,
        updates: company.updates,
    })
}

/// Returns the season, or 0 if it explains nothing.
fn season_in_use(values: &[Option<f64>], season: usize) -> usize {
    if season::strength(&filled(values), season) > 0.02 { season } else { 0 }
}

fn season_of(days: &Days, season: usize) -> Season {
    let values = filled(&days.values);
    let is_long = values.len() > 2 * season;
    Season {
        days: season,
        strength: if is_long { season::strength(&values, season).clamp(0.0, 1.0) } else { 0.0 },
        profile: if is_long { season::profile(&values, season) } else { vec![0.0; season] },
        first_day: days.first,
    }
}

fn notes(days: &Days, params: &Checked) -> Vec<String> {
    let mut notes = Vec::new();
    let missing = days.values.iter().filter(|value| value.is_none()).count();
    if missing > 0 {
        notes.push(format!("{missing} days have no value; they were interpolated."));
    }
    if days.values.len() <= 2 * params.season {
        notes.push(format!("{} days are too few to estimate a season of {}.", days.values.len(), params.season));
    }
    if days.values.len() < 365 {
        notes.push("With less than a year of data, yearly seasonality looks like a change.".to_owned());
    }
    notes
}

fn needs(input: &Input) -> Vec<String> {
    let mut needs = Vec::new();
    if input.others.len() < 2 {
        needs.push(
            "Daily values of at least two other sites (`others`), to show whether the whole market changed.".to_owned(),
        );
    }
    if input.volatility.is_empty() {
        needs.push("Search results of several days (`volatility`), to measure how much they changed.".to_owned());
    }
    if input.updates.is_empty() {
        needs.push("Search engine updates (`updates`), to compare their dates.".to_owned());
    }
    if input.cents_per_unit.is_none() {
        needs.push("The value of a unit (`centsPerUnit`), to show changes in money.".to_owned());
    }
    needs
}
