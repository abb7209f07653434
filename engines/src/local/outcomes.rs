//! Updates of the model by the outcomes of own sites.
//!
//! Three multipliers of the expected figures are learned: of the odds of ranking, of the visits per search once a site ranks,
//! and of the leads per visit. Each is a hierarchical credibility estimate: observed / expected of every site, shrunk towards
//! the mean of all trades, which is shrunk towards 1. Weights depend on what was expected, never on what came, so more leads
//! never lower a figure. Without outcomes every figure is that of the prior.
//!
//! Sources: Bühlmann & Straub (1970), "Glaubwürdigkeit für Schadensätze"; Jewell (1975), "The use of collateral data in
//! credibility theory: a hierarchical model". Ours differs in that the prior weights are assumptions, since few users have
//! enough trades to estimate them.

use std::collections::BTreeMap;

use super::factor::Factor;
use super::input::Outcome;
use super::model::{Value, ranked_by};
use super::world::{Finder, World};

/// Age from which a site is judged, in months. Younger ones are left out, whatever their outcome.
pub(super) const LEAST_MONTHS: f64 = 2.0;
/// Weight of the prior of a trade's odds of ranking, in expected rankings.
pub(super) const CHANCE_WEIGHT: f64 = 5.0;
/// Weight of the prior of a trade's visits per search and leads per visit, in sites with much data.
pub(super) const SITES_WEIGHT: f64 = 10.0;
/// Weight of the prior of all trades together, in trades with much data.
const TRADES_WEIGHT: f64 = 5.0;
/// Expected visits and leads at which a site has half of its weight.
const HALF_VISITS: f64 = 30.0;
const HALF_LEADS: f64 = 4.0;
/// Variance of the ratio of rankings between sites: expected rankings at which a site has half of its weight, inverted.
const RANK_VARIANCE: f64 = 0.5;
/// Maximum excess of a site over what was expected, times its weight, so that one lucky site moves little.
const MOST_EXCESS: f64 = 3.0;
/// Assumed weight of the known payout compared with the realised one, in paid leads.
const PAYOUT_WEIGHT: f64 = 5.0;

/// Observed and expected figures of several sites.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) sites: u32,
    pub(crate) observed: f64,
    pub(crate) expected: f64,
    weight: f64,
    /// Sum of weight x (observed / expected).
    weighted: f64,
}

impl Tally {
    fn add(&mut self, observed: f64, expected: f64, weight: f64) {
        if !(expected > 1e-9 && weight > 0.0) {
            return;
        }
        let ratio = (observed / expected).min(1.0 + MOST_EXCESS / weight);
        self.sites += 1;
        self.observed += observed;
        self.expected += expected;
        self.weight += weight;
        self.weighted += weight * ratio;
    }
}

/// Multiplier of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Multiplier {
    pub(crate) mean: f64,
    /// Standard deviation of its logarithm.
    pub(crate) spread: f64,
    /// Weight of the trade's own sites compared with the prior, 0 to 1.
    pub(crate) credibility: f64,
}

/// What sites say of one figure, by vertical.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Learning {
    trades: BTreeMap<u32, Tally>,
    prior_weight: f64,
}

impl Learning {
    fn new(prior_weight: f64) -> Self {
        Self { trades: BTreeMap::new(), prior_weight }
    }

    /// Returns the figures of a trade's sites.
    pub(crate) fn tally(&self, vertical: u32) -> Tally {
        self.trades.get(&vertical).copied().unwrap_or_default()
    }

    /// Returns the number of sites of all trades.
    pub(crate) fn sites(&self) -> u32 {
        self.trades.values().map(|tally| tally.sites).sum()
    }

    /// Multiplier of all trades: their means weighted by their credibility, and 1 with the weight of the prior.
    fn overall(&self) -> f64 {
        let (sum, weight) = self.trades.values().filter(|tally| tally.weight > 0.0).fold((0.0, 0.0), |sums, tally| {
            // The credibility of the trade times its mean.
            let share = 1.0 / (tally.weight + self.prior_weight);
            (sums.0 + share * tally.weighted, sums.1 + share * tally.weight)
        });
        (TRADES_WEIGHT + sum) / (TRADES_WEIGHT + weight)
    }

