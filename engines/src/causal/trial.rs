//! Experiments on one or more sites: power and outcome.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::experiment::{Experiment, ExperimentInput, Page, Pooled, SiteEffect, SitePages, experiment, pool};
use super::impact::{Impact, ImpactInput, Range, decision};
use super::power::{Power, PowerInput, power};
use super::verdict::{Grounds, Verdict, is_proof, judge, not_yet, not_yet_by_placebos, times_to_proof};
use super::{experiment, impact, power};
use crate::common::{Control, Day, EngineError, Update, checkpoint};

/// Placebo tests per site.
const PLACEBOS: usize = 12;
/// Two-sided probability below which an effect counts before the planned days are over.
///
/// Source: Haybittle (1971), "Repeated assessment of results in clinical trials of cancer treatment", British Journal of
/// Radiology 44; Peto et al. (1976), British Journal of Cancer 34: with a level this low for every early look, the test at
/// the planned end keeps its level.
const EARLY_LEVEL: f64 = 0.001;
/// Normal quantile of a 95 % interval.
const Z95: f64 = 1.959_963_984_540_054;

/// One site of an experiment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Arm {
    /// Host name.
    pub site: String,
    /// Sum of the changed pages, one figure per day; `null` is missing.
    pub y: Vec<Option<f64>>,
    /// Controls of the same length.
    pub x: Vec<Vec<Option<f64>>>,
    /// Date of the first figure.
    pub first_day: Option<Day>,
    /// First step with the change; the number of steps if there is none yet.
    pub change: usize,
    /// Other events.
    pub updates: Vec<Update>,
    /// For a split: every page with its group and pair.
    pub pages: Vec<Page>,
}

/// The current state of an experiment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TrialInput {
    /// The sites.
    pub arms: Vec<Arm>,
    /// Number of days measured after the change, 1 to 365.
    pub days: usize,
    /// True if pages were split at random: then the comparison of the groups decides.
    pub is_split: bool,
    /// Short description of the change.
    pub label: Option<String>,
}

/// Result of one site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArmAnswer {
    /// Power analysis from the days before the change only.
    pub power: Result<Power, String>,
    /// Observed compared with expected figures; `null` before there are days after the change.
    pub impact: Option<Impact>,
    /// For a split, the comparison of the groups.
    pub sides: Option<SiteEffect>,
    /// Verdict.
    pub verdict: Option<Verdict>,
}

/// Result of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trial {
    /// Results of the sites, in input order.
    pub arms: Vec<ArmAnswer>,
    /// Minimum detectable relative effect over all sites.
    pub smallest: Option<f64>,
    /// Relative effect over all sites.
    pub relative: Option<Range>,
    /// Two-sided p-value of no effect; 1 before there is an outcome.
    pub p: f64,
    /// Pooled effect over all sites; `null` for fewer than two.
    pub pooled: Option<Pooled>,
    /// Verdict; `null` before there are days after the change.
    pub verdict: Option<Verdict>,
    /// Recommendation, in one sentence; empty before there is an outcome.
    pub decision: String,
    /// Assumptions.
    pub assumptions: Vec<String>,
}

