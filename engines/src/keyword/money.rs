//! Money as a product of distributions.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use statrs::distribution::{Beta, ContinuousCDF};

use super::intent::Urgency;
use super::output::{Factor, ValueBasis, VolumeSource};
use super::params::Checked;
use super::volume::Demand;
use crate::common::{EngineError, Interval};
use crate::stat::{SplitMix64, interval_of, stratified_normals, stratified_uniforms};

/// Prior of the conversion rate: Beta(10, 190), mean 5 %, taken for granted.
const CVR_PRIOR: (f64, f64) = (10.0, 190.0);
/// Conversion rates are held inside this range, as a guard against absurd draws.
const CVR_RANGE: (f64, f64) = (0.01, 0.15);
/// Multipliers of the conversion rate for urgent and for researching words, taken for granted.
const EMERGENCY_FACTOR: f64 = 1.5;
const RESEARCH_FACTOR: f64 = 0.5;
/// Deviation of the logarithm of a share of clicks between studies (0.25 at positions 1 and 2 of
/// the published ones) and between result pages (0.3), added in squares.
const CTR_SPREAD: f64 = 0.39;
/// Deviation of the logarithm of the length of a period nobody told.
const PERIOD_SPREAD: f64 = 0.6;
/// Independent columns of draws that queries share out among them.
const BANKS: usize = 16;
/// Steps of a spread that share one set of draws.
const SPREAD_STEP: f64 = 0.05;

/// The draws all amounts are made of.
#[derive(Debug)]
pub(crate) struct Draws {
    ctr: Vec<f64>,
    period: Vec<f64>,
    cvr: [Vec<f64>; 3],
    value: Option<Vec<f64>>,
    normals: Vec<Vec<f64>>,
    progress: Vec<Vec<f64>>,
    unit_clicks: RefCell<BTreeMap<UnitKey, Rc<Vec<f64>>>>,
    unit_intervals: RefCell<BTreeMap<(UnitKey, u8), Interval>>,
    pub(crate) factors: Vec<Factor>,
    pub(crate) currency: String,
}

type UnitKey = (u8, u32, usize);

/// What is the same for all amounts of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) params: &'a Checked,
    pub(crate) currency: &'a str,
    pub(crate) is_period_known: bool,
    /// Largest share of clicks of the curve; draws keep it below 0.95.
    pub(crate) top_ctr: f64,
    pub(crate) curve_source: &'a str,
    /// Clicks behind the site's curve.
    pub(crate) own_clicks: f64,
}

/// An amount still to be summed: its draws.
pub(crate) type Sum = Vec<f64>;

impl Draws {
    /// Draws every shared factor once.
    ///
    /// # Errors
    /// [`EngineError::InvalidParameter`] when a conversion rate makes no distribution.
    pub(crate) fn new(setting: Setting<'_>) -> Result<Self, EngineError> {
        let params = setting.params;
        let count = params.draws as usize;
        let mut random = SplitMix64::new(params.seed);
        let spread = (CTR_SPREAD * CTR_SPREAD + 1.0 / (setting.own_clicks + params.prior_clicks)).sqrt();
        let ceiling = (0.95 / setting.top_ctr.max(1e-6)).max(1.0);
        let ctr = log_normals(count, spread, &mut random).into_iter().map(|f| f.min(ceiling)).collect();
        let period_spread = if setting.is_period_known { 0.0 } else { PERIOD_SPREAD };
        let period = log_normals(count, period_spread, &mut random);
        let plain = conversion_rates(params, count, &mut random)?;
        let scaled = |factor: f64| plain.iter().map(|rate| held(rate * factor, params)).collect();
        let cvr = [scaled(EMERGENCY_FACTOR), scaled(1.0), scaled(RESEARCH_FACTOR)];
        let value_spread = params.value_per_lead_spread.ln_1p() / 1.281_551_565_5;
        let values = log_normals(count, value_spread, &mut random);
        let value = params.value_per_lead_cents.map(|cents| values.iter().map(|f| f * cents).collect());
        let mut draws = Self {
            ctr,
            period,
            cvr,
            value,
            normals: (0..BANKS).map(|_| stratified_normals(count, &mut random)).collect(),
            progress: (0..BANKS).map(|_| stratified_uniforms(count, &mut random)).collect(),
            unit_clicks: RefCell::default(),
            unit_intervals: RefCell::default(),
            factors: Vec::new(),
            currency: setting.currency.to_owned(),
        };
        draws.factors = draws.describe(setting, spread);
        Ok(draws)
    }

    /// What an amount can be based on: leads where a value per lead is given, else click costs.
    pub(crate) fn basis(&self, cpc_cents: Option<f64>) -> Option<ValueBasis> {
        match (&self.value, cpc_cents) {
            (Some(_), _) => Some(ValueBasis::LeadValue),
            (None, Some(_)) => Some(ValueBasis::ReplacementCost),
            (None, None) => None,
        }
    }

