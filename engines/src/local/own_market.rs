//! The website's own market, which comes first in a scan for a website.

use std::collections::BTreeSet;

use super::columns::{Priced, best};
use super::input::OwnMarket;
use super::reference::place::PlaceMatch;
use super::world::World;
use crate::stat::distance_km;

/// Distance of the places that belong to the surroundings, km: what a tradesperson drives to.
pub(crate) const AROUND_KM: f64 = 50.0;
/// Maximum number of surrounding places before the other markets.
const MOST_AROUND: usize = 9;

/// The trade and place of a website, with the places around it.
#[derive(Debug, Clone)]
pub(crate) struct OwnRegion {
    vertical: u32,
    place: u32,
    around: BTreeSet<u32>,
}

impl OwnRegion {
    /// Finds the own market.
    ///
    /// # Errors
    /// Returns a note for the reader if the trade or the place is not known; the scan goes on without it.
    pub(crate) fn of(world: &World<'_>, own: Option<&OwnMarket>) -> Result<Option<Self>, String> {
        let Some(own) = own else { return Ok(None) };
        let found = world.find_market(&own.vertical, &own.place, own.state.as_deref());
        let (vertical, place) =
            found.map_err(|error| format!("The website's own market does not come first: {error}."))?;
        Ok(Some(Self { vertical, place, around: around(world, place) }))
    }

    /// Returns the own market, then profitable places around it, then the best of all others: at most `limit`, and the number
    /// of own ones among them.
    pub(crate) fn ordered(&self, priced: &[Priced], limit: usize) -> (Vec<Priced>, usize) {
        let is_near = |one: &&Priced| {
            let is_around = self.around.contains(&one.place) && one.profit12 > 0.0;
            one.vertical == self.vertical && (one.place == self.place || is_around)
        };
        let mut own: Vec<Priced> = priced.iter().filter(is_near).copied().collect();
        own.sort_by(|a, b| {
            let is_other = |one: &Priced| one.place != self.place;
            let by_profit = b.profit12.total_cmp(&a.profit12).then(a.place.cmp(&b.place));
            is_other(a).cmp(&is_other(b)).then(by_profit)
        });
        own.truncate(limit.min(1 + MOST_AROUND));
        let count = own.len();
        let taken: BTreeSet<u32> = own.iter().map(|one| one.place).collect();
        let is_left = |one: &&Priced| one.vertical != self.vertical || !taken.contains(&one.place);
        let others: Vec<Priced> = priced.iter().filter(is_left).copied().collect();
        own.extend(best(&others, limit - count));
        (own, count)
    }

    /// States what comes first.
    pub(crate) fn note(&self, world: &World<'_>, count: usize) -> String {
        let (trade, place) = (&world.verticals[self.vertical as usize].name, world.places[self.place as usize].label());
        if count == 0 {
            return format!(
                "The website's own market, {trade} in {place}, has no score: its demand or payout is unknown, or a filter leaves it out."
            );
        }
        format!(
            "The website's own market, {trade} in {place}, comes first with profitable places within {AROUND_KM} km. Other markets follow, best first."
        )
    }
}

/// Returns the places around a place, without parts of cities.
fn around(world: &World<'_>, place: u32) -> BTreeSet<u32> {
    let at = |index: u32| {
        let place = &world.places[index as usize];
        Some((place.latitude?, place.longitude?))
    };
    let Some(centre) = at(place) else { return BTreeSet::new() };
    let is_near = |index: &u32| {
        *index != place
            && world.places[*index as usize].matched != PlaceMatch::Subarea
            && at(*index).is_some_and(|point| distance_km(centre, point) <= AROUND_KM)
    };
    (0..world.places.len() as u32).filter(is_near).collect()
}
