//! Order and selection of markets.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::local::columns::{Columns, Priced};
use crate::local::market::{revenue, tier};
use crate::local::output::Tier;
use crate::local::world::World;

/// Order of markets, best first. Markets whose value is unknown come last, the largest place first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Sort {
    /// Expected profit of twelve months.
    #[default]
    Profit,
    /// Payout per lead.
    Payout,
    /// Monthly searches.
    Demand,
    /// Population of the place.
    Population,
}

/// A market in an order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranked {
    pub(super) vertical: u32,
    pub(super) place: u32,
    key: f64,
}

/// Words that the vertical or the place of a market must contain, as bits.
pub(super) struct Words {
    verticals: Vec<u16>,
    places: Vec<u16>,
    all: u16,
}

impl Words {
    /// Finds the words of a text, at most sixteen.
    pub(super) fn new(world: &World<'_>, text: &str) -> Self {
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).take(16).collect();
        let bits = |name: String| {
            let name = name.to_lowercase();
            words.iter().enumerate().filter(|(_, word)| name.contains(**word)).map(|(at, _)| 1_u16 << at).sum()
        };
        if words.is_empty() {
            return Self { verticals: Vec::new(), places: Vec::new(), all: 0 };
        }
        Self {
            verticals: world.verticals.iter().map(|one| bits(format!("{} {}", one.name, one.slug))).collect(),
            places: world.places.iter().map(|place| bits(place.label())).collect(),
            all: u16::MAX >> (16 - words.len()),
        }
    }

    fn matches(&self, vertical: u32, place: u32) -> bool {
        self.all == 0 || self.verticals[vertical as usize] | self.places[place as usize] == self.all
    }
}

/// Returns the priced markets that match, unordered.
pub(super) fn matching(
    world: &World<'_>, columns: &Columns, words: &Words, wanted: Option<Tier>, sort: Sort,
) -> Vec<Ranked> {
    let matches = |priced: &&Priced| {
        words.matches(priced.vertical, priced.place) && wanted.is_none_or(|wanted| has_tier(world, priced, wanted))
    };
    columns.priced.par_iter().filter(matches).map(|priced| ranked(world, priced, sort)).collect()
}

fn ranked(world: &World<'_>, priced: &Priced, sort: Sort) -> Ranked {
    let (vertical, place) = (priced.vertical, priced.place);
    let key = match sort {
        Sort::Profit => priced.profit12,
        Sort::Payout => world.value(vertical, place).map_or(0.0, |value| value.cents),
        Sort::Demand => world.factors(vertical, place).demand.map_or(0.0, |demand| demand.mean),
        Sort::Population => world.places[place as usize].population,
    };
    Ranked { vertical, place, key }
}

/// Returns true if the market has the tier; computes its confidence only if its profit is in range.
fn has_tier(world: &World<'_>, priced: &Priced, wanted: Tier) -> bool {
    let (tier1, tier2) = world.models[priced.vertical as usize].tiers;
    let profit = priced.revenue - world.params.monthly_cost_cents;
    // The exact profit is rounded to cents and to six digits.
    let room = 1.0 + profit.abs() * 1e-4;
    let is_near = match wanted {
        Tier::Tier1 => profit + room >= tier1,
        Tier::Tier2 => profit + room >= tier2 && profit - room < tier1,
        Tier::Tier3 => profit - room < tier2,
    };
    let confident = || {
        let factors = world.factors(priced.vertical, priced.place);
        let means = crate::local::market::Means::of(&factors)?;
        let steady = means.revenue(means.chance, 1.0).round() - world.params.monthly_cost_cents.round();
        tier(world, priced.vertical, steady, revenue(&factors)?.confidence(3.0))
    };
    is_near && confident() == Some(wanted)
}

/// Puts the first `last` markets in order, best first; ties in table order.
pub(super) fn order(ranked: &mut Vec<Ranked>, last: usize) {
    let by_key = |a: &Ranked, b: &Ranked| {
        b.key.total_cmp(&a.key).then_with(|| (a.vertical, a.place).cmp(&(b.vertical, b.place)))
    };
    if last > 0 && last < ranked.len() {
        ranked.select_nth_unstable_by(last - 1, by_key);
    }
    ranked.truncate(last);
    ranked.sort_unstable_by(by_key);
}

/// Returns the matching markets without a price, unordered.
pub(super) fn unpriced(world: &World<'_>, columns: &Columns, words: &Words) -> Vec<Ranked> {
    let mut priced = columns.priced.iter().peekable();
    let mut missing = Vec::new();
    for vertical in columns.verticals.iter().copied() {
        for place in columns.places.iter().copied() {
            if priced.next_if(|next| (next.vertical, next.place) == (vertical, place)).is_none()
                && words.matches(vertical, place)
            {
                missing.push(Ranked { vertical, place, key: world.places[place as usize].population });
            }
        }
    }
    missing
}
