//! The effect of a change on the share of AI answers that cite the site.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Verdict;
use super::impact::{Checked, Impact, ImpactInput, LEAST_BEFORE, Placebos, Range, impact};
use crate::answers::{Brand, PromptAnswer, check};
use crate::common::{Control, Day, EngineError, Insight, Update};
use crate::stat::series::median;

/// Maximum number of days from the first to the last answer.
const MAX_DAYS: i32 = 4_000;

/// AI answers before and after a change.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CitationsInput {
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
    /// Host of your site, such as `www.example.com`, including its subdomains.
    pub site: String,
    /// Answers to tracked prompts, with their days.
    pub answers: Vec<PromptAnswer>,
    /// Date of the change. Answers of this day count as after it.
    pub change: Option<Day>,
    /// Short description of the change.
    pub label: Option<String>,
    /// Events that affected all sites, such as a new model of an assistant.
    pub updates: Vec<Update>,
}

/// The effect of a change on the share of answers that cite the site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationEffect {
    /// Average effect on the daily share: 0.1 is 10 percentage points.
    pub effect: f64,
    /// Lower end of its 95 % interval.
    pub lo: f64,
    /// Upper end of its 95 % interval.
    pub hi: f64,
    /// Effect relative to the expected share; `null` if that is 0.
    pub relative: Option<Range>,
    /// Two-sided p-value of no effect.
    pub p: f64,
    /// Verdict.
    pub verdict: Verdict,
    /// Recommendation, in one sentence.
    pub decision: String,
    /// Days with answers, in order.
    pub days: Vec<CitationDay>,
    /// Number of pairs of prompt and engine that were asked both before and after the change. Only their answers count.
    pub places: u32,
    /// Standard error of the share of a day from the number of its answers alone, median over the days.
    pub sampling_error: f64,
    /// Placebo tests; `null` if none was requested.
    pub placebos: Option<Placebos>,
    /// Updates at the same time.
    pub overlapping_updates: Vec<String>,
    /// The insight.
    pub insights: Vec<Insight>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Missing data and what they would enable.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A day with answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationDay {
    /// Day.
    pub day: Day,
    /// Number of answers.
    pub answers: u32,
    /// Number of answers that cite the site.
    pub cited: u32,
    /// Share adjusted for which prompts and engines were asked on this day; it can be slightly below 0 or above 1.
    pub share: f64,
    /// Expected share without the change; `null` before it.
    pub expected: Option<f64>,
    /// Lower end of its 95 % interval.
    pub low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub high: Option<f64>,
}

/// Cited and all answers.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    cited: u32,
    answers: u32,
}

impl Counts {
    fn share(self) -> f64 {
        f64::from(self.cited) / f64::from(self.answers.max(1))
    }
}

/// Counts by day and by place, a pair of engine and prompt.
type Days<'a> = BTreeMap<Day, BTreeMap<(&'a str, &'a str), Counts>>;

/// Estimates the effect of a change on the daily share of AI answers that cite the site.
///
/// Days differ in which prompts and engines were asked. So the share of a day is the mean share of all places before the
/// change, plus the mean deviation of the day's places from their own shares before the change, weighted by answers.
/// The series is then measured like every other, see [`impact()`].
///
/// # Errors
/// Returns [`EngineError::NoInput`] without answers or change, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn citations(
    input: &CitationsInput, params: &Checked, control: &dyn Control,
) -> Result<CitationEffect, EngineError> {
    check(&input.answers)?;
    let site = Brand { host: input.site.trim().trim_start_matches("www.").to_lowercase(), is_own: true };
    if site.host.is_empty() {
        return Err(EngineError::input("site", "must be the host name of your site, such as www.example.com"));
    }
    let Some(change) = input.change else {
        return Err(EngineError::NoInput { what: "change", unlock: "record what was changed on the site, and when" });
    };
    let mut counted = counted(&input.answers, &site);
    let places = keep_common(&mut counted, change);
    let days = adjusted(&counted, change);
    check_variation(&days, change)?;
    let series = series(input, &days, change)?;
    let found = impact(&series, params, control)?;
    Ok(effect(found, days, places, change))
}

fn counted<'a>(answers: &'a [PromptAnswer], site: &Brand) -> Days<'a> {
    let mut days = Days::new();
    for answer in answers {
        let Some(day) = answer.day else { continue };
        let counts = days.entry(day).or_default().entry((&answer.engine, &answer.prompt)).or_default();
        counts.answers += 1;
        counts.cited += u32::from(answer.cites(site));
    }
    days
}

/// Sums the counts of each place over the days before or from a change on.
fn sums<'a>(days: &Days<'a>, is_before: bool, change: Day) -> BTreeMap<(&'a str, &'a str), Counts> {
    let mut sums: BTreeMap<_, Counts> = BTreeMap::new();
    for (place, counts) in days.iter().filter(|(day, _)| (**day < change) == is_before).flat_map(|(_, day)| day) {
        let sum = sums.entry(*place).or_default();
        sum.cited += counts.cited;
        sum.answers += counts.answers;
    }
    sums
}

