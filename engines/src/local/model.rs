//! Factors of a market: demand, ranking probability, CTR, conversion rate, acceptance, payout.

use std::borrow::Cow;
use std::collections::BTreeMap;

use statrs::function::gamma::digamma;

use super::factor::{Factor, normal_cdf};
use super::params::Checked;
use super::reference::Grade;
use super::reference::vertical::{Bound, Figure, Urgency, Vertical};
use super::weakness::{CHANCE_OWN, Seen};
use crate::common::Day;
use crate::market::conversion::{EMERGENCY, PRIOR_MEAN, PRIOR_VISITS, RANGE};
use crate::stat::trigamma;

/// Beta prior of the probability of reaching the first ten results within a year at difficulty 50, on logits.
///
/// Its logit has the 10 % quantile at 6.11 % (share of non-empty English pages, Ahrefs) and the 90 % quantile
/// at 50 % (assumption: a site for one local query does better than untargeted pages).
const CHANCE_PRIOR: (f64, f64) = (1.543, 4.720);
/// Part of the uncertainty of that logit that all markets share; its square and that of [`CHANCE_OWN`] add up to the prior's.
pub(crate) const CHANCE_SHARED: f64 = 0.85;
/// Assumed standard deviations of logarithms, listed in the method card.
pub(crate) const CITY_SPREAD: f64 = 0.5;
pub(crate) const BOUND_ROOM: f64 = 0.7;
pub(crate) const UNSTATED_ROOM: f64 = 0.35;
pub(crate) const ACCEPTED_SPREAD: f64 = 0.15;
pub(crate) const OWN_SPREAD: f64 = 0.1;
/// Assumed effect of CPC on the difficulty: logits per e-fold, relative to 8 dollars.
const CPC_SLOPE: f64 = 0.3;
const CPC_MIDDLE: f64 = 8.0;
/// Standard deviation of the logarithm of the months to rank: most pages that succeed do so in 2 to 6 months (Ahrefs).
const MONTHS_SPREAD: f64 = 0.5;

/// Monthly search volume for each person.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rate {
    pub(crate) per_person: f64,
    /// Uncertainty shared by all places of the vertical.
    pub(crate) shared: f64,
    /// Variation between places.
    pub(crate) between: f64,
    pub(crate) bound: Bound,
    /// Number of places measured.
    pub(crate) measured: u32,
}

/// Payout per paid lead, in cents.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Value {
    pub(crate) cents: f64,
    /// Ends of the range, if known.
    pub(crate) ends: (Option<f64>, Option<f64>),
    pub(crate) spread: f64,
    pub(crate) evidence: Cow<'static, str>,
    pub(crate) grade: Option<Grade>,
    pub(crate) year: Option<u32>,
    pub(crate) sources: Vec<String>,
    pub(crate) unit: String,
    /// Number of paid leads of own sites that updated it.
    pub(crate) learned_from: f64,
}

/// Difficulty on the logit scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Difficulty(pub(crate) f64);

impl Difficulty {
    /// Creates a difficulty from 0 to 100, clamped to just inside the range.
    pub(crate) fn given(percent: f64) -> Self {
        let share = (percent / 100.0).clamp(0.001, 0.999);
        Self((share / (1.0 - share)).ln())
    }

    pub(crate) fn percent(self) -> f64 {
        100.0 / (1.0 + (-self.0).exp())
    }
}

/// Data of a single market.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Special {
    pub(crate) serp: Option<Seen>,
    pub(crate) difficulty: Option<Difficulty>,
    pub(crate) value: Option<Value>,
    /// Measured monthly search volume: mean, standard deviation of the logarithm, source, day.
    pub(crate) measured: Option<Measured>,
}

/// Search volume of a market, shrunk towards its vertical.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Measured {
    pub(crate) mean: f64,
    pub(crate) spread: f64,
    pub(crate) raw: f64,
    pub(crate) source: Option<String>,
    pub(crate) observed_at: Option<String>,
}

