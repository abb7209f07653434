//! Values as products of distributions.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::intent::Urgency;
use super::output::{Factor, ValueBasis, VolumeSource};
use super::params::Checked;
use super::volume::Demand;
use crate::common::{EngineError, Interval};
use crate::market::CTR_SPREAD;
use crate::market::conversion::{self, EMERGENCY, RANGE, RESEARCH};
use crate::market::money::{log_normals, value_deviation};
use crate::stat::{SplitMix64, interval_of, stratified_normals, stratified_uniforms};

/// Standard deviation of the logarithm of an unknown period length.
const PERIOD_SPREAD: f64 = 0.6;
/// Number of independent columns of draws that queries share.
const BANKS: usize = 16;
/// Step size of spreads that share a set of draws.
const SPREAD_STEP: f64 = 0.05;

/// Random draws for all amounts.
#[derive(Debug)]
pub(crate) struct Draws {
    ctr: Vec<f64>,
    period: Vec<f64>,
    cvr: [Vec<f64>; 3],
    value: Option<Vec<f64>>,
    normals: Vec<Vec<f64>>,
    progress: Vec<Vec<f64>>,
    unit_clicks: Mutex<BTreeMap<UnitKey, Arc<Vec<f64>>>>,
    unit_intervals: Mutex<BTreeMap<(UnitKey, u8), Interval>>,
    steps: Mutex<BTreeMap<(usize, usize), Steps>>,
    pub(crate) factors: Vec<Factor>,
    pub(crate) currency: String,
}

type UnitKey = (u8, u32, usize);

/// Steps that several queries share.
type Steps = Arc<Vec<Step>>;

/// Settings shared by all amounts of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) params: &'a Checked,
    pub(crate) currency: &'a str,
    pub(crate) is_period_known: bool,
    /// Largest CTR of the curve; draws keep it below 0.95.
    pub(crate) top_ctr: f64,
    pub(crate) curve_source: &'a str,
    /// Number of clicks used to fit the site's curve.
    pub(crate) own_clicks: f64,
}

/// Draws of an amount that is being summed.
pub(crate) type Sum = Vec<f64>;

impl Draws {
    /// Draws every shared factor once per draw.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] if a conversion rate is not a valid distribution.
    pub(crate) fn new(setting: Setting<'_>) -> Result<Self, EngineError> {
        let params = setting.params;
        let count = params.draws as usize;
        let mut random = SplitMix64::new(params.seed);
        let spread = (CTR_SPREAD * CTR_SPREAD + 1.0 / (setting.own_clicks + params.prior_clicks)).sqrt();
        let ceiling = (0.95 / setting.top_ctr.max(1e-6)).max(1.0);
        let ctr = log_normals(spread, count, &mut random).into_iter().map(|f| f.min(ceiling)).collect();
        let period_spread = if setting.is_period_known { 0.0 } else { PERIOD_SPREAD };
        let period = log_normals(period_spread, count, &mut random);
        let shape = conversion::shape(params.conversion_rate, params.conversion_visits);
        let plain = conversion::draws(shape, count, &mut random)?;
        let scaled = |factor: f64| plain.iter().map(|rate| held(rate * factor, params)).collect();
        let cvr = [scaled(EMERGENCY), scaled(1.0), scaled(RESEARCH)];
        let values = log_normals(value_deviation(params.value_per_lead_spread), count, &mut random);
        let value = params.value_per_lead_cents.map(|cents| values.iter().map(|f| f * cents).collect());
        let mut draws = Self {
            ctr,
            period,
            cvr,
            value,
            normals: (0..BANKS).map(|_| stratified_normals(count, &mut random)).collect(),
            progress: (0..BANKS).map(|_| stratified_uniforms(count, &mut random)).collect(),
            unit_clicks: Mutex::default(),
            unit_intervals: Mutex::default(),
            steps: Mutex::default(),
            factors: Vec::new(),
            currency: setting.currency.to_owned(),
        };
        draws.factors = draws.describe(setting, spread);
        Ok(draws)
    }

