//! Backtest of the models on the end of the series.

use super::scale::Scale;
use crate::common::{Control, EngineError, checkpoint};
use crate::predictive::calendar::Calendar;
use crate::predictive::model::Path;
use crate::predictive::model::bank::{self, Ground, Named};

/// Maximum length of the held-out part: four years of weeks, nearly nine days of hours.
const MOST_HELD_BACK: usize = 208;
/// Maximum number of origins per horizon; adjacent origins give similar results.
const ORIGINS_A_HORIZON: usize = 12;

/// The series and the requested forecast.
pub(crate) struct Setting<'a> {
    pub(super) values: &'a [f64],
    /// True for values that fill a gap, which are no outcomes; empty without gaps.
    pub(super) filled: &'a [bool],
    pub(super) scale: Scale,
    pub(super) calendar: Calendar,
    pub(super) horizon: usize,
}

/// Forecasts of every model from past origins and from the end.
pub(crate) struct Backtest {
    pub(super) names: Vec<&'static str>,
    /// First steps forecast, as indices into the values; ascending.
    pub(super) origins: Vec<usize>,
    /// `paths[origin][model]`: forecasts of `horizon` steps.
    pub(super) paths: Vec<Vec<Vec<f64>>>,
    /// `ahead[model]`: forecasts from the end.
    pub(super) ahead: Vec<Vec<f64>>,
    /// `truth[origin]`: outcomes, as many steps as there are; NaN in gaps.
    pub(super) truth: Vec<Vec<f64>>,
    /// Length of the held-out part in horizons; the number of independent trials.
    pub(super) trials: f64,
}

impl Backtest {
    /// Models are fitted to the values before the first origin, so their parameters do not depend on the held-out
    /// part; at each origin they only see the values before it (Tashman 2000, "Out-of-sample tests of forecasting
    /// accuracy", IJF 16(4)). For the forecast they are refitted to all values.
    pub(super) fn run(setting: &Setting<'_>, control: &dyn Control) -> Result<Self, EngineError> {
        let working: Vec<f64> = setting.values.iter().map(|v| setting.scale.lower(*v)).collect();
        let (n, horizon) = (working.len(), setting.horizon);
        let held_back = (n / 3).clamp(1, MOST_HELD_BACK);
        let step = (horizon / ORIGINS_A_HORIZON).max(1).min(held_back);
        let origins: Vec<usize> = (n - held_back..n).step_by(step).collect();
        let (early, late) = matched(setting.bank(&working[..n - held_back]), setting.bank(&working));
        checkpoint(control)?;
        let bounds = Bounds::of(&working);
        let raised = |path: &Path, history: &[f64]| -> Vec<f64> {
            path(history).iter().map(|v| setting.scale.raise(bounds.hold(*v))).collect()
        };
        let mut paths = Vec::with_capacity(origins.len());
        for &origin in &origins {
            checkpoint(control)?;
            paths.push(early.iter().map(|model| raised(&model.path, &working[..origin])).collect());
        }
        let truth = origins.iter().map(|&o| (o..n.min(o + horizon)).map(|at| setting.outcome(at)).collect()).collect();
        let ahead = late.iter().map(|model| raised(&model.path, &working)).collect();
        let names = late.iter().map(|model| model.name).collect();
        Ok(Self { names, origins, paths, ahead, truth, trials: held_back as f64 / horizon as f64 })
    }
}

impl Setting<'_> {
    fn outcome(&self, at: usize) -> f64 {
        if self.filled.get(at) == Some(&true) { f64::NAN } else { self.values[at] }
    }

    fn bank(&self, working: &[f64]) -> Vec<Named> {
        let ground =
            Ground { values: working, horizon: self.horizon, calendar: self.calendar, is_log: self.scale.is_log() };
        bank::fit(ground)
    }
}

/// Returns models that could be fitted both before the held-out part and to all values; if there are none, those
/// fitted to all values.
fn matched(mut early: Vec<Named>, mut late: Vec<Named>) -> (Vec<Named>, Vec<Named>) {
    early.retain(|model| late.iter().any(|other| other.name == model.name));
    late.retain(|model| early.iter().any(|other| other.name == model.name));
    // Different banks have the same models in another order.
    early.sort_by_key(|model| late.iter().position(|other| other.name == model.name));
    (early, late)
}

/// Limits of forecasts: no further outside the values than their range.
struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    fn of(working: &[f64]) -> Self {
        let low = working.iter().copied().fold(f64::INFINITY, f64::min);
        let high = working.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let wide = high - low;
        Self { low: low - wide, high: high + wide }
    }

    fn hold(&self, value: f64) -> f64 {
        if value.is_nan() { 0.5 * (self.low + self.high) } else { value.clamp(self.low, self.high) }
    }
}
