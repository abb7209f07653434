//! Converts clicks to money, with intervals.

use super::Checked;
use crate::common::{EngineError, Interval, Money, whole_money};
use crate::market::money::{VALUE_SPREAD, log_normals, value_deviation};
use crate::market::{CTR_SPREAD, conversion};
use crate::stat::{SplitMix64, interval_of};

/// Standard deviation of the logarithm of a tool's volume.
const VOLUME_SPREAD: f64 = 0.5;
/// Number of sets of draws for volumes; a query uses the set of its index.
const BANKS: usize = 16;

/// Clicks gained or lost on one query.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clicks {
    /// Index of the SERP.
    pub(super) serp: usize,
    /// Monthly clicks.
    pub(super) monthly: f64,
    pub(super) cpc_cents: Option<f64>,
}

/// Random draws shared by all amounts of a run.
#[derive(Debug)]
pub(super) struct Draws {
    ctr: Vec<f64>,
    volumes: Vec<Vec<f64>>,
    /// Value per click from leads, in cents; `None` without a value per lead.
    lead_cents: Option<Vec<f64>>,
    currency: String,
}

impl Draws {
    pub(super) fn new(params: &Checked, currency: &str) -> Result<Self, EngineError> {
        let count = params.draws as usize;
        let mut random = SplitMix64::new(params.seed);
        let ctr = log_normals(CTR_SPREAD, count, &mut random);
        let volumes = (0..BANKS).map(|_| log_normals(VOLUME_SPREAD, count, &mut random)).collect();
        let rates = conversion::draws(conversion::shape(params.conversion_rate, None), count, &mut random)?;
        let spread = log_normals(value_deviation(VALUE_SPREAD), count, &mut random);
        let each = |value: f64| rates.iter().zip(&spread).map(|(rate, spread)| value * rate * spread).collect();
        Ok(Self { ctr, volumes, lead_cents: params.value_per_lead_cents.map(each), currency: currency.to_owned() })
    }

    /// Sums monthly clicks, and money with its mean in the middle, if every query has a basis; sums are computed draw by draw.
    pub(super) fn sum(&self, parts: &[Clicks]) -> (Interval, Option<Money>) {
        let mut clicks = vec![0.0; self.ctr.len()];
        let mut cents = vec![0.0; self.ctr.len()];
        let mut is_priced = !parts.is_empty();
        for part in parts {
            is_priced &= self.lead_cents.is_some() || part.cpc_cents.is_some();
            for (at, volume) in self.volumes[part.serp % BANKS].iter().enumerate() {
                let drawn = part.monthly * volume * self.ctr[at];
                clicks[at] += drawn;
                let lead = self.lead_cents.as_ref().map(|cents| cents[at]);
                cents[at] += drawn * lead.or(part.cpc_cents).unwrap_or(0.0);
            }
        }
        let zero = Interval { low: 0.0, mid: 0.0, high: 0.0, mean: 0.0 };
        let money = if is_priced { interval_of(&mut cents) } else { None };
        // Means add up and medians do not, so an amount states its mean.
        let money = money.map(|cents| Money {
            mid_cents: cents.mean.round() as i64,
            ..Money::from_interval(&cents, &self.currency)
        });
        (interval_of(&mut clicks).unwrap_or(zero), money)
    }

    /// Whether amounts are income, not what the clicks would cost as ads.
    pub(super) const fn is_income(&self) -> bool {
        self.lead_cents.is_some()
    }

    /// An amount for a title, with its meaning; empty where it is not known.
    pub(super) fn amount(&self, money: Option<&Money>) -> String {
        let Some(money) = money else { return String::new() };
        let amount = whole_money(money.mid_cents, &money.currency);
        if self.is_income() {
            format!(", about {amount} of income a month on average")
        } else {
            format!(", which would cost about {amount} a month as ads")
        }
    }

    /// Meaning of the amounts, and the assumptions.
    pub(super) fn assumptions(&self, params: &Checked) -> Vec<String> {
        let mut assumptions = vec![
            "Clicks follow the published CTR curve by position (composite of studies since 2020; standard deviation of the logarithm 0.39)".to_owned(),
            "Search volumes are estimates of a tool (standard deviation of the logarithm 0.5)".to_owned(),
        ];
        match (&self.lead_cents, params.conversion_rate) {
            (Some(_), None) => {
                assumptions.push("5 % of visitors become a lead (80 % interval 3.1 to 7.0 %)".to_owned())
            }
            (Some(_), Some(_)) => {}
            (None, _) => assumptions
                .push("Monthly values are what the clicks would cost as ads (replacement cost), not income".to_owned()),
        }
        assumptions
    }
}