    /// Basis of an amount: leads if there is a value per lead, otherwise CPC.
    pub(crate) fn basis(&self, cpc_cents: Option<f64>) -> Option<ValueBasis> {
        (self.value.is_some() || cpc_cents.is_some()).then(|| self.basis_of_amounts())
    }

    /// Basis of every amount of this run: there is one, because a value per lead replaces all CPC.
    pub(crate) fn basis_of_amounts(&self) -> ValueBasis {
        if self.value.is_some() { ValueBasis::LeadValue } else { ValueBasis::ReplacementCost }
    }

    /// Draws of monthly search volume x CTR error for a demand of one; scaled, they are clicks.
    fn unit(&self, demand: &Demand, bank: usize) -> (UnitKey, Arc<Vec<f64>>) {
        let step = (demand.spread / SPREAD_STEP).round() as u32;
        let is_bound = demand.source == VolumeSource::Impressions;
        let key = (u8::from(is_bound), step, bank % BANKS);
        let mut known = lock(&self.unit_clicks);
        let draws = known.entry(key).or_insert_with(|| {
            let spread = f64::from(step) * SPREAD_STEP;
            let normals = &self.normals[key.2];
            let shared = self.ctr.iter().zip(&self.period);
            Arc::new(
                normals
                    .iter()
                    .zip(shared)
                    .map(|(normal, (ctr, period))| match is_bound {
                        true => (spread * normal.abs()).exp() * ctr * period,
                        false => (spread * normal).exp() * ctr,
                    })
                    .collect(),
            )
        });
        (key, Arc::clone(draws))
    }

    /// Monthly clicks for a demand at a CTR.
    pub(crate) fn clicks(&self, demand: &Demand, ctr: f64, bank: usize) -> Interval {
        let (key, draws) = self.unit(demand, bank);
        let mut intervals = lock(&self.unit_intervals);
        let unit = intervals.entry((key, 0)).or_insert_with(|| interval_of(&mut draws.to_vec()).unwrap_or(ZERO));
        scaled(unit, demand.monthly * ctr)
    }

    /// Monthly value in cents for a demand at a CTR; `None` without a basis.
    pub(crate) fn cents(&self, worth: Worth<'_>, ctr: f64, bank: usize) -> Option<Interval> {
        let (key, draws) = self.unit(worth.demand, bank);
        let (price, code) = match &self.value {
            Some(_) => (1.0, 1 + worth.urgency as u8),
            None => (worth.cpc_cents?, 0),
        };
        let mut intervals = lock(&self.unit_intervals);
        let unit = intervals.entry((key, code)).or_insert_with(|| {
            let mut cents = self.priced(&draws, worth.urgency);
            interval_of(&mut cents).unwrap_or(ZERO)
        });
        Some(scaled(unit, worth.demand.monthly * ctr * price))
    }

    /// Converts click draws to cents: by leads, or unchanged for a CPC.
    fn priced(&self, clicks: &[f64], urgency: Urgency) -> Vec<f64> {
        match &self.value {
            None => clicks.to_vec(),
            Some(values) => clicks
                .iter()
                .zip(&self.cvr[urgency as usize])
                .zip(values)
                .map(|((clicks, rate), value)| clicks * rate * value)
                .collect(),
        }
    }

    /// Adds an amount to a sum, draw by draw, so that shared factors remain correlated.
    pub(crate) fn add_cents(&self, sum: &mut Sum, worth: Worth<'_>, ctr: f64, bank: usize) -> bool {
        let (_, draws) = self.unit(worth.demand, bank);
        let price = match (&self.value, worth.cpc_cents) {
            (Some(_), _) => 1.0,
            (None, Some(cents)) => cents,
            (None, None) => return false,
        };
        sum.resize(draws.len(), 0.0);
        let scale = worth.demand.monthly * ctr * price;
        match &self.value {
            None => sum.iter_mut().zip(draws.iter()).for_each(|(sum, draw)| *sum += draw * scale),
            Some(values) => {
                let rates = self.cvr[worth.urgency as usize].iter().zip(values);
                for ((sum, draw), (rate, value)) in sum.iter_mut().zip(draws.iter()).zip(rates) {
                    *sum += draw * scale * rate * value;
                }
            }
        }
        true
    }

