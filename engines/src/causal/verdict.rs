//! Verdicts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::stat::normal_quantile;

/// Two-sided p-value up to which an effect is proved: of 100 changes without an effect, at most 2 lead to advice to act.
pub(super) const PROVED: f64 = 0.02;
/// Two-sided p-value up to which an effect is likely.
const LIKELY: f64 = 0.2;
/// Maximum confidence: no measurement excludes that something else happened to the series at the same time.
const MOST_CONFIDENT: f64 = 0.99;

/// Kind of the finding about one change.
pub(super) const CHANGE_EFFECT: &str = "change_effect";
/// Kind of the finding about an experiment.
pub(super) const EXPERIMENT_OUTCOME: &str = "experiment_outcome";

/// Whether findings of a kind report a measured effect of a change that was made already, which is no work to be done.
pub fn is_measured_effect(kind: &str) -> bool {
    matches!(kind, CHANGE_EFFECT | EXPERIMENT_OUTCOME)
}

/// Verdict on an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Verdict {
    /// The 98 % interval excludes zero, compared with controls or a random half, and placebo tests show no effect.
    #[serde(rename = "proved")]
    Proved,
    /// The 80 % interval excludes zero. Without controls, or if placebo tests are not clean, the verdict is never higher.
    #[serde(rename = "likely")]
    Likely,
    /// The data are consistent with no effect.
    #[serde(rename = "not shown")]
    NotShown,
    /// Only effects above the largest useful one were detectable.
    #[serde(rename = "not measurable")]
    NotMeasurable,
    /// Another event happened at the same time.
    #[serde(rename = "contaminated")]
    Contaminated,
}

impl Verdict {
    /// Returns the identifier in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Likely => "likely",
            Self::NotShown => "not shown",
            Self::NotMeasurable => "not measurable",
            Self::Contaminated => "contaminated",
        }
    }
}

/// Figures that determine a verdict.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grounds {
    /// Two-sided p-value of no effect.
    pub(super) p: f64,
    /// Half width of the 95 % interval, as a share of the expected value.
    pub(super) half_width: f64,
    /// Maximum useful half width.
    pub(super) widest: f64,
    /// True if another event happened at the same time.
    pub(super) is_contaminated: bool,
    /// True if placebo tests show effects too often.
    pub(super) placebos_fail: bool,
    /// True if a small p-value proves an effect: there is something to compare with, and placebo tests are clean.
    pub(super) can_prove: bool,
}

/// Returns the verdict for the given figures.
pub(super) fn judge(grounds: &Grounds) -> Verdict {
    let is_clear = is_proof(grounds.p);
    match grounds {
        _ if grounds.p <= LIKELY && grounds.is_contaminated => Verdict::Contaminated,
        _ if is_clear && grounds.can_prove && !grounds.placebos_fail => Verdict::Proved,
        _ if is_clear || (grounds.p <= LIKELY && !grounds.placebos_fail) => Verdict::Likely,
        // Not finite if the expected value is 0, so there is no relative effect.
        _ if grounds.half_width <= grounds.widest => Verdict::NotShown,
        _ => Verdict::NotMeasurable,
    }
}

/// Returns the probability that there is an effect, given its two-sided p-value, if half of all changes have one.
///
/// 1 / (1 - e p ln p). Source: Sellke, Bayarri & Berger (2001), "Calibration of p values for testing precise null
/// hypotheses", The American Statistician 55(1): -e p ln p is the smallest Bayes factor for no effect.
pub(super) fn confidence(p: f64) -> f64 {
    // Above 1 / e a p-value is no evidence for an effect.
    let p = p.clamp(f64::MIN_POSITIVE, (-1.0_f64).exp());
    (1.0 / (1.0 - std::f64::consts::E * p * p.ln())).min(MOST_CONFIDENT)
}

/// Number of standard errors of an effect that is just proved.
pub(super) fn errors_of_proof() -> f64 {
    -normal_quantile(0.5 * PROVED)
}

/// How many times the figures, pages or sites that prove an effect of this p-value, if its size stays the same and its
/// standard error falls with the square root of their number; at least 1.
pub(super) fn times_to_proof(p: f64) -> f64 {
    let errors = -normal_quantile(0.5 * p.clamp(1e-12, 0.999));
    (errors_of_proof() / errors).powi(2).max(1.0)
}

/// Whether an effect with this p-value is proved, as far as chance is concerned.
pub(super) fn is_proof(p: f64) -> bool {
    p <= PROVED
}

/// Advice for an effect that only placebo tests keep from being proved.
pub(super) fn not_yet_by_placebos() -> String {
    "Do not act yet: placebo tests often show effects without a change. Add controls, or test the change on a random half of similar pages."
        .to_owned()
}

/// Begins the advice for an effect that is not proved.
pub(super) fn not_yet(p: f64) -> String {
    format!("Do not act yet: {:.0} of 100 changes without an effect look like this.", (100.0 * p).max(1.0))
}