/// Factors shared by the markets of a vertical.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct VerticalModel {
    pub(crate) rate: Option<Rate>,
    pub(crate) value: Option<Value>,
    pub(crate) value_by_state: BTreeMap<String, Value>,
    /// Manual difficulty for the whole vertical.
    pub(crate) difficulty: Option<Difficulty>,
    /// Effect of CPC on the difficulty.
    pub(crate) cpc_logit: f64,
    /// Mean and shared standard deviation of the logit of the ranking probability at difficulty 50.
    pub(crate) chance: (f64, f64),
    pub(crate) conversion: Factor,
    /// Multiplier of the visits per search, from own sites.
    pub(crate) traffic: f64,
    /// Seasonal index of each of the first twelve months.
    pub(crate) season: [f64; 12],
    /// Expected monthly profit from which a market is tier 1 and tier 2, in cents.
    pub(crate) tiers: (f64, f64),
}

/// All factors of a market.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Factors {
    pub(crate) demand: Option<Factor>,
    pub(crate) bound: Bound,
    pub(crate) difficulty: Difficulty,
    pub(crate) chance: Factor,
    /// Logit of the ranking probability: mean, shared and own standard deviation.
    pub(crate) logit: (f64, f64, f64),
    pub(crate) ctr: Factor,
    pub(crate) conversion: Factor,
    pub(crate) accepted: Factor,
    pub(crate) value: Option<Factor>,
}

/// Returns the factors of each vertical before the user's rows.
pub(crate) fn vertical_models(verticals: &[Vertical], params: &Checked, as_of: Option<Day>) -> Vec<VerticalModel> {
    verticals.iter().map(|vertical| vertical_model(vertical, params, as_of)).collect()
}

fn vertical_model(vertical: &Vertical, params: &Checked, as_of: Option<Day>) -> VerticalModel {
    let urgency = if vertical.urgency == Urgency::Emergency { EMERGENCY } else { 1.0 };
    VerticalModel {
        rate: vertical.searches.as_ref().map(rate),
        value: vertical.payout.as_ref().map(|figure| value(figure, vertical)),
        value_by_state: BTreeMap::new(),
        difficulty: None,
        cpc_logit: vertical.cpc.as_ref().map_or(0.0, |cpc| CPC_SLOPE * (cpc.typical / CPC_MIDDLE).ln()),
        chance: base_chance(params.win_chance),
        conversion: match params.conversion_rate {
            Some(rate) => Factor::log_normal(rate, 2.0 * OWN_SPREAD),
            None => conversion(PRIOR_MEAN * PRIOR_VISITS * urgency, PRIOR_VISITS),
        },
        traffic: 1.0,
        season: season(vertical, as_of),
        tiers: (params.tier1_cents, params.tier2_cents),
    }
}

fn rate(figure: &Figure) -> Rate {
    Rate {
        per_person: figure.typical / 100_000.0,
        shared: figure.spread(),
        between: CITY_SPREAD,
        bound: figure.bound,
        measured: 0,
    }
}

fn value(figure: &Figure, vertical: &Vertical) -> Value {
    Value {
        cents: figure.typical * 100.0,
        ends: (figure.low.map(|low| low * 100.0), figure.high.map(|high| high * 100.0)),
        spread: figure.spread(),
        evidence: figure.evidence.clone(),
        grade: figure.grade,
        year: figure.year,
        sources: figure.sources.clone(),
        unit: vertical.payout_type.clone(),
        learned_from: 0.0,
    }
}

/// Mean and shared standard deviation of the logit of the ranking probability at difficulty 50.
fn base_chance(given: Option<f64>) -> (f64, f64) {
    match given {
        None => beta_logit(CHANCE_PRIOR.0, CHANCE_PRIOR.1),
        Some(mean) => (logit_of_mean(mean), CHANCE_SHARED),
    }
}

/// Logit of a Beta: mean psi(a) - psi(b), variance psi1(a) + psi1(b) minus a market's own part.
fn beta_logit(a: f64, b: f64) -> (f64, f64) {
    let variance = trigamma(a) + trigamma(b) - CHANCE_OWN * CHANCE_OWN;
    (digamma(a) - digamma(b), variance.max(0.04).sqrt())
}