    /// Draws the monthly clicks and cents gained.
    ///
    /// The progress of a page on its path is uniform between none and the end.
    pub(crate) fn gain(&self, gain: &Gain, bank: usize) -> GainDraws {
        let progress = &self.progress[bank % BANKS];
        let clicks: Vec<f64> = match &gain.of {
            GainOf::Path { demand, path } => {
                let (_, unit) = self.unit(demand, bank);
                let Some(last) = path.len().checked_sub(1) else { return GainDraws::default() };
                let reached = self.steps(bank % BANKS, last);
                unit.iter().zip(reached.iter()).map(|(unit, step)| unit * demand.monthly * along(path, step)).collect()
            }
            GainOf::Clicks { monthly, spread } => self.normals[bank % BANKS]
                .iter()
                .zip(progress)
                .map(|(normal, part)| monthly * (spread * normal).exp() * part)
                .collect(),
        };
        let cents = match (&self.value, gain.cpc_cents) {
            (Some(_), _) => Some(self.priced(&clicks, gain.urgency)),
            (None, Some(price)) => Some(clicks.iter().map(|clicks| clicks * price).collect()),
            (None, None) => None,
        };
        GainDraws { clicks, cents }
    }

    /// Progress of each draw on paths of one length, shared by all of them.
    fn steps(&self, bank: usize, last: usize) -> Arc<Vec<Step>> {
        let mut known = lock(&self.steps);
        let steps = || Arc::new(self.progress[bank].iter().map(|part| Step::at(*part, last)).collect());
        Arc::clone(known.entry((bank, last)).or_insert_with(steps))
    }

    fn describe(&self, setting: Setting<'_>, ctr_spread: f64) -> Vec<Factor> {
        let params = setting.params;
        let mut factors = vec![self.describe_ctr(setting, ctr_spread), self.describe_cvr(params)];
        if let (Some(values), Some(cents)) = (&self.value, params.value_per_lead_cents) {
            factors.push(Factor {
                name: "valuePerLead".to_owned(),
                label: "Value per lead, cents".to_owned(),
                distribution: format!(
                    "LogNormal(median {cents}, 90 % point {:.2} x median)",
                    1.0 + params.value_per_lead_spread
                ),
                interval: interval_of(&mut values.clone()).unwrap_or(ZERO),
                source: "parameter of this run".to_owned(),
                observed_at: None,
                is_assumption: false,
                parameter: "valuePerLeadCents".to_owned(),
            });
        }
        if !setting.is_period_known {
            factors.push(Factor {
                name: "periodLength".to_owned(),
                label: "Error of the assumed period length, as a factor on monthly values".to_owned(),
                distribution: format!("LogNormal(median 1, sigma {PERIOD_SPREAD})"),
                interval: interval_of(&mut self.period.clone()).unwrap_or(ZERO),
                source: "assumption: the input has no dates".to_owned(),
                observed_at: None,
                is_assumption: true,
                parameter: "periodDays".to_owned(),
            });
        }
        factors
    }

    fn describe_ctr(&self, setting: Setting<'_>, spread: f64) -> Factor {
        Factor {
            name: "clickThrough".to_owned(),
            label: "Error of the CTR curve, as a factor on its CTR".to_owned(),
            distribution: format!("LogNormal(median 1, sigma {spread:.2})"),
            interval: interval_of(&mut self.ctr.clone()).unwrap_or(ZERO),
            source: setting.curve_source.to_owned(),
            observed_at: None,
            is_assumption: setting.params.ctr_percent_by_position.is_none(),
            parameter: "ctrPercentByPosition".to_owned(),
        }
    }