    /// Returns the multiplier of a trade; `None` without any site, where the figure of the prior stays.
    pub(crate) fn of(&self, vertical: u32) -> Option<Multiplier> {
        if self.sites() == 0 {
            return None;
        }
        let (tally, prior) = (self.tally(vertical), self.prior_weight);
        let credibility = tally.weight / (tally.weight + prior);
        Some(Multiplier {
            mean: (prior * self.overall() + tally.weighted) / (prior + tally.weight),
            spread: ((1.0 - credibility) / prior).sqrt(),
            credibility,
        })
    }
}

/// What own sites say.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Learned {
    /// Odds of ranking.
    pub(crate) chance: Learning,
    /// Visits per search of a site that ranks.
    pub(crate) traffic: Learning,
    /// Leads per visit.
    pub(crate) conversion: Learning,
    /// Leads compared with the leads that the prior had expected.
    pub(crate) leads: Learning,
    /// Sites too young to judge, by vertical.
    pub(crate) young: BTreeMap<u32, u32>,
    /// Sites that are judged, by vertical.
    pub(crate) judged: BTreeMap<u32, u32>,
}

impl Learned {
    fn new() -> Self {
        Self {
            chance: Learning::new(CHANCE_WEIGHT),
            traffic: Learning::new(SITES_WEIGHT),
            conversion: Learning::new(SITES_WEIGHT),
            leads: Learning::new(SITES_WEIGHT),
            ..Self::default()
        }
    }
}

/// What the prior expects of a site.
struct Expected {
    /// Expected rankings within its time.
    rankings: f64,
    /// Expected monthly visits if it ranks; 0 if the demand is unknown.
    visits_month: f64,
    /// Mean probability of ranking, by expected visits.
    chance: f64,
    /// Leads per visit.
    conversion: f64,
}

/// Updates the factors by outcomes.
pub(super) fn apply(world: &mut World<'_>, rows: &[Outcome], finder: &Finder<'_>) {
    if rows.is_empty() {
        return;
    }
    let mut learned = Learned::new();
    let mut paid: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        let found = world.locate_row(finder, ("outcomes", at), &row.vertical, &row.place, row.state.as_deref());
        let Some((vertical, place)) = found else { continue };
        if let (Some(leads), Some(cents)) = (row.accepted_leads, row.revenue_cents) {
            let sums = paid.entry(vertical).or_default();
            *sums = (sums.0 + leads, sums.1 + cents);
        }
        if row.months < LEAST_MONTHS {
            *learned.young.entry(vertical).or_default() += 1;
            continue;
        }
        let more = row.more_places.iter().filter_map(|id| finder.find(id, None).ok());
        let places: Vec<u32> = std::iter::once(place).chain(more).collect();
        let expected = expected(world, vertical, &places, row);
        learned.judge(vertical, row, &expected, world);
    }
    for at in 0..world.models.len() as u32 {
        update(world, at, &learned);
    }
    for (vertical, (leads, cents)) in paid {
        update_payout(world, vertical, leads, cents);
    }
    world.learned = learned;
}

fn expected(world: &World<'_>, vertical: u32, places: &[u32], row: &Outcome) -> Expected {
    let by = ranked_by(row.ranked_after.unwrap_or(row.months).min(12.0), world.params.months_to_rank);
    let (mut rankings, mut visits, mut ranked_visits) = (0.0, 0.0, 0.0);
    let mut chances = 0.0;
    for place in places {
        let factors = world.factors(vertical, *place);
        let monthly = factors.demand.map_or(0.0, |demand| demand.mean * factors.ctr.mean);
        rankings -= (1.0 - (factors.chance.mean * by).min(0.999)).ln();
        visits += monthly;
        ranked_visits += monthly * factors.chance.mean;
        chances += factors.chance.mean;
    }
    let chance = if visits > 0.0 { ranked_visits / visits } else { chances / places.len() as f64 };
    Expected { rankings, visits_month: visits, chance, conversion: world.models[vertical as usize].conversion.mean }
}