/// Conversion rate Beta(a, n - a) as a factor, limited to 1 to 15 %.
fn conversion(a: f64, n: f64) -> Factor {
    let variance = trigamma(a) - trigamma(n);
    Factor::log_normal((a / n).clamp(RANGE.0, RANGE.1), variance.max(0.0).sqrt())
}

/// Seasonal index of each of the twelve months after the day of the analysis; 1 if unknown.
fn season(vertical: &Vertical, as_of: Option<Day>) -> [f64; 12] {
    let known = vertical.season.as_ref().filter(|season| season.component.is_empty());
    let start = as_of.and_then(|day| day.to_string().get(5..7).and_then(|month| month.parse::<usize>().ok()));
    match (known, start) {
        (Some(season), Some(month)) => std::array::from_fn(|at| season.months[(month + at) % 12]),
        _ => [1.0; 12],
    }
}

/// Nodes above zero and weights of the Gauss-Hermite quadrature with five nodes for a standard normal variable; the node
/// at zero has the weight 8 / 15. Source: Abramowitz & Stegun (1964), 25.4.46.
const NODES: [(f64, f64); 2] =
    [(1.355_626_179_974_266, 0.222_075_922_005_613), (2.856_970_013_872_806, 0.011_257_411_327_721)];
const MIDDLE_WEIGHT: f64 = 8.0 / 15.0;

pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Mean probability for a logit with two standard deviations.
pub(crate) fn mean_chance(logit: f64, shared: f64, own: f64) -> f64 {
    let spread = shared.hypot(own);
    let pair =
        |(node, weight): (f64, f64)| weight * (logistic(logit - node * spread) + logistic(logit + node * spread));
    MIDDLE_WEIGHT * logistic(logit) + NODES.into_iter().map(pair).sum::<f64>()
}

/// Returns the logit of which the mean probability at difficulty 50 is `mean`.
fn logit_of_mean(mean: f64) -> f64 {
    let (mut low, mut high) = (-40.0_f64, 40.0_f64);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if mean_chance(middle, CHANCE_SHARED, CHANCE_OWN) < mean { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Share of the sites that rank within a year which rank by `month` (0 to 12): log-normal, truncated at 12.
pub(crate) fn ranked_by(month: f64, median: f64) -> f64 {
    let at = |month: f64| if month > 0.0 { normal_cdf((month / median).ln() / MONTHS_SPREAD) } else { 0.0 };
    (at(month) / at(12.0)).min(1.0)
}

/// Additional standard deviation below and above for the bound of a figure.
pub(crate) fn room(bound: Bound) -> (f64, f64) {
    match bound {
        Bound::Lower => (0.0, BOUND_ROOM),
        Bound::Upper => (BOUND_ROOM, 0.0),
        Bound::TwoSided => (0.0, 0.0),
        Bound::Unstated => (UNSTATED_ROOM, UNSTATED_ROOM),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trapezoidal integral of the logistic curve over a normal variable.
    fn integral(logit: f64, spread: f64) -> f64 {
        let steps = (-8_000..=8_000).map(|step| f64::from(step) / 1_000.0);
        let density = |z: f64| (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        steps.map(|z| logistic(logit + spread * z) * density(z) / 1_000.0).sum()
    }

    #[test]
    fn mean_chance_is_the_integral() {
        for logit in [-9.0, -6.0, -3.0, -1.4, 0.0, 2.0] {
            for (shared, own) in [(0.85, 0.643), (0.85, 1.0), (0.3, 0.35), (0.0, 0.0)] {
                let (mean, exact) = (mean_chance(logit, shared, own), integral(logit, f64::hypot(shared, own)));
                assert!((mean / exact - 1.0).abs() < 0.01, "{logit} {shared} {own}: {mean} against {exact}");
            }
        }
    }

    #[test]
    fn logit_of_a_mean_has_that_mean() {
        for mean in [0.001, 0.05, 0.25, 0.5, 0.9] {
            let (logit, shared) = base_chance(Some(mean));
            assert!((mean_chance(logit, shared, CHANCE_OWN) - mean).abs() < 1e-9);
        }
    }
}