    /// Draws of searches a month x CTR error for a demand of one search: scaled, they are clicks.
    fn unit(&self, demand: &Demand, bank: usize) -> (UnitKey, Rc<Vec<f64>>) {
        let step = (demand.spread / SPREAD_STEP).round() as u32;
        let is_bound = demand.source == VolumeSource::Impressions;
        let key = (u8::from(is_bound), step, bank % BANKS);
        let mut known = self.unit_clicks.borrow_mut();
        let draws = known.entry(key).or_insert_with(|| {
            let spread = f64::from(step) * SPREAD_STEP;
            let normals = &self.normals[key.2];
            let shared = self.ctr.iter().zip(&self.period);
            Rc::new(
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
        (key, Rc::clone(draws))
    }

    /// Clicks a month for a demand at a share of clicks.
    pub(crate) fn clicks(&self, demand: &Demand, ctr: f64, bank: usize) -> Interval {
        let (key, draws) = self.unit(demand, bank);
        let mut intervals = self.unit_intervals.borrow_mut();
        let unit = intervals.entry((key, 0)).or_insert_with(|| interval_of(&mut draws.to_vec()).unwrap_or(ZERO));
        scaled(unit, demand.monthly * ctr)
    }

    /// Cents a month for a demand at a share of clicks; `None` when no basis is known.
    pub(crate) fn cents(&self, worth: Worth<'_>, ctr: f64, bank: usize) -> Option<Interval> {
        let (key, draws) = self.unit(worth.demand, bank);
        let (price, code) = match &self.value {
            Some(_) => (1.0, 1 + worth.urgency as u8),
            None => (worth.cpc_cents?, 0),
        };
        let mut intervals = self.unit_intervals.borrow_mut();
        let unit = intervals.entry((key, code)).or_insert_with(|| {
            let mut cents = self.priced(&draws, worth.urgency);
            interval_of(&mut cents).unwrap_or(ZERO)
        });
        Some(scaled(unit, worth.demand.monthly * ctr * price))
    }

    /// Click draws turned into cents: by leads, or left as they are for a click cost.
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

    /// Adds an amount to a sum, draw by draw, so that shared factors stay shared.
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

    /// Draws of the clicks and cents gained a month.
    ///
    /// How far a page gets on its path is drawn evenly between standing still and the end.
    pub(crate) fn gain(&self, gain: &Gain, bank: usize) -> GainDraws {
        let progress = &self.progress[bank % BANKS];
        let clicks: Vec<f64> = match &gain.of {
            GainOf::Path { demand, path } => {
                let (_, unit) = self.unit(demand, bank);
                unit.iter().zip(progress).map(|(unit, part)| unit * demand.monthly * along(path, *part)).collect()
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

    fn describe(&self, setting: Setting<'_>, ctr_spread: f64) -> Vec<Factor> {
        let params = setting.params;
        let mut factors = vec![self.describe_ctr(setting, ctr_spread), self.describe_cvr(params)];
        if let (Some(values), Some(cents)) = (&self.value, params.value_per_lead_cents) {
            factors.push(Factor {
                name: "valuePerLead".to_owned(),
                label: "Worth of one lead, cents".to_owned(),
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
                label: "Error of the assumed length of the period, as a multiplier of monthly figures".to_owned(),
                distribution: format!("LogNormal(median 1, sigma {PERIOD_SPREAD})"),
                interval: interval_of(&mut self.period.clone()).unwrap_or(ZERO),
                source: "assumption: the input does not tell the dates".to_owned(),
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
            label: "Error of the click-through curve, as a multiplier of its shares".to_owned(),
            distribution: format!("LogNormal(median 1, sigma {spread:.2})"),
            interval: interval_of(&mut self.ctr.clone()).unwrap_or(ZERO),
            source: setting.curve_source.to_owned(),
            observed_at: None,
            is_assumption: setting.params.ctr_percent_by_position.is_none(),
            parameter: "ctrPercentByPosition".to_owned(),
        }
    }

    fn describe_cvr(&self, params: &Checked) -> Factor {
        let (a, b) = conversion_shape(params);
        let source = match params.conversion_rate {
            Some(_) if params.conversion_visits.is_some() => {
                "parameter of this run, weighed against the assumption of 5 % on 200 visits"
            }
            Some(_) => "parameter of this run",
            None => {
                "assumption: 5 %, below the 7.3 to 10.2 % that LocaliQ / WordStream (2025) report for paid search of home services"
            }
        };
        Factor {
            name: "conversionRate".to_owned(),
            label: "Leads a visit; x 1.5 for urgent searches, x 0.5 for research and cost".to_owned(),
            distribution: format!("Beta({}, {})", short(a), short(b)),
            interval: interval_of(&mut self.cvr[1].clone()).unwrap_or(ZERO),
            source: source.to_owned(),
            observed_at: None,
            is_assumption: params.conversion_rate.is_none(),
            parameter: "conversionRate".to_owned(),
        }
    }
}

/// What there is to gain on one query.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Gain {
    pub(crate) of: GainOf,
    pub(crate) urgency: Urgency,
    pub(crate) cpc_cents: Option<f64>,
}

/// Where the gain comes from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum GainOf {
    /// A larger share of a demand: the gained share from standing still (first) to the end (last).
    Path { demand: Demand, path: Vec<f64> },
    /// Clicks a month, with the deviation of their logarithm.
    Clicks { monthly: f64, spread: f64 },
}

/// Draws of a gain, to be summed over queries before they are made intervals.
#[derive(Debug, Clone, Default)]
pub(crate) struct GainDraws {
    clicks: Vec<f64>,
    cents: Option<Vec<f64>>,
}

impl GainDraws {
    /// Adds another gain draw by draw. Cents stay known when they are known for either.
    pub(crate) fn add(&mut self, other: &Self) {
        add_draws(&mut self.clicks, &other.clicks);
        if let Some(cents) = &other.cents {
            add_draws(self.cents.get_or_insert_default(), cents);
        }
    }

    /// Clicks and cents a month; cents `None` when no basis is known.
    pub(crate) fn intervals(mut self) -> (Interval, Option<Interval>) {
        let clicks = interval_of(&mut self.clicks).unwrap_or(ZERO);
        (clicks, self.cents.as_mut().and_then(|cents| interval_of(cents)))
    }
}

fn add_draws(sum: &mut Vec<f64>, draws: &[f64]) {
    sum.resize(draws.len().max(sum.len()), 0.0);
    sum.iter_mut().zip(draws).for_each(|(sum, draw)| *sum += draw);
}

/// The point of a path at a part 0 to 1 of its length.
fn along(path: &[f64], part: f64) -> f64 {
    let Some(last) = path.len().checked_sub(1) else { return 0.0 };
    let at = part * last as f64;
    let low = (at.floor() as usize).min(last);
    let high = (low + 1).min(last);
    path[low] + (path[high] - path[low]) * (at - low as f64)
}

/// What one click is worth and how many there may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Worth<'a> {
    pub(crate) demand: &'a Demand,
    pub(crate) urgency: Urgency,
    pub(crate) cpc_cents: Option<f64>,
}

const ZERO: Interval = Interval { low: 0.0, mid: 0.0, high: 0.0, mean: 0.0 };

fn short(value: f64) -> String {
    format!("{}", (value * 100.0).round() / 100.0)
}

/// An interval in another unit; `factor` 0 or more.
pub(crate) fn scaled(interval: &Interval, factor: f64) -> Interval {
    Interval {
        low: interval.low * factor,
        mid: interval.mid * factor,
        high: interval.high * factor,
        mean: interval.mean * factor,
    }
}

fn log_normals(count: usize, spread: f64, random: &mut SplitMix64) -> Vec<f64> {
    stratified_normals(count, random).into_iter().map(|normal| (spread * normal).exp()).collect()
}

/// Weight, in visits, of a rate that is given without the visits behind it.
const STATED_VISITS: f64 = 2_000.0;

/// Beta parameters of the conversion rate: the prior; the prior moved by the leads and visits behind a
/// measured rate (Gelman et al. 2013, "Bayesian Data Analysis", section 2.4); or a stated rate.
fn conversion_shape(params: &Checked) -> (f64, f64) {
    match (params.conversion_rate, params.conversion_visits) {
        (None, _) => CVR_PRIOR,
        (Some(rate), Some(visits)) => (CVR_PRIOR.0 + rate * visits, CVR_PRIOR.1 + (1.0 - rate) * visits),
        (Some(rate), None) => ((rate * STATED_VISITS).max(0.01), ((1.0 - rate) * STATED_VISITS).max(0.01)),
    }
}

fn conversion_rates(params: &Checked, count: usize, random: &mut SplitMix64) -> Result<Vec<f64>, EngineError> {
    let (a, b) = conversion_shape(params);
    let beta = Beta::new(a, b).map_err(|_| EngineError::InvalidParameter {
        field: "conversionRate",
        problem: format!("makes no distribution: Beta({a}, {b})"),
    })?;
    Ok(stratified_uniforms(count, random).into_iter().map(|u| beta.inverse_cdf(u)).collect())
}

/// The guard applies to the assumption alone; a measured rate is the user's own.
fn held(rate: f64, params: &Checked) -> f64 {
    match params.conversion_rate {
        None => rate.clamp(CVR_RANGE.0, CVR_RANGE.1),
        Some(_) => rate.min(1.0),
    }
}