/// Drops places that were not asked on both sides of the change, and days without others. Returns the number left.
fn keep_common(days: &mut Days<'_>, change: Day) -> u32 {
    let (before, after) = (sums(days, true, change), sums(days, false, change));
    days.values_mut().for_each(|day| day.retain(|place, _| before.contains_key(place) && after.contains_key(place)));
    days.retain(|_, places| !places.is_empty());
    before.keys().filter(|place| after.contains_key(*place)).count() as u32
}

/// Returns the days with their adjusted shares.
fn adjusted(days: &Days<'_>, change: Day) -> Vec<CitationDay> {
    let usual: BTreeMap<_, f64> =
        sums(days, true, change).into_iter().map(|(place, counts)| (place, counts.share())).collect();
    let mean = usual.values().sum::<f64>() / usual.len().max(1) as f64;
    let row = |(day, places): (&Day, &BTreeMap<(&str, &str), Counts>)| {
        let (mut cited, mut answers, mut more) = (0, 0, 0.0);
        for (place, counts) in places {
            cited += counts.cited;
            answers += counts.answers;
            more += f64::from(counts.cited) - f64::from(counts.answers) * usual.get(place).copied().unwrap_or(mean);
        }
        let share = mean + more / f64::from(answers.max(1));
        CitationDay { day: *day, answers, cited, share, expected: None, low: None, high: None }
    };
    days.iter().map(row).collect()
}

/// Returns the series to measure; days without answers are missing.
fn series(input: &CitationsInput, days: &[CitationDay], change: Day) -> Result<ImpactInput, EngineError> {
    let before = days.iter().filter(|one| one.day < change).count();
    let after = days.len() - before;
    let (Some(first), Some(last)) = (days.first(), days.last()) else {
        return Err(too_few(before, after));
    };
    if before < LEAST_BEFORE || after == 0 {
        return Err(too_few(before, after));
    }
    let span = last.day.since(first.day);
    if span >= MAX_DAYS {
        return Err(EngineError::TooLarge { what: "days", got: span as usize + 1, limit: MAX_DAYS as usize });
    }
    let mut y = vec![None; span as usize + 1];
    for one in days {
        y[one.day.since(first.day) as usize] = Some(one.share);
    }
    let step = change.since(first.day) as usize;
    let last = y.len() - 1;
    Ok(ImpactInput {
        y,
        pre: Some([0, step - 1]),
        post: Some([step, last]),
        first_day: Some(first.day),
        change: Some(change),
        label: Some(format!("Citations in AI answers: {}", input.label.as_deref().unwrap_or("the change"))),
        updates: input.updates.clone(),
        as_of: input.as_of,
        ..ImpactInput::default()
    })
}

/// Rejects a site that no answer, or every answer before the change cites: its shares do not vary.
fn check_variation(days: &[CitationDay], change: Day) -> Result<(), EngineError> {
    let before = || days.iter().filter(|one| one.day < change);
    let word = match (before().map(|one| one.cited).sum::<u32>(), before().map(|one| one.answers).sum::<u32>()) {
        (_, 0) => return Ok(()),
        (0, _) => "none",
        (cited, all) if cited == all => "all",
        _ => return Ok(()),
    };
    let problem = format!(
        "cite the site in {word} of the answers before the change, so their natural variation is unknown; Gained and lost on the page AI answers compares the periods with an interval"
    );
    Err(EngineError::input("answers", problem))
}

fn too_few(before: usize, after: usize) -> EngineError {
    let problem = format!(
        "of prompts asked both before and after the change cover {before} days before it and {after} after it; at least {LEAST_BEFORE} before and 1 after are needed"
    );
    EngineError::input("answers", problem)
}

fn effect(found: Impact, mut days: Vec<CitationDay>, places: u32, change: Day) -> CitationEffect {
    let after = days.iter_mut().filter(|one| one.day >= change);
    for one in after {
        let step = one.day.since(change) as usize;
        one.expected = found.counterfactual.get(step).copied();
        one.low = found.counterfactual_lo.get(step).copied();
        one.high = found.counterfactual_hi.get(step).copied();
    }
    let error = |one: &CitationDay| {
        // Half an answer of either kind: a share of 0 or 1 is not exact.
        let (n, share) = (f64::from(one.answers), (f64::from(one.cited) + 0.5) / (f64::from(one.answers) + 1.0));
        (share * (1.0 - share) / n).sqrt()
    };
    let sampling_error = median(&days.iter().map(error).collect::<Vec<f64>>());
    let mut notes = found.notes;
    notes.push(format!(
        "Answers are random draws: with the number of answers of a usual day, its share has a standard error of {:.0} points. The interval includes this noise; more answers a day make it narrower",
        100.0 * sampling_error
    ));
    let mut assumptions = found.assumptions;
    assumptions.push(
        "Differences between prompts and engines add up: the change moves all of them by the same number of points"
            .to_owned(),
    );
    assumptions.push("The assistants' models did not change at the same time".to_owned());
    CitationEffect {
        effect: found.effect,
        lo: found.lo,
        hi: found.hi,
        relative: found.relative,
        p: found.p,
        verdict: found.verdict,
        decision: found.decision,
        days,
        places,
        sampling_error,
        placebos: found.placebos,
        overlapping_updates: found.overlapping_updates,
        insights: found.insights,
        notes,
        assumptions,
        needs: Vec::new(),
        method: found.method,
        method_version: found.method_version,
    }
}