/// Estimates the power of an experiment from the days before it, and its outcome from the days after.
///
/// A site without a random split is measured by [`impact::impact()`] with placebo tests in time and on controls; a site with a
/// split by the difference in differences of [`experiment()`]. Several sites are pooled by a random-effects mean
/// (DerSimonian & Laird 1986), and their verdict follows the same rule as one site's. Before the planned end an effect
/// counts only below [`EARLY_LEVEL`], because daily looks would otherwise cause false positives.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without sites, [`EngineError::InvalidInput`] with the invalid field of a site, or
/// [`EngineError::Cancelled`]. If the power of a site cannot be estimated, its result contains the reason.
pub fn trial(input: &TrialInput, control: &dyn Control) -> Result<Trial, EngineError> {
    if input.arms.is_empty() {
        return Err(EngineError::NoInput { what: "sites", unlock: "name at least one site" });
    }
    let mut arms = Vec::new();
    for (place, arm) in input.arms.iter().enumerate() {
        checkpoint(control)?;
        control.progress(90.0 * place as f64 / input.arms.len() as f64, "measure", "Measuring the sites");
        arms.push(answer(input, arm, control)?);
    }
    let pooled = pool(&arms.iter().filter_map(relative_and_error).collect::<Vec<_>>());
    let relative = match &pooled {
        Some(pooled) => Some(Range { effect: pooled.effect, lo: pooled.lo, hi: pooled.hi }),
        None => arms.first().and_then(relative),
    };
    let p = pooled.map_or_else(|| arms.first().map_or(1.0, probability), |pooled| pooled.p);
    let days = days_after(input);
    let is_early = days < input.days;
    let verdict = overall(&arms, pooled.as_ref()).map(|word| if is_early { early(word, p) } else { word });
    if is_early {
        arms.iter_mut().for_each(|arm| arm.verdict = arm.verdict.map(|word| early(word, probability(arm))));
    }
    let words = |verdict| match verdict {
        Verdict::NotShown if is_early => too_early(days, input.days),
        _ => {
            let (effect, hi) = relative.map_or((0.0, 0.0), |range| (range.effect, range.hi));
            decision(verdict, effect, hi, unsettled(&arms, pooled.as_ref(), p))
        }
    };
    Ok(Trial {
        smallest: smallest(&arms),
        decision: verdict.map(words).unwrap_or_default(),
        assumptions: assumptions(input),
        arms,
        relative,
        p,
        pooled,
        verdict,
    })
}

/// Maximum number of days after the change over the sites.
fn days_after(input: &TrialInput) -> usize {
    input.arms.iter().map(|arm| arm.y.len().saturating_sub(arm.change)).max().unwrap_or(0)
}

/// Adjusts the verdict of an effect before the planned end.
fn early(word: Verdict, p: f64) -> Verdict {
    match word {
        Verdict::Proved | Verdict::Likely if p >= EARLY_LEVEL => Verdict::NotShown,
        _ => word,
    }
}

fn too_early(days: usize, planned: usize) -> String {
    format!(
        "Too early to decide: {days} of {planned} days are complete. Before the planned end, only a much stronger effect is accepted."
    )
}

/// Says what settles an effect that is likely, but not proved: time for one series, pages for a split, sites for several.
fn unsettled(arms: &[ArmAnswer], pooled: Option<&Pooled>, p: f64) -> String {
    let more = |count: usize| (count as f64 * times_to_proof(p)).ceil().max(count as f64 + 1.0);
    match (pooled, arms.first()) {
        (None, Some(ArmAnswer { sides: Some(sides), .. })) => {
            let pages = more(sides.treated.min(sides.untreated));
            format!("{} {pages:.0} pages in each group over the same days prove an effect of this size.", not_yet(p))
        }
        (None, Some(ArmAnswer { impact: Some(impact), .. })) => impact.decision.clone(),
        _ if is_proof(p) => not_yet_by_placebos(),
        _ => format!("{} {:.0} such sites prove an effect of this size.", not_yet(p), more(arms.len())),
    }
}

fn answer(input: &TrialInput, arm: &Arm, control: &dyn Control) -> Result<ArmAnswer, EngineError> {
    let power = match power_of(input, arm, control) {
        Ok(power) => Ok(power),
        Err(EngineError::Cancelled) => return Err(EngineError::Cancelled),
        Err(error) => Err(error.to_string()),
    };
    let known = |steps: &[Option<f64>]| steps.iter().flatten().count();
    let (before, after) = arm.y.split_at(arm.change.min(arm.y.len()));
    if known(after) == 0 || known(before) < impact::LEAST_BEFORE {
        return Ok(ArmAnswer { power, impact: None, sides: None, verdict: None });
    }
    let impact = impact_of(input, arm, control)?;
    let sides = if input.is_split { sides_of(input, arm, control)? } else { None };
    let verdict = Some(sides.as_ref().map_or(impact.verdict, |sides| sides.verdict));
    Ok(ArmAnswer { power, impact: Some(impact), sides, verdict })
}

fn power_of(input: &TrialInput, arm: &Arm, control: &dyn Control) -> Result<Power, EngineError> {
    let before = |values: &Vec<Option<f64>>| values[..arm.change.min(values.len())].to_vec();
    let (y, x) = (before(&arm.y), arm.x.iter().map(before).collect());
    power(&PowerInput { y, x, post_steps: input.days }, &power::Parameters::default().check()?, control)
}

