//! Markets: products of their factors.

use super::factor::Factor;
use super::model::{Factors, ranked_by};
use super::output::{Market, MarketKey, MoneyRange, Month, Range, Tier};
use super::reference::Bound;
use super::reference::place::HOME;
use super::reference::vertical::Vertical;
use super::reference::{Grade, PlaceMatch};
use super::world::World;

/// Maximum payback time in months; longer is reported as none.
const LONGEST_PAYBACK: u32 = 60;

/// The means as shown and multiplied, each rounded to six digits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Means {
    pub(crate) demand: f64,
    pub(crate) chance: f64,
    pub(crate) ctr: f64,
    pub(crate) conversion: f64,
    pub(crate) accepted: f64,
    pub(crate) value: f64,
}

impl Means {
    /// Computes the means; returns `None` if demand or payout is unknown.
    pub(crate) fn of(factors: &Factors) -> Option<Self> {
        Some(Self {
            demand: shown(factors.demand?.mean),
            chance: shown(factors.chance.mean),
            ctr: shown(factors.ctr.mean),
            conversion: shown(factors.conversion.mean),
            accepted: shown(factors.accepted.mean),
            value: shown(factors.value?.mean),
        })
    }

    /// Monthly revenue in cents for a probability of ranking and a seasonal index.
    pub(crate) fn revenue(&self, chance: f64, season: f64) -> f64 {
        self.demand * season * chance * self.ctr * self.conversion * self.accepted * self.value
    }
}

/// Rounds a figure to the six digits shown, so that shown figures add up.
pub(crate) fn shown(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return 0.0;
    }
    let scale = 10_f64.powi(5 - value.abs().log10().floor() as i32);
    (value * scale).round() / scale
}

/// Monthly revenue of a market as a factor; `None` if demand or payout is unknown.
pub(crate) fn revenue(factors: &Factors) -> Option<Factor> {
    let parts = [factors.demand?, factors.chance, factors.ctr, factors.conversion, factors.accepted, factors.value?];
    Some(Factor::product(&parts))
}

/// Computes the first twelve months. Costs and revenues are whole cents; `profit` is their difference.
pub(crate) fn months(world: &World<'_>, vertical: u32, means: &Means) -> Vec<Month> {
    let season = &world.models[vertical as usize].season;
    let month = |at: u32| {
        let chance = shown(means.chance * ranked_by(f64::from(at) - 0.5, world.params.months_to_rank));
        let index = season[at as usize - 1];
        let revenue_cents = means.revenue(chance, index).round() as i64;
        let setup = if at == 1 { world.params.setup_cents } else { 0.0 };
        let cost_cents = (setup + world.params.monthly_cost_cents).round() as i64;
        let visitors = means.demand * index * chance * means.ctr;
        let leads = visitors * means.conversion;
        Month {
            month: at,
            chance,
            season: index,
            visitors,
            leads,
            revenue_cents,
            cost_cents,
            profit_cents: revenue_cents - cost_cents,
        }
    };
    (1..=12).map(month).collect()
}

/// Equivalent months of full revenue in the first year, given a probability of 1.
pub(crate) fn full_months(world: &World<'_>, vertical: u32) -> f64 {
    let season = &world.models[vertical as usize].season;
    (1..=12).map(|at| ranked_by(f64::from(at) - 0.5, world.params.months_to_rank) * season[at as usize - 1]).sum()
}

/// Computes the market with all figures.
pub(crate) fn market(world: &World<'_>, vertical: u32, place: u32) -> (Market, Factors) {
    let factors = world.factors(vertical, place);
    let key = key(world, vertical, place);
    let visitors = factors.demand.map(|demand| Factor::product(&[demand, factors.chance, factors.ctr]));
    let flags = flags(world, vertical, place, &factors);
    let mut market = Market {
        score: None,
        tier: None,
        confidence: 0.0,
        difficulty: factors.difficulty.percent(),
        demand_bound: factors.bound,
        demand: factors.demand.map(|demand| demand.range()),
        win_chance: factors.chance.range(),
        visitors: visitors.map(|visitors| visitors.range()),
        leads: visitors.map(|visitors| Factor::product(&[visitors, factors.conversion]).range()),
        payout: factors.value.map(|value| value.money()),
        revenue: None,
        cost12: cost12(world),
        profit_month: None,
        profit12: None,
        payback_months: None,
        roi: None,
        candidate: None,
        flags,
        key,
    };
    if let (Some(revenue), Some(means)) = (revenue(&factors), Means::of(&factors)) {
        price(&mut market, world, vertical, revenue, &means);
    }
    (market, factors)
}

