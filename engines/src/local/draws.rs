//! Joint draws of a market's factors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::factor::Factor;
use super::market::full_months;
use super::model::{Factors, logistic, ranked_by};
use super::output::{MoneyRange, Range};
use super::params::Checked;
use super::world::World;
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::{SplitMix64, interval_of, poisson, stratified_normals, stratified_uniforms};

/// Results of the draws of a market.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Drawn {
    /// Number of draws.
    pub draws: u32,
    /// Average monthly revenue of the market.
    pub revenue: MoneyRange,
    /// Average profit of the first twelve months.
    pub profit12: MoneyRange,
    /// Profit of a single site in twelve months: whether and when it ranks and its number of leads are drawn.
    pub realised12: MoneyRange,
    /// Probability that a single site recovers its cost within twelve months.
    pub chance_of_profit12: f64,
    /// Probability that it has a paid lead within twelve months.
    pub chance_of_a_lead12: f64,
    /// Share of each factor in the variance of the log revenue, largest first.
    pub uncertainty: Vec<UncertaintyShare>,
}

/// Share of a factor in the uncertainty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UncertaintyShare {
    /// The factor.
    pub name: String,
    /// Share, 0 to 1.
    pub share: f64,
}

/// Columns of standard normal numbers, one per factor. Shared shocks come first, so that two markets of a run with
/// the same seed have the same ones.
pub(super) struct Shocks {
    columns: Vec<Vec<f64>>,
}

const CHANCE_SHARED: usize = 0;
const CTR: usize = 1;
const CONVERSION: usize = 2;
const ACCEPTED: usize = 3;
const VALUE: usize = 4;
const COST: usize = 5;
const DEMAND: usize = 6;
const CHANCE_OWN: usize = 7;

impl Shocks {
    fn new(params: &Checked, random: &mut SplitMix64) -> Self {
        Self { columns: (0..=CHANCE_OWN).map(|_| stratified_normals(params.draws as usize, random)).collect() }
    }

    /// Returns the shocks of the parameters' seed.
    pub(super) fn seeded(params: &Checked) -> Self {
        Self::new(params, &mut SplitMix64::new(params.seed))
    }

