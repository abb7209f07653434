//! Converts the engine's result for storage.

use chrono::{DateTime, Utc};
use engines::causal::{
    METHOD, METHOD_VERSION, Verdict,
    experiment::SiteEffect,
    impact::{self, Impact},
    trial::{ArmAnswer, Trial},
};
use shared::domain::experiment::{
    ArmOutcome, ArmPower, Experiment, ExperimentVerdict, Outcome, Placebos, PlotDay, Pooled, Power, Range,
};

use super::{Part, figures::last_planned};

/// Standard errors from the centre to the end of a 95 % interval.
const Z95: f64 = 1.959_963_984_540_054;
/// Days before the start in the chart.
const DAYS_DRAWN: usize = 90;

pub(super) fn power(answer: &Trial, parts: &[Part], at: DateTime<Utc>) -> Power {
    let arms = answer.arms.iter().zip(parts).map(|(arm, part)| arm_power(arm, part)).collect();
    Power { arms, smallest: answer.smallest, at }
}

fn arm_power(arm: &ArmAnswer, part: &Part) -> ArmPower {
    let before: Vec<f64> = part.case.y[..part.case.change].iter().flatten().copied().collect();
    #[expect(clippy::cast_precision_loss, reason = "a count of days")]
    let mean = (!before.is_empty()).then(|| before.iter().sum::<f64>() / before.len() as f64);
    let told = arm.power.as_ref().ok();
    ArmPower {
        website_id: part.arm.website_id,
        site: part.site.clone(),
        days_before: before.len(),
        mean,
        smallest: told.map(|power| power.mde_relative),
        days_for: told.map(|power| power.steps_for.clone()).unwrap_or_default(),
        sites_for: told.map(|power| power.sites_for.clone()).unwrap_or_default(),
        is_measurable: told.is_some_and(|power| power.is_measurable),
        advice: match &arm.power {
            Ok(power) => power.advice.clone(),
            Err(_) if before.is_empty() => "No daily data before the start: import an export with dates.".to_owned(),
            Err(why) => format!("The data before the start are insufficient: {why}."),
        },
    }
}

/// Returns the outcome; `None` before there are days to evaluate.
pub(super) fn outcome(tried: &Experiment, answer: &Trial, parts: &[Part]) -> Option<(ExperimentVerdict, Outcome)> {
    let verdict = word(answer.verdict?);
    let arms: Vec<ArmOutcome> =
        answer.arms.iter().zip(parts).filter_map(|(arm, part)| arm_outcome(tried, arm, part)).collect();
    let until = arms.iter().filter_map(|arm| arm.days.last()).map(|day| day.day.clone()).max().unwrap_or_default();
    let planned = last_planned(tried, tried.starts_on).to_string();
    let outcome = Outcome {
        decision: answer.decision.clone(),
        relative: answer.relative.map(range),
        p: answer.p,
        is_preliminary: until < planned,
        until,
        arms,
        pooled: answer.pooled.map(|pooled| Pooled {
            relative: Range { effect: pooled.effect, lo: pooled.lo, hi: pooled.hi },
            p: pooled.p,
            i_squared: pooled.i_squared,
        }),
        assumptions: answer.assumptions.clone(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    Some((verdict, outcome))
}

fn arm_outcome(tried: &Experiment, arm: &ArmAnswer, part: &Part) -> Option<ArmOutcome> {
    let impact = arm.impact.as_ref()?;
    let (targets, controls) = part.figures.counts(tried.unit, &part.arm);
    let sides = arm.sides.as_ref();
    let effect = sides.map_or_else(|| of_series(impact), |sides| of_sides(sides, part));
    Some(ArmOutcome {
        website_id: part.arm.website_id,
        site: part.site.clone(),
        verdict: word(arm.verdict?),
        daily: effect.daily,
        relative: effect.relative,
        total: effect.total,
        p: sides.map_or(impact.p, |sides| sides.permutation_p.max(sides.p)),
        placebos: impact.placebos.as_ref().map(|placebos| Placebos {
            in_time: placebos.in_time.clone(),
            in_space: placebos.in_space.clone(),
            false_share: placebos.false_share,
            rank_p: placebos.rank_p,
        }),
        permutation_p: sides.map(|sides| sides.permutation_p),
        trend_p: sides.map(|sides| sides.trend_p),
        targets,
        controls,
        overlapping: impact.overlapping_updates.clone(),
        notes: notes(impact, sides),
        days: days(part, impact),
    })
}

/// Effect on one site: per day, relative, and in total.
struct Effect {
    daily: Range,
    relative: Option<Range>,
    total: Range,
}

fn of_series(impact: &Impact) -> Effect {
    Effect {
        daily: Range { effect: impact.effect, lo: impact.lo, hi: impact.hi },
        relative: impact.relative.map(range),
        total: range(impact.cumulative),
    }
}

/// Scales the per-page effect of a split to all changed pages; verdict and p-value are of the same comparison.
fn of_sides(sides: &SiteEffect, part: &Part) -> Effect {
    #[expect(clippy::cast_precision_loss, reason = "counts of pages and days")]
    let (pages, days) = (sides.treated as f64, part.case.y.len().saturating_sub(part.case.change) as f64);
    let times = |n: f64| Range { effect: n * sides.effect, lo: n * sides.lo, hi: n * sides.hi };
    let share = |(effect, error): (f64, f64)| Range { effect, lo: effect - Z95 * error, hi: effect + Z95 * error };
    Effect {
        daily: times(pages),
        relative: sides.relative.zip(sides.relative_error).map(share),
        total: times(pages * days),
    }
}

fn notes(impact: &Impact, sides: Option<&SiteEffect>) -> Vec<String> {
    let mut notes = impact.notes.clone();
    if sides.is_some() {
        notes.push(
            "Effect and verdict compare the treatment group with the control group. The chart compares the treatment group with its own forecast."
                .to_owned(),
        );
    }
    notes
}

/// Observed days before the start, and observed and expected days from it on.
fn days(part: &Part, impact: &Impact) -> Vec<PlotDay> {
    let Some((first, _)) = part.figures.span else { return Vec::new() };
    let change = part.case.change;
    let from = change.saturating_sub(DAYS_DRAWN);
    let dated = first.iter_days().zip(&part.case.y).enumerate().skip(from);
    let one = |(step, (day, observed)): (usize, (chrono::NaiveDate, &Option<f64>))| {
        let after = step.checked_sub(change);
        let at = |series: &[f64]| after.and_then(|after| series.get(after).copied());
        PlotDay {
            day: day.to_string(),
            observed: *observed,
            expected: at(&impact.counterfactual),
            lo: at(&impact.counterfactual_lo),
            hi: at(&impact.counterfactual_hi),
        }
    };
    dated.map(one).collect()
}

fn range(range: impact::Range) -> Range {
    Range { effect: range.effect, lo: range.lo, hi: range.hi }
}

fn word(verdict: Verdict) -> ExperimentVerdict {
    match verdict {
        Verdict::Proved => ExperimentVerdict::Proved,
        Verdict::Likely => ExperimentVerdict::Likely,
        Verdict::NotShown => ExperimentVerdict::NotShown,
        Verdict::NotMeasurable => ExperimentVerdict::NotMeasurable,
        Verdict::Contaminated => ExperimentVerdict::Contaminated,
    }
}
