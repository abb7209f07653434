//! Leads and revenue from clicks, as a product of distributions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Checked;
use crate::common::{EngineError, Interval};
use crate::market::conversion;
pub(super) use crate::market::money::currency;
use crate::market::money::{log_normals, value_deviation};
use crate::stat::{SplitMix64, interval_of};

/// A factor of leads or revenue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Factor {
    /// Stable identifier, such as `conversionRate`.
    pub name: String,
    /// Meaning and unit.
    pub label: String,
    /// Distribution.
    pub distribution: String,
    /// 10, 50 and 90 % quantiles and mean.
    pub interval: Interval,
    /// Source.
    pub source: String,
    /// True for an assumption.
    pub is_assumption: bool,
    /// Parameter that overrides it.
    pub parameter: String,
}

/// Draws of leads and revenue per click; the same for all months of a run, because they share the rate and the value.
pub(super) struct Worth {
    /// Leads per click.
    pub(super) conversion: Vec<f64>,
    /// Value per lead in cents; `None` if unknown.
    pub(super) value: Option<Vec<f64>>,
    pub(super) factors: Vec<Factor>,
}

impl Worth {
    /// Draws every factor once per draw.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] if a conversion rate is not a valid distribution.
    pub(super) fn draw(params: &Checked) -> Result<Self, EngineError> {
        let count = params.draws as usize;
        let mut random = SplitMix64::new(params.seed ^ 0x5EED);
        let shape = conversion::shape(params.conversion_rate, params.conversion_visits);
        let conversion = conversion::draws(shape, count, &mut random)?;
        let deviation = value_deviation(params.value_per_lead_spread);
        let value = params.value_per_lead_cents.map(|cents| {
            log_normals(deviation, count, &mut random).into_iter().map(|factor| cents * factor).collect::<Vec<f64>>()
        });
        let mut factors = vec![conversion_factor(params, &conversion)];
        factors.extend(value.as_ref().map(|value| value_factor(params.value_per_lead_spread, value)));
        Ok(Self { conversion, value, factors })
    }

    /// Computes leads and, if there is a value per lead, cents from draws of clicks, draw by draw.
    pub(super) fn of(&self, clicks: &[f64]) -> (Vec<f64>, Option<Vec<f64>>) {
        let leads: Vec<f64> = clicks.iter().zip(&self.conversion).map(|(clicks, rate)| clicks * rate).collect();
        let cents = self.value.as_ref().map(|value| leads.iter().zip(value).map(|(leads, v)| leads * v).collect());
        (leads, cents)
    }
}

fn conversion_factor(params: &Checked, draws: &[f64]) -> Factor {
    let (a, b) = conversion::shape(params.conversion_rate, params.conversion_visits);
    let source = match (params.conversion_rate, params.conversion_visits) {
        // The rate may be the website's own or a measured one, so its source is not stated here.
        (Some(_), Some(_)) => "given or measured rate, combined with the assumption of 5 % on 200 visits",
        (Some(_), None) => "given rate",
        (None, _) => "assumption: 5 %, below what LocaliQ / WordStream (2025) report for paid search of home services",
    };
    Factor {
        name: "conversionRate".to_owned(),
        label: "Leads per click".to_owned(),
        distribution: format!("Beta({a:.2}, {b:.2})"),
        interval: interval(draws),
        source: source.to_owned(),
        is_assumption: params.conversion_rate.is_none(),
        parameter: "conversionRate".to_owned(),
    }
}

fn value_factor(spread: f64, draws: &[f64]) -> Factor {
    Factor {
        name: "valuePerLead".to_owned(),
        label: "Value per lead, cents".to_owned(),
        distribution: format!("LogNormal(90 % point {:.2} x median)", 1.0 + spread),
        interval: interval(draws),
        source: "given or measured value".to_owned(),
        is_assumption: false,
        parameter: "valuePerLeadCents".to_owned(),
    }
}

/// 10, 50 and 90 % quantiles and mean of draws; zeros without draws.
pub(super) fn interval(draws: &[f64]) -> Interval {
    interval_of(&mut draws.to_vec()).unwrap_or(Interval { low: 0.0, mid: 0.0, high: 0.0, mean: 0.0 })
}
