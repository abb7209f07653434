//! Compares the engines' results with the simulated truth.

use serde_json::Value;

use super::ask::{self, Answers, path};
use super::output::{AheadDay, ChangeCheck, ChangeWord, Check, Effect, Forecast, ObservedDay, Scores};
use crate::causal::Verdict;
use crate::causal::impact::Impact;
use crate::common::{EngineError, EngineId};
use crate::learning::CurvesOutput;
use crate::pattern::Output as PatternOutput;
use crate::predictive::TrafficOutput;
use crate::semantic::OverlapOutput;
use crate::simulator::{COPIED, ChangeEntry, ChangeKind, Simulation};

/// Days shown before the forecast.
const SHOWN: usize = 84;
/// Maximum distance in days between a change point and the update.
const NEAR: i32 = 7;

fn read<T: serde::de::DeserializeOwned>(value: &Value) -> Result<T, EngineError> {
    serde_json::from_value(value.clone()).map_err(|error| EngineError::input("answer", error.to_string()))
}

/// Compares each change of the log, in its order.
pub(super) fn changes(world: &Simulation, answers: &Answers) -> Result<Vec<ChangeCheck>, EngineError> {
    let measured = answers.iter().filter(|answer| answer.engine == EngineId::Causal);
    world.change_log.iter().zip(measured).map(|(entry, answer)| change(world, entry, &read(&answer.value)?)).collect()
}

fn change(world: &Simulation, entry: &ChangeEntry, impact: &Impact) -> Result<ChangeCheck, EngineError> {
    let truth = world.truth.effects.iter().find(|effect| effect.id == entry.id);
    let truth = truth.ok_or_else(|| EngineError::input("truth", "lacks a change"))?;
    let found = impact.relative.map(|range| Effect { effect: range.effect, lo: range.lo, hi: range.hi });
    Ok(ChangeCheck {
        page: path(&entry.page).to_owned(),
        day: entry.date,
        description: entry.description.clone(),
        planted: truth.kind,
        truth: truth.relative,
        found,
        verdict: impact.verdict.as_str().to_owned(),
        outcome: word(truth.kind, truth.relative, impact),
    })
}

/// A verdict of `proved` or `likely` counts as a reported effect.
fn word(kind: ChangeKind, truth: f64, impact: &Impact) -> ChangeWord {
    let is_told = matches!(impact.verdict, Verdict::Proved | Verdict::Likely);
    let is_right = kind != ChangeKind::None && impact.effect * truth > 0.0;
    match (is_told, is_right, kind) {
        (true, true, _) => ChangeWord::Found,
        (true, false, _) => ChangeWord::FalseAlarm,
        (false, _, ChangeKind::None) => ChangeWord::RightlySilent,
        (false, ..) => ChangeWord::Missed,
    }
}

/// Compares the forecast with the days that the engine did not see.
pub(super) fn forecast(world: &Simulation, future: &Simulation, answers: &Answers) -> Result<Forecast, EngineError> {
    let output: TrafficOutput = read(answers.of(EngineId::Predictive))?;
    let clicks = output.clicks.ok_or_else(|| EngineError::input("forecast", "has no clicks"))?;
    let days = world.days as usize;
    let observed = (days.saturating_sub(SHOWN)..days)
        .map(|day| ObservedDay { date: world.start.plus(day as i32), clicks: ask::clicks(world, day) })
        .collect();
    let ahead: Vec<AheadDay> = clicks
        .fan
        .iter()
        .enumerate()
        .map(|(at, day)| AheadDay {
            date: day.date,
            p10: day.p10,
            p50: day.p50,
            p90: day.p90,
            naive: day.naive,
            came: ask::clicks(future, days + at),
        })
        .collect();
    Ok(Forecast {
        observed,
        total: clicks.total,
        came: ahead.iter().map(|day| u64::from(day.came)).sum(),
        naive: ahead.iter().map(|day| day.naive).sum(),
        model: clicks.model,
        ahead,
    })
}