    /// Returns the shocks of a market among several: those of the first market are these; another one has its own demand
    /// and its own part of the ranking probability.
    pub(super) fn of_market(&self, index: u64, params: &Checked) -> Self {
        let mut columns = self.columns.clone();
        if index > 0 {
            let mut random = SplitMix64::new(params.seed.wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
            for column in [DEMAND, CHANCE_OWN] {
                columns[column] = stratified_normals(params.draws as usize, &mut random);
            }
        }
        Self { columns }
    }

    /// Returns the number of draws.
    pub(super) fn len(&self) -> usize {
        self.columns[COST].len()
    }

    /// Returns the normal numbers of the cost.
    pub(super) fn cost_normals(&self) -> &[f64] {
        &self.columns[COST]
    }

    /// Returns the monthly revenue of a market that had its time to rank, in each draw; `None` if demand or payout is
    /// unknown.
    pub(super) fn revenues(&self, factors: &Factors) -> Option<Vec<f64>> {
        let (demand, value) = (factors.demand?, factors.value?);
        let revenue = |at: usize| {
            let (leads, chance, value) = self.outcome(at, factors, demand, value);
            leads * chance * value
        };
        Some((0..self.len()).map(revenue).collect())
    }

    /// Returns paid leads of a month if the site ranks, the probability that it does, and the payout, of a draw.
    fn outcome(&self, at: usize, factors: &Factors, demand: Factor, value: Factor) -> (f64, f64, f64) {
        let shock = |column: usize| self.columns[column][at];
        let (logit, shared, own) = factors.logit;
        let chance = logistic(logit + shared * shock(CHANCE_SHARED) + own * shock(CHANCE_OWN));
        let leads = demand.at(shock(DEMAND))
            * factors.ctr.at(shock(CTR)).min(0.95)
            * factors.conversion.at(shock(CONVERSION)).min(1.0)
            * factors.accepted.at(shock(ACCEPTED)).min(1.0);
        (leads, chance, value.at(shock(VALUE)))
    }
}

/// Draws a market; returns `None` if demand or payout is unknown.
///
/// # Errors
/// Returns [`EngineError::Cancelled`] if the caller cancelled.
pub(crate) fn draw(
    world: &World<'_>, vertical: u32, factors: &Factors, control: &dyn Control,
) -> Result<Option<Drawn>, EngineError> {
    let (Some(demand), Some(value)) = (factors.demand, factors.value) else { return Ok(None) };
    let params = world.params;
    let mut random = SplitMix64::new(params.seed);
    let shocks = Shocks::new(params, &mut random);
    let luck = Luck::new(params.draws as usize, &mut random);
    let full = full_months(world, vertical);
    let mean_cost = params.setup_cents + 12.0 * params.monthly_cost_cents;
    let mut drawn = Columns::default();
    for at in 0..params.draws as usize {
        if at % 1_024 == 0 {
            checkpoint(control)?;
        }
        let (leads, chance, value) = shocks.outcome(at, factors, demand, value);
        let cost = mean_cost * (params.cost_spread * shocks.columns[COST][at] - params.cost_spread.powi(2) / 2.0).exp();
        drawn.revenue.push(leads * chance * value);
        drawn.profit.push(leads * chance * value * full - cost);
        let paid = luck.paid_leads(at, chance, leads, params.months_to_rank, &mut random);
        drawn.realised.push(paid * value - cost);
        drawn.with_lead += u32::from(paid > 0.0);
        drawn.with_profit += u32::from(paid * value >= cost);
    }
    Ok(Some(drawn.summed(params.draws, uncertainty(factors))))
}

#[derive(Default)]
struct Columns {
    revenue: Vec<f64>,
    profit: Vec<f64>,
    realised: Vec<f64>,
    with_lead: u32,
    with_profit: u32,
}

impl Columns {
    fn summed(mut self, draws: u32, uncertainty: Vec<UncertaintyShare>) -> Drawn {
        Drawn {
            draws,
            revenue: money(&mut self.revenue),
            profit12: money(&mut self.profit),
            realised12: money(&mut self.realised),
            chance_of_profit12: f64::from(self.with_profit) / f64::from(draws),
            chance_of_a_lead12: f64::from(self.with_lead) / f64::from(draws),
            uncertainty,
        }
    }
}

fn money(draws: &mut [f64]) -> MoneyRange {
    let range = interval_of(draws).map_or_else(Range::default, |interval| Range {
        mean: interval.mean,
        p10: interval.low,
        p50: interval.mid,
        p90: interval.high,
    });
    MoneyRange::of(&range, 0.0)
}

/// Whether and when a single site ranks.
struct Luck {
    ranks: Vec<f64>,
    when: Vec<f64>,
}

impl Luck {
    fn new(count: usize, random: &mut SplitMix64) -> Self {
        Self { ranks: stratified_uniforms(count, random), when: stratified_uniforms(count, random) }
    }

    /// Paid leads of a site in its first twelve months.
    fn paid_leads(&self, at: usize, chance: f64, leads: f64, median: f64, random: &mut SplitMix64) -> f64 {
        if self.ranks[at] >= chance {
            return 0.0;
        }
        let month = (1..=12).find(|month| ranked_by(f64::from(*month), median) >= self.when[at]).unwrap_or(12);
        poisson(leads * (12.5 - f64::from(month)), random)
    }
}

fn uncertainty(factors: &Factors) -> Vec<UncertaintyShare> {
    let parts = [
        ("demand", factors.demand),
        ("winChance", Some(factors.chance)),
        ("clickThrough", Some(factors.ctr)),
        ("conversion", Some(factors.conversion)),
        ("accepted", Some(factors.accepted)),
        ("payout", factors.value),
    ];
    let variance =
        |factor: Option<super::factor::Factor>| factor.map_or(0.0, |f| (f.low * f.low + f.high * f.high) / 2.0);
    let total: f64 = parts.iter().map(|(_, factor)| variance(*factor)).sum();
    let share = |(name, factor): &(&str, Option<super::factor::Factor>)| UncertaintyShare {
        name: (*name).to_owned(),
        share: if total > 0.0 { variance(*factor) / total } else { 0.0 },
    };
    let mut shares: Vec<UncertaintyShare> = parts.iter().map(share).collect();
    shares.sort_by(|a, b| b.share.total_cmp(&a.share));
    shares
}
