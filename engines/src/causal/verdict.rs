//! The words for an outcome.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What can be said of an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Verdict {
    /// The 95% interval excludes zero, and placebo tests show no effect.
    #[serde(rename = "proved")]
    Proved,
    /// The 80 % interval leaves out no effect.
    #[serde(rename = "likely")]
    Likely,
    /// No effect fits the figures as well.
    #[serde(rename = "not shown")]
    NotShown,
    /// Only an effect larger than any useful one could have been seen.
    #[serde(rename = "not measurable")]
    NotMeasurable,
    /// Something else happened at the same time.
    #[serde(rename = "contaminated")]
    Contaminated,
}

impl Verdict {
    /// The word, as in JSON.
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

/// What the verdict rests on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grounds {
    /// Two-sided probability of an effect this far from 0 without one.
    pub(super) p: f64,
    /// Half the 95 % interval, as a share of what was expected.
    pub(super) half_width: f64,
    /// Largest half width that is of any use.
    pub(super) widest: f64,
    /// True when something else happened at the same time.
    pub(super) is_contaminated: bool,
    /// True when fake changes show effects too often.
    pub(super) placebos_fail: bool,
}

/// The word for an outcome.
pub(super) fn judge(grounds: &Grounds) -> Verdict {
    let is_clear = grounds.p <= 0.05;
    match grounds {
        _ if grounds.p <= 0.2 && grounds.is_contaminated => Verdict::Contaminated,
        _ if is_clear && !grounds.placebos_fail => Verdict::Proved,
        _ if is_clear || (grounds.p <= 0.2 && !grounds.placebos_fail) => Verdict::Likely,
        // Not finite: nothing was expected, so no share can be told.
        _ if grounds.half_width <= grounds.widest => Verdict::NotShown,
        _ => Verdict::NotMeasurable,
    }
}
