//! All factors of one market.

use super::factor::Factor;
use super::model::{ACCEPTED_SPREAD, Difficulty, Factors, Special, Value, logistic, mean_chance, room};
use super::reference::place::PlaceMatch;
use super::reference::vertical::{Bound, Z90};
use super::weakness::{self, CHANCE_OWN};
use super::world::World;
use crate::market::click_curve::interpolate;
use crate::market::{CTR_SPREAD, Curve};

impl World<'_> {
    /// All factors of a market.
    pub(crate) fn factors(&self, vertical: u32, place: u32) -> Factors {
        let model = &self.models[vertical as usize];
        let special = self.special.get(&(vertical, place));
        let (demand, bound) = self.demand(vertical, place, special);
        let (difficulty, own) = self.difficulty(vertical, place, special);
        let (mean, shared) = model.chance;
        let logit = (mean - difficulty.0, shared, own);
        Factors {
            demand,
            bound,
            difficulty,
            chance: chance(logit),
            logit,
            ctr: self.click_through(vertical, special),
            conversion: model.conversion,
            accepted: Factor::log_normal(self.params.accepted_share, ACCEPTED_SPREAD),
            value: self.value(vertical, place).map(|value| Factor::log_normal(value.cents, value.spread)),
        }
    }

    fn demand(&self, vertical: u32, place: u32, special: Option<&Special>) -> (Option<Factor>, Bound) {
        let model = &self.models[vertical as usize];
        if let Some(measured) = special.and_then(|special| special.measured.as_ref()) {
            return (Some(Factor::log_normal(measured.mean, measured.spread)), Bound::TwoSided);
        }
        let Some(rate) = &model.rate else { return (None, Bound::Unstated) };
        let place = &self.places[place as usize];
        let spread = rate.shared.hypot(rate.between).hypot(place_spread(place.matched));
        let factor = Factor::log_normal(rate.per_person * place.population, spread);
        let (below, above) = room(rate.bound);
        (Some(factor.widened(below, above)), rate.bound)
    }

    /// Difficulty, and the market's own uncertainty of its logit.
    fn difficulty(&self, vertical: u32, place: u32, special: Option<&Special>) -> (Difficulty, f64) {
        let model = &self.models[vertical as usize];
        let special = special.map(|special| (special.difficulty, special.serp.as_ref()));
        if let Some((Some(given), _)) = special {
            return (given, weakness::OWN_SEEN);
        }
        if let Some(given) = model.difficulty {
            return (given, weakness::OWN_SEEN);
        }
        let crowd = self.rivals.crowd(vertical, place, self.places[place as usize].population);
        let plain = model.cpc_logit + crowd.logit;
        match special {
            // What a SERP shows of the competition needs no count of it.
            Some((_, Some(seen))) => {
                let spread = weakness::own_spread(seen).hypot(crowd.spread * seen.missing);
                (Difficulty(plain + weakness::logit(seen)), spread)
            }
            _ => (Difficulty(plain), CHANCE_OWN.hypot(crowd.spread)),
        }
    }

    /// CTR once ranked, updated by the visits of own sites.
    pub(crate) fn click_through(&self, vertical: u32, special: Option<&Special>) -> Factor {
        let has_pack = special.and_then(|special| special.serp.as_ref()).and_then(|seen| seen.has_pack);
        let curves = Curve::published();
        let shares = if has_pack == Some(false) { &curves.plain } else { &curves.pack };
        let ctr = match self.params.target_position {
            Some(position) => Factor::log_normal(interpolate(shares, position), CTR_SPREAD),
            None => {
                let mean = shares[..10].iter().sum::<f64>() / 10.0;
                Factor::log_normal(mean, CTR_SPREAD.hypot(position_spread(&shares[..10])))
            }
        };
        ctr.scaled(self.models[vertical as usize].traffic)
    }

    /// Payout of a market: by city, then state, then vertical.
    pub(crate) fn value(&self, vertical: u32, place: u32) -> Option<&Value> {
        let model = &self.models[vertical as usize];
        let own = self.special.get(&(vertical, place)).and_then(|special| special.value.as_ref());
        let state = || model.value_by_state.get(self.places[place as usize].state.as_ref());
        own.or_else(state).or(model.value.as_ref()).filter(|value| value.cents > 0.0)
    }
}

fn chance((logit, shared, own): (f64, f64, f64)) -> Factor {
    let spread = shared.hypot(own);
    let median = logistic(logit);
    let (low, high) = (logistic(logit - Z90 * spread), logistic(logit + Z90 * spread));
    Factor {
        mean: mean_chance(logit, shared, own),
        median,
        low: (median / low).ln() / Z90,
        high: (high / median).ln() / Z90,
    }
}

/// Uncertainty about whether the population belongs to one town.
fn place_spread(matched: PlaceMatch) -> f64 {
    match matched {
        PlaceMatch::CensusPlace | PlaceMatch::Own => 0.0,
        PlaceMatch::CountyOnly | PlaceMatch::Subarea => 0.3,
        PlaceMatch::None => 0.5,
    }
}

/// Standard deviation of the logarithms of CTRs.
fn position_spread(shares: &[f64]) -> f64 {
    let count = shares.len() as f64;
    let mean = shares.iter().map(|share| share.ln()).sum::<f64>() / count;
    (shares.iter().map(|share| (share.ln() - mean).powi(2)).sum::<f64>() / count).sqrt()
}