fn impact_of(input: &TrialInput, arm: &Arm, control: &dyn Control) -> Result<Impact, EngineError> {
    let case = ImpactInput {
        y: arm.y.clone(),
        x: arm.x.clone(),
        pre: Some([0, arm.change.saturating_sub(1)]),
        post: Some([arm.change, arm.y.len() - 1]),
        first_day: arm.first_day,
        label: input.label.clone(),
        updates: arm.updates.clone(),
        ..ImpactInput::default()
    };
    let parameters = impact::Parameters { placebos: PLACEBOS, ..impact::Parameters::default() };
    impact::measure(&case, &parameters.check()?, true, control)
}

/// Compares the groups; returns `None` if too few pages have figures.
fn sides_of(input: &TrialInput, arm: &Arm, control: &dyn Control) -> Result<Option<SiteEffect>, EngineError> {
    let treated = arm.pages.iter().filter(|page| page.treated == Some(true)).count();
    if treated < 2 || arm.pages.len() < treated + 2 {
        return Ok(None);
    }
    let site = SitePages { site: arm.site.clone(), pages: arm.pages.clone(), change: Some(arm.change) };
    let case = ExperimentInput {
        sites: vec![site],
        first_day: arm.first_day,
        label: input.label.clone(),
        updates: arm.updates.clone(),
        ..ExperimentInput::default()
    };
    let read: Experiment = experiment(&case, &experiment::Parameters::default().check()?, control)?;
    Ok(read.sites.into_iter().next())
}

fn relative(arm: &ArmAnswer) -> Option<Range> {
    let (relative, error) = relative_and_error(arm)?;
    Some(match (&arm.sides, &arm.impact) {
        (None, Some(impact)) => impact.relative?,
        _ => Range { effect: relative, lo: relative - Z95 * error, hi: relative + Z95 * error },
    })
}

fn relative_and_error(arm: &ArmAnswer) -> Option<(f64, f64)> {
    if let Some(sides) = &arm.sides {
        return sides.relative.zip(sides.relative_error);
    }
    let range = arm.impact.as_ref()?.relative?;
    Some((range.effect, (range.hi - range.lo) / (2.0 * Z95)))
}

fn probability(arm: &ArmAnswer) -> f64 {
    match (&arm.sides, &arm.impact) {
        (Some(sides), _) => sides.permutation_p.max(sides.p),
        (None, Some(impact)) => impact.p,
        (None, None) => 1.0,
    }
}

/// Returns the single site's verdict or the pooled effect's; contaminated if half of the sites are.
fn overall(arms: &[ArmAnswer], pooled: Option<&Pooled>) -> Option<Verdict> {
    let Some(pooled) = pooled else { return arms.first().and_then(|arm| arm.verdict) };
    let contaminated = arms.iter().filter(|arm| arm.verdict == Some(Verdict::Contaminated)).count();
    let failing = arms.iter().filter_map(|arm| arm.impact.as_ref()?.placebos.as_ref());
    let failing = failing.filter(|placebos| placebos.false_share > impact::MOST_FALSE).count();
    Some(judge(&Grounds {
        p: pooled.p,
        half_width: 0.5 * (pooled.hi - pooled.lo),
        widest: impact::Parameters::default().widest_useful,
        is_contaminated: 2 * contaminated >= arms.len(),
        placebos_fail: 2 * failing > arms.len(),
        can_prove: true,
    }))
}

/// Minimum detectable effect over independent sites with the effects `m`, for their best mean: 1 / sqrt(sum of
/// 1 / m squared).
fn smallest(arms: &[ArmAnswer]) -> Option<f64> {
    let each: Option<Vec<f64>> =
        arms.iter().map(|arm| arm.power.as_ref().ok().map(|power| power.mde_relative)).collect();
    let weight: f64 = each?.iter().map(|one| one.powi(-2)).sum();
    (weight.is_finite() && weight > 0.0).then(|| weight.powf(-0.5))
}

fn assumptions(input: &TrialInput) -> Vec<String> {
    let mut all = vec!["Nothing else affected only the changed pages at the time of the change.".to_owned()];
    if input.arms.iter().any(|arm| !arm.x.is_empty()) {
        all.push("The change did not affect the controls.".to_owned());
    }
    if input.is_split {
        all.push("Exactly the pages assigned to the treatment were changed.".to_owned());
    }
    all
}
