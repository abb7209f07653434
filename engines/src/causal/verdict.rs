//! Verdicts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Verdict on an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Verdict {
    /// The 95% interval excludes zero, and placebo tests show no effect.
    #[serde(rename = "proved")]
    Proved,
    /// The 80 % interval excludes zero.
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
}

/// Returns the verdict for the given figures.
pub(super) fn judge(grounds: &Grounds) -> Verdict {
    let is_clear = grounds.p <= 0.05;
    match grounds {
        _ if grounds.p <= 0.2 && grounds.is_contaminated => Verdict::Contaminated,
        _ if is_clear && !grounds.placebos_fail => Verdict::Proved,
        _ if is_clear || (grounds.p <= 0.2 && !grounds.placebos_fail) => Verdict::Likely,
        // Not finite if the expected value is 0, so there is no relative effect.
        _ if grounds.half_width <= grounds.widest => Verdict::NotShown,
        _ => Verdict::NotMeasurable,
    }
}