    fn describe_cvr(&self, params: &Checked) -> Factor {
        let (a, b) = conversion::shape(params.conversion_rate, params.conversion_visits);
        let source = match params.conversion_rate {
            Some(_) if params.conversion_visits.is_some() => {
                "parameter of this run, combined with the assumption of 5 % on 200 visits"
            }
            Some(_) => "parameter of this run",
            None => {
                "assumption: 5 %, below the 7.3 to 10.2 % that LocaliQ / WordStream (2025) report for paid search of home services"
            }
        };
        Factor {
            name: "conversionRate".to_owned(),
            label: "Leads per visit; x 1.5 for urgent queries, x 0.5 for research and cost queries".to_owned(),
            distribution: format!("Beta({}, {})", short(a), short(b)),
            interval: interval_of(&mut self.cvr[1].clone()).unwrap_or(ZERO),
            source: source.to_owned(),
            observed_at: None,
            is_assumption: params.conversion_rate.is_none(),
            parameter: "conversionRate".to_owned(),
        }
    }
}

/// Possible gain of a query.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Gain {
    pub(crate) of: GainOf,
    pub(crate) urgency: Urgency,
    pub(crate) cpc_cents: Option<f64>,
}

/// Source of a gain.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum GainOf {
    /// A larger CTR: from the current (first) to the target (last) share.
    Path { demand: Demand, path: Vec<f64> },
    /// Monthly clicks, with the standard deviation of their logarithm.
    Clicks { monthly: f64, spread: f64 },
}

/// Draws of a gain, summed over queries before they are converted to intervals.
#[derive(Debug, Clone, Default)]
pub(crate) struct GainDraws {
    clicks: Vec<f64>,
    cents: Option<Vec<f64>>,
}

impl GainDraws {
    /// Adds another gain draw by draw. Cents are known if they are known for either.
    pub(crate) fn add(&mut self, other: &Self) {
        add_draws(&mut self.clicks, &other.clicks);
        if let Some(cents) = &other.cents {
            add_draws(self.cents.get_or_insert_default(), cents);
        }
    }

    /// Returns monthly clicks and cents; cents are `None` without a basis.
    pub(crate) fn intervals(mut self) -> (Interval, Option<Interval>) {
        let clicks = interval_of(&mut self.clicks).unwrap_or(ZERO);
        (clicks, self.cents.as_mut().and_then(|cents| interval_of(cents)))
    }
}

/// Adds draws to a sum.
pub(crate) fn add_draws(sum: &mut Vec<f64>, draws: &[f64]) {
    sum.resize(draws.len().max(sum.len()), 0.0);
    sum.iter_mut().zip(draws).for_each(|(sum, draw)| *sum += draw);
}

/// A point between two neighbouring points of a path.
#[derive(Debug, Clone, Copy)]
struct Step {
    low: usize,
    high: usize,
    part: f64,
}

impl Step {
    /// Returns the point at a fraction of 0 to 1 of a path with the last index `last`.
    fn at(part: f64, last: usize) -> Self {
        let at = part * last as f64;
        let low = (at.floor() as usize).min(last);
        Self { low, high: (low + 1).min(last), part: at - low as f64 }
    }
}

fn along(path: &[f64], step: &Step) -> f64 {
    path[step.low] + (path[step.high] - path[step.low]) * step.part
}

/// Value of a click and number of clicks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Worth<'a> {
    pub(crate) demand: &'a Demand,
    pub(crate) urgency: Urgency,
    pub(crate) cpc_cents: Option<f64>,
}

/// Locks a cache. A panic while it was locked leaves it complete, because entries are added whole.
fn lock<T>(cache: &Mutex<T>) -> MutexGuard<'_, T> {
    cache.lock().unwrap_or_else(PoisonError::into_inner)
}

const ZERO: Interval = Interval { low: 0.0, mid: 0.0, high: 0.0, mean: 0.0 };

fn short(value: f64) -> String {
    format!("{}", (value * 100.0).round() / 100.0)
}

/// Multiplies an interval by `factor`, which is 0 or more.
pub(crate) fn scaled(interval: &Interval, factor: f64) -> Interval {
    Interval {
        low: interval.low * factor,
        mid: interval.mid * factor,
        high: interval.high * factor,
        mean: interval.mean * factor,
    }
}

/// The limits apply to the assumption only; a measured rate is used unchanged.
fn held(rate: f64, params: &Checked) -> f64 {
    match params.conversion_rate {
        None => rate.clamp(RANGE.0, RANGE.1),
        Some(_) => rate.min(1.0),
    }
}
