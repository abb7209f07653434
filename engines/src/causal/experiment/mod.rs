//! Random splits of pages, and their evaluation.

mod conclusion;
mod input;
mod panel;
mod pool;
mod sequence;
mod split;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use input::{Checked, ExperimentInput, MAX_PAGES, Page, Parameters, SitePages};
pub use pool::{Pooled, pool};
pub use sequence::Look;
pub use split::Assignment;

use super::verdict::{Grounds, Verdict, judge};
use crate::common::{Control, EngineError, Insight, checkpoint};

/// p-value of the trend test below which the groups diverged before the change.
const LEAST_TREND_P: f64 = 0.01;

/// The effect on one site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteEffect {
    /// The site.
    pub site: String,
    /// Effect a page and step, in units of the metric.
    pub effect: f64,
    /// Lower end of the 95 % interval, with errors clustered by page.
    pub lo: f64,
    /// Upper end of the 95 % interval.
    pub hi: f64,
    /// Effect relative to the expected value of the changed pages; `null` if that is 0.
    pub relative: Option<f64>,
    /// Standard error of the relative effect.
    pub relative_error: Option<f64>,
    /// Two-sided p-value, with errors clustered by page.
    pub p: f64,
    /// Two-sided p-value by random splits of the same pages.
    pub permutation_p: f64,
    /// Two-sided p-value of parallel trends before the change: a placebo test in time.
    pub trend_p: f64,
    /// Verdict.
    pub verdict: Verdict,
    /// Effect day by day, valid for daily looks.
    pub sequence: Vec<Look>,
    /// First step at which that interval excludes 0; `null` where it never does.
    pub stop_at: Option<usize>,
    /// Number of changed pages.
    pub treated: usize,
    /// Number of unchanged pages.
    pub untreated: usize,
}

/// A split, or its evaluation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Experiment {
    /// Pages to change; empty in an evaluation.
    pub split: Vec<Assignment>,
    /// The effect on each site.
    pub sites: Vec<SiteEffect>,
    /// Effect over all sites; `null` for fewer than two.
    pub pooled: Option<Pooled>,
    /// Verdict over all sites; `null` for a split.
    pub verdict: Option<Verdict>,
    /// Recommendation, in one sentence.
    pub decision: String,
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

/// Splits pages if the input has no change, and evaluates the change otherwise.
///
/// # Errors
/// Returns [`EngineError::NoInput`], [`EngineError::TooLarge`], [`EngineError::InvalidInput`] with the
/// field, or [`EngineError::Cancelled`].
pub fn experiment(input: &ExperimentInput, params: &Checked, control: &dyn Control) -> Result<Experiment, EngineError> {
    let sites = input.checked()?;
    if sites[0].change.is_none() {
        let split = sites.iter().flat_map(|site| split::split(site, params.seed)).collect();
        return Ok(conclusion::of_split(split));
    }
    let mut effects = Vec::new();
    for (place, site) in sites.iter().enumerate() {
        checkpoint(control)?;
        control.progress(90.0 * place as f64 / sites.len() as f64, "sites", "Reading the outcome");
        effects.extend(site.change.map(|change| read(site, change, params)));
    }
    let pairs: Vec<(f64, f64)> =
        effects.iter().filter_map(|effect: &SiteEffect| effect.relative.zip(effect.relative_error)).collect();
    let pooled = pool(&pairs);
    control.progress(100.0, "done", "Read");
    Ok(conclusion::of_outcome(input, effects, pooled, params))
}

fn read(site: &SitePages, change: usize, params: &Checked) -> SiteEffect {
    let treated: Vec<bool> = site.pages.iter().map(|page| page.treated == Some(true)).collect();
    let steps = site.pages.first().map_or(0, |page| page.y.len());
    let found = panel::estimate(&site.pages, &treated, change, steps);
    let trend = panel::estimate(&site.pages, &treated, change / 2, change);
    let permutation_p = panel::permutation_p(site, &treated, change, params.permutations, params.seed);
    let expected = found.observed - found.effect;
    let share = Some(expected).filter(|expected| expected.abs() > 1e-12 * found.observed.abs().max(1e-300));
    let half = found.half_width();
    let sequence = sequence::sequence(&site.pages, &treated, change);
    // The permutation test needs no assumption about errors, so it also applies to a single small site.
    let p = permutation_p.max(found.p());
    SiteEffect {
        site: site.site.clone(),
        effect: found.effect,
        lo: found.effect - half,
        hi: found.effect + half,
        relative: share.map(|share| found.effect / share.abs()),
        relative_error: share.map(|share| found.error / share.abs()),
        p: found.p(),
        permutation_p,
        trend_p: trend.p(),
        verdict: judge(&Grounds {
            p,
            half_width: share.map_or(f64::INFINITY, |share| half / share.abs()),
            widest: params.widest_useful,
            is_contaminated: trend.p() < LEAST_TREND_P,
            placebos_fail: false,
            can_prove: true,
        }),
        stop_at: sequence.iter().find(|look| look.lo > 0.0 || look.hi < 0.0).map(|look| look.step),
        sequence,
        treated: treated.iter().filter(|treated| **treated).count(),
        untreated: treated.iter().filter(|treated| !**treated).count(),
    }
}
