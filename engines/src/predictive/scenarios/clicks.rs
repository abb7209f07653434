//! Simulated daily clicks.

use super::{Basis, ScenariosInput};
use crate::common::{Control, Day, EngineError, checkpoint};
use crate::market::{CTR_SPREAD, Curve};
use crate::predictive::traffic::{Outlook, read_daily};
use crate::predictive::{Checked, RankForecast, RankingInput, RankingOutput, TrafficInput, ranking};
use crate::stat::{SplitMix64, normal_quantile, stratified_normals};

/// Default correlation of the ranks of different keywords.
const TOGETHER: f64 = 0.5;
/// Average days per month.
const MONTH_DAYS: f64 = 30.437;

/// Draws of the clicks of each future day.
pub(super) struct Futures {
    pub(super) basis: Basis,
    /// The day before the first forecast day.
    pub(super) last: Day,
    /// `draws[draw][day]`.
    pub(super) draws: Vec<Vec<f64>>,
    pub(super) notes: Vec<String>,
}

/// Days until the end of the last requested month.
fn days_ahead(last: Day, months: u32) -> usize {
    let mut day = last.plus(1);
    for _ in 0..months {
        let month = crate::predictive::traffic::month_of(day);
        while crate::predictive::traffic::month_of(day) == month {
            day = day.plus(1);
        }
    }
    day.since(last) as usize - 1
}

/// Simulates clicks from daily clicks if there are any, otherwise from ranks and monthly search volumes.
///
/// # Errors
/// Returns an [`EngineError`] that names the missing or invalid field.
pub(super) fn futures(input: &ScenariosInput, params: &Checked, control: &dyn Control) -> Result<Futures, EngineError> {
    let traffic = TrafficInput { days: input.days.clone(), ..TrafficInput::default() };
    let Some(daily) = read_daily(&traffic, "clicks", |day| day.clicks)? else {
        return of_ranks(input, params, control);
    };
    let last = daily.last();
    let outlook = Outlook::of(daily, days_ahead(last, params.months), params, control)?;
    let mut notes = Vec::new();
    if outlook.fan.accuracy.loses_to_naive {
        let accuracy = &outlook.fan.accuracy;
        notes.push(format!(
            "The click forecast is {} a naive forecast, which repeats the previous week, for this site{}: rely on the intervals, not on the middle.",
            accuracy.against_naive(),
            accuracy.error_in_words()
        ));
    }
    if !input.keywords.is_empty() {
        notes.push("The keywords were not counted separately: the clicks of the site include theirs.".to_owned());
    }
    Ok(Futures { basis: Basis::Traffic, last, draws: outlook.futures, notes })
}

fn of_ranks(input: &ScenariosInput, params: &Checked, control: &dyn Control) -> Result<Futures, EngineError> {
    if !input.keywords.iter().any(|path| path.volume.is_some_and(|volume| volume > 0.0)) {
        return Err(EngineError::NoInput {
            what: "daily clicks, or keywords with search volumes",
            unlock: "import Chart.csv or Dates.csv of a Search Console export, or rank paths with volumes",
        });
    }
    let paths =
        RankingInput { as_of: input.as_of, depth: input.depth, keywords: input.keywords.clone(), currency: None };
    let output = ranking(&paths, params, control)?;
    let last =
        paths.origin().ok_or_else(|| EngineError::input("asOf", "is required if no keyword has a rank check"))?;
    let days = days_ahead(last, params.months);
    let draws = rank_draws(input, &output, params, days, control)?;
    let notes =
        vec!["Clicks are estimated from ranks, search volumes and published CTR, not from measured clicks.".to_owned()];
    Ok(Futures { basis: Basis::Ranks, last, draws, notes })
}

/// Draws one path per keyword, correlated like their past errors, and one CTR error for all keywords.
fn rank_draws(
    input: &ScenariosInput, output: &RankingOutput, params: &Checked, days: usize, control: &dyn Control,
) -> Result<Vec<Vec<f64>>, EngineError> {
    let count = params.draws as usize;
    let mut random = SplitMix64::new(params.seed);
    let curve = Curve::published();
    let depth = input.depth.unwrap_or(100.0);
    let together = output.record.common_movement.unwrap_or(TOGETHER);
    let common = stratified_normals(count, &mut random);
    let mut draws: Vec<Vec<f64>> = vec![vec![0.0; days]; count];
    for (path, forecast) in input.keywords.iter().zip(&output.keywords) {
        checkpoint(control)?;
        let Some(volume) = path.volume else { continue };
        let normals = stratified_normals(count, &mut random);
        for ((draw, own), common) in draws.iter_mut().zip(&normals).zip(&common) {
            let normal = together.sqrt() * common + (1.0 - together).sqrt() * own;
            let ranks: Vec<(f64, f64)> = std::iter::once((0.0, forecast.last_rank))
                .chain(forecast.ahead.iter().map(|row| (f64::from(row.days), at(row.rank.as_ref(), normal))))
                .map(|(day, rank)| (day, rank.map_or(0.0, |rank| if rank < depth { curve.at(rank) } else { 0.0 })))
                .collect();
            for (day, clicks) in draw.iter_mut().enumerate() {
                *clicks += volume / MONTH_DAYS * between(&ranks, day as f64 + 1.0);
            }
        }
    }
    for (draw, normal) in draws.iter_mut().zip(stratified_normals(count, &mut random)) {
        draw.iter_mut().for_each(|clicks| *clicks *= (CTR_SPREAD * normal).exp());
    }
    Ok(draws)
}

/// Rank of a path with a constant quantile: log-linear between the three scenarios.
fn at(rank: Option<&RankForecast>, normal: f64) -> Option<f64> {
    let rank = rank?;
    let middle = rank.realistic?;
    let side = if normal < 0.0 { rank.optimistic } else { rank.pessimistic };
    let steps = normal.abs() / normal_quantile(0.9);
    match side {
        Some(side) => Some((middle * (side / middle).powf(steps)).max(1.0)),
        None if steps < 0.5 => Some(middle),
        None => None,
    }
}

/// Interpolates linearly between points; the last value continues.
fn between(points: &[(f64, f64)], day: f64) -> f64 {
    let after = points.iter().position(|(at, _)| *at >= day).unwrap_or(points.len());
    match (after.checked_sub(1).and_then(|before| points.get(before)), points.get(after)) {
        (Some((from, low)), Some((to, high))) => low + (high - low) * (day - from) / (to - from),
        (Some((_, last)), None) | (None, Some((_, last))) => *last,
        (None, None) => 0.0,
    }
}