impl Learned {
    /// Adds the outcome of a site. A site that has not ranked counts as a failure only as far as its age makes it one.
    fn judge(&mut self, vertical: u32, row: &Outcome, expected: &Expected, world: &World<'_>) {
        *self.judged.entry(vertical).or_default() += 1;
        let params = world.params;
        if let Some(has_ranked) = row.ranked.filter(|_| params.win_chance.is_none()) {
            let weight = expected.rankings / (1.0 + RANK_VARIANCE * expected.rankings);
            let observed = if has_ranked { 1.0 } else { 0.0 };
            self.chance.trades.entry(vertical).or_default().add(observed, expected.rankings, weight);
        }
        let months = ranked_months(row.months, params.months_to_rank);
        let mean_visits = expected.visits_month * expected.chance * months;
        let traffic = match row.ranked {
            Some(true) => {
                let after = row.ranked_after.unwrap_or_else(|| params.months_to_rank.min(row.months / 2.0));
                let months = (row.months - after).max(0.0);
                // A month of visits is the least that says something.
                (months >= 1.0).then_some((expected.visits_month * months, 0.0))
            }
            // Whether it ranks is not known: its visits vary by that as well.
            None => Some((mean_visits, (1.0 - expected.chance) / expected.chance.max(1e-6))),
            Some(false) => None,
        };
        if let (Some((visits, variance)), Some(seen)) = (traffic, row.search_visits.or(row.visits)) {
            let weight = 1.0 / (1.0 + HALF_VISITS / visits.max(1e-9) + variance);
            self.traffic.trades.entry(vertical).or_default().add(seen, visits, weight);
        }
        if let (Some(visits), Some(leads)) = (row.visits.filter(|_| params.conversion_rate.is_none()), row.leads) {
            let mean = visits * expected.conversion;
            self.conversion.trades.entry(vertical).or_default().add(leads, mean, mean / (mean + HALF_LEADS));
        }
        if let Some(leads) = row.leads {
            let mean = mean_visits * expected.conversion;
            self.leads.trades.entry(vertical).or_default().add(leads, mean, 1.0);
        }
    }
}

/// Expected months of a site in the first ten results if it ranks within the year.
fn ranked_months(months: f64, median: f64) -> f64 {
    let whole = months.floor();
    let rest = months - whole;
    let full: f64 = (0..whole as u32).map(|month| ranked_by((f64::from(month) + 0.5).min(12.0), median)).sum();
    full + rest * ranked_by((whole + rest / 2.0).min(12.0), median)
}

fn update(world: &mut World<'_>, vertical: u32, learned: &Learned) {
    let model = &mut world.models[vertical as usize];
    if let Some(odds) = learned.chance.of(vertical) {
        model.chance.0 += odds.mean.max(1e-6).ln();
    }
    if let Some(visits) = learned.traffic.of(vertical) {
        model.traffic = visits.mean.max(1e-6);
    }
    if let Some(leads) = learned.conversion.of(vertical) {
        let spread = model.conversion.low * (1.0 - leads.credibility).sqrt();
        model.conversion = Factor::log_normal((model.conversion.mean * leads.mean).clamp(1e-6, 1.0), spread);
    }
}

fn update_payout(world: &mut World<'_>, vertical: u32, leads: f64, cents: f64) {
    if leads <= 0.0 || cents <= 0.0 {
        return;
    }
    let realised = cents / leads;
    let model = &mut world.models[vertical as usize];
    model.value = Some(paid(model.value.take(), realised, leads));
    for value in model.value_by_state.values_mut() {
        *value = paid(Some(value.clone()), realised, leads);
    }
}

/// Updates a payout by realised payments.
fn paid(known: Option<Value>, realised: f64, leads: f64) -> Value {
    let known = known.unwrap_or(Value {
        cents: realised,
        ends: (None, None),
        spread: 0.6,
        evidence: "own".into(),
        grade: None,
        year: None,
        sources: Vec::new(),
        unit: "per_lead".to_owned(),
        learned_from: 0.0,
    });
    let weight = leads / (leads + PAYOUT_WEIGHT);
    Value {
        cents: weight * realised + (1.0 - weight) * known.cents,
        ends: (None, None),
        spread: known.spread * (1.0 - weight).sqrt(),
        evidence: "own".into(),
        learned_from: leads,
        ..known
    }
}