pub(super) fn scores(changes: &[ChangeCheck], forecast: &Forecast) -> Scores {
    let count = |test: &dyn Fn(&ChangeCheck) -> bool| changes.iter().filter(|change| test(change)).count();
    let holds = |change: &ChangeCheck| change.found.is_some_and(|f| (f.lo..=f.hi).contains(&change.truth));
    let is_inside = |day: &&AheadDay| (day.p10..=day.p90).contains(&f64::from(day.came));
    Scores {
        planted: count(&|change| change.planted != ChangeKind::None),
        found: count(&|change| change.outcome == ChangeWord::Found),
        nulls: count(&|change| change.planted == ChangeKind::None),
        false_alarms: count(&|change| change.outcome == ChangeWord::FalseAlarm),
        measured: count(&|change| change.found.is_some()),
        inside: count(&holds),
        days: forecast.ahead.len(),
        days_inside: forecast.ahead.iter().filter(is_inside).count(),
    }
}

/// Compares the remaining known facts of the market.
pub(super) fn checks(world: &Simulation, answers: &Answers) -> Result<Vec<Check>, EngineError> {
    Ok(vec![update(world, answers)?, copy(world, answers)?, conversion(world, answers)?, revenue(world, answers)])
}

fn update(world: &Simulation, answers: &Answers) -> Result<Check, EngineError> {
    let output: PatternOutput = read(answers.of(EngineId::Pattern))?;
    let planted = world.truth.updates.first().map(|update| world.start.plus(update.day as i32)).unwrap_or_default();
    let nearest = output.changes.iter().filter(|change| change.after < change.before);
    let nearest = nearest.min_by_key(|change| change.date.since(planted).abs());
    let found = nearest.map_or_else(
        || "no fall".to_owned(),
        |change| {
            let share = change.relative.map_or_else(String::new, |share| format!(", {:+.0} %", 100.0 * share));
            format!("a fall on {}{share}", change.date)
        },
    );
    Ok(Check {
        engine: EngineId::Pattern,
        about: format!("The day on which all pages lost strength, within {NEAR} days"),
        planted: format!("an update on {planted}"),
        found,
        agrees: nearest.is_some_and(|change| change.date.since(planted).abs() <= NEAR),
    })
}

fn copy(world: &Simulation, answers: &Answers) -> Result<Check, EngineError> {
    let output: OverlapOutput = read(answers.of(EngineId::Semantic))?;
    let (a, b) = (&world.markets[COPIED.0].page, &world.markets[COPIED.1].page);
    let first = output.pairs.first();
    let is_it = first.is_some_and(|pair| [&pair.a, &pair.b] == [a, b] || [&pair.b, &pair.a] == [a, b]);
    Ok(Check {
        engine: EngineId::Semantic,
        about: "The pages with the same text but for the place".to_owned(),
        planted: format!("{} and {}", path(a), path(b)),
        found: first.map_or_else(
            || "none alike".to_owned(),
            |pair| format!("{} and {}: {:.0} % shared", path(&pair.a), path(&pair.b), 100.0 * pair.jaccard),
        ),
        agrees: is_it,
    })
}

/// Eight in ten intervals should contain the truth; a share more than two standard deviations below that disagrees.
fn conversion(world: &Simulation, answers: &Answers) -> Result<Check, EngineError> {
    let output: CurvesOutput = read(answers.of(EngineId::Learning))?;
    let truth = world.markets.iter().zip(&world.truth.conversion);
    let inside = truth
        .filter(|(market, rate)| {
            let learned = output.rates.iter().find(|learned| learned.key == market.page);
            learned.is_some_and(|learned| (learned.low..=learned.high).contains(*rate))
        })
        .count();
    let pages = world.markets.len();
    let least = 0.8 * pages as f64 - 2.0 * (0.16 * pages as f64).sqrt();
    Ok(Check {
        engine: EngineId::Learning,
        about: format!("Conversion rate by page: 80 % intervals that contain the true value, at least {least:.0}"),
        planted: format!("{pages} rates"),
        found: format!("{inside} of {pages} inside"),
        agrees: inside as f64 >= least,
    })
}

/// The score does not use the outcomes; by chance alone the correlation is below 1.645 / sqrt(n - 1) in 19 of 20 cases.
fn revenue(world: &Simulation, answers: &Answers) -> Check {
    let test = &answers.of(EngineId::Local)["backTest"];
    let correlation = test["rankCorrelation"].as_f64();
    let least = 1.645 / (world.markets.len() as f64 - 1.0).sqrt();
    Check {
        engine: EngineId::Local,
        about: format!("The order of the markets by revenue: rank correlation above chance ({least:.2})"),
        planted: format!("{} markets with their revenue", world.markets.len()),
        found: correlation.map_or_else(|| "not told".to_owned(), |correlation| format!("{correlation:.2}")),
        agrees: correlation.is_some_and(|correlation| correlation > least),
    }
}