fn price(market: &mut Market, world: &World<'_>, vertical: u32, revenue: Factor, means: &Means) {
    let params = world.params;
    let months = months(world, vertical, means);
    let steady = means.revenue(means.chance, 1.0).round();
    let monthly = params.monthly_cost_cents.round();
    let profit12: i64 = months.iter().map(|month| month.profit_cents).sum();
    let cost: i64 = months.iter().map(|month| month.cost_cents).sum();
    let ranges = |factor: Factor, less: f64, mean: f64| {
        let range = MoneyRange::of(&factor.range(), less);
        MoneyRange { mean_cents: mean as i64, ..range }
    };
    market.confidence = revenue.confidence(3.0);
    market.score = Some(100.0 * steady_score(world, vertical, steady));
    market.revenue = Some(ranges(revenue, 0.0, steady));
    market.profit_month = Some(ranges(revenue, monthly, steady - monthly));
    market.profit12 = Some(ranges(revenue.scaled(full_months(world, vertical)), cost as f64, profit12 as f64));
    market.payback_months = payback(&months, steady - monthly);
    market.roi = (cost > 0).then(|| profit12 as f64 / cost as f64);
    market.tier = tier(world, vertical, steady - monthly, market.confidence);
    if matches!(market.tier, Some(Tier::Tier1 | Tier::Tier2)) {
        market.candidate = Some("goldmine".to_owned());
    }
}

/// r / (r + tier 2 + monthly cost): increases with revenue, 0.5 at tier 2.
fn steady_score(world: &World<'_>, vertical: u32, revenue: f64) -> f64 {
    revenue / (revenue + world.models[vertical as usize].tiers.1 + world.params.monthly_cost_cents)
}

/// Tier of an expected monthly profit; `None` if the confidence is too low.
pub(crate) fn tier(world: &World<'_>, vertical: u32, profit: f64, confidence: f64) -> Option<Tier> {
    let (tier1, tier2) = world.models[vertical as usize].tiers;
    if confidence < world.params.min_confidence {
        return None;
    }
    Some(if profit >= tier1 {
        Tier::Tier1
    } else if profit >= tier2 {
        Tier::Tier2
    } else {
        Tier::Tier3
    })
}

fn cost12(world: &World<'_>) -> MoneyRange {
    let params = world.params;
    let mean = params.setup_cents.round() + 12.0 * params.monthly_cost_cents.round();
    let range = Factor::log_normal(mean, params.cost_spread).range();
    MoneyRange { mean_cents: mean as i64, ..MoneyRange::of(&Range { mean, ..range }, 0.0) }
}

/// First month in which the cumulative expected profit is not negative.
fn payback(months: &[Month], steady: f64) -> Option<u32> {
    let mut sum = 0_i64;
    for month in months {
        sum += month.profit_cents;
        if sum >= 0 {
            return Some(month.month);
        }
    }
    if steady <= 0.0 {
        return None;
    }
    let more = 12.0 + (-sum as f64 / steady).ceil();
    (more <= f64::from(LONGEST_PAYBACK)).then_some(more as u32)
}

pub(crate) fn key(world: &World<'_>, vertical: u32, place: u32) -> MarketKey {
    let (vertical, place) = (&world.verticals[vertical as usize], &world.places[place as usize]);
    MarketKey {
        vertical: vertical.slug.clone(),
        vertical_name: vertical.name.clone(),
        place_id: place.id.to_string(),
        city: place.name.to_string(),
        state: place.state.to_string(),
        county: place.county().map(|county| county.name.to_string()),
        metro: place.metro().map(|(_, name)| name.to_owned()),
        population: place.population as u64,
        latitude: place.latitude,
        longitude: place.longitude,
        place_match: place.matched,
    }
}

/// Returns true if the place is known to be in another country than the built-in figures.
fn is_abroad(world: &World<'_>, place: u32) -> bool {
    let country = world.places[place as usize].country.as_ref();
    !country.is_empty() && country != HOME
}

/// Returns true if the demand or the payout of the market is a built-in figure.
fn has_built_in(world: &World<'_>, vertical: u32, place: u32) -> bool {
    let is_measured = world.special.get(&(vertical, place)).is_some_and(|special| special.measured.is_some());
    let searches = world.verticals[vertical as usize].searches.as_ref();
    let has_rate = !is_measured && searches.is_some_and(|figure| figure.evidence != "own");
    has_rate || world.value(vertical, place).is_some_and(|value| value.evidence != "own")
}

fn flags(world: &World<'_>, vertical: u32, place: u32, factors: &Factors) -> Vec<String> {
    let known: &Vertical = &world.verticals[vertical as usize];
    let value = world.value(vertical, place);
    let matched = world.places[place as usize].matched;
    let all = [
        ("demand_unknown", factors.demand.is_none()),
        ("payout_unknown", value.is_none()),
        ("payout_weak", value.is_some_and(|value| value.evidence == "weak" || value.grade == Some(Grade::D))),
        ("lower_bound", factors.demand.is_some() && factors.bound == Bound::Lower),
        ("upper_bound", factors.demand.is_some() && factors.bound == Bound::Upper),
        ("bound_unstated", factors.demand.is_some() && factors.bound == Bound::Unstated),
        ("county_only", matched == PlaceMatch::CountyOnly),
        ("subarea", matched == PlaceMatch::Subarea),
        ("place_unmatched", matched == PlaceMatch::None),
        ("us_figures", is_abroad(world, place) && has_built_in(world, vertical, place)),
        ("regulated", !known.regulated.is_empty()),
        ("serp_unseen", world.special.get(&(vertical, place)).is_none_or(|special| special.serp.is_none())),
    ];
    all.into_iter().filter(|(_, holds)| *holds).map(|(flag, _)| flag.to_owned()).collect()
}
