//! Look-ups of markets by their names, and of the best ones.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use engines::{
    common::{Control, Day, EngineError, Unattended},
    local::{
        Checked, Filters,
        catalog::{FoundMarket, MarketQuery, Named, OwnData, RankedMarkets, find_markets, rank_markets, resolve},
    },
};

/// Maximum number of markets of one look-up.
const AT_ONCE: usize = 5_000;

/// A vertical in a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place.
    pub place: String,
}

/// A name that the data do not have: position of its market, `vertical` or `place`, and the reason.
pub type Unknown = (usize, &'static str, String);

/// Looks up markets; returns them in order, or the names that the data do not have.
///
/// # Errors
/// Returns the error of the engine, such as one for the own data.
pub fn find(
    own: &OwnData, keys: &[Key], as_of: Option<Day>, params: &Checked,
) -> Result<Result<Vec<FoundMarket>, Vec<Unknown>>, EngineError> {
    let unknown = unknown(own, keys)?;
    if !unknown.is_empty() {
        return Ok(Err(unknown));
    }
    let mut by_key = HashMap::new();
    for (verticals, places) in parts(keys) {
        for found in query(own, (verticals, places), as_of, params)? {
            by_key.insert((found.market.key.vertical.clone(), found.market.key.place_id.clone()), found);
        }
    }
    let mut markets = Vec::with_capacity(keys.len());
    let mut missing = Vec::new();
    for (index, key) in keys.iter().enumerate() {
        match by_key.get(&(key.vertical.clone(), key.place.clone())) {
            Some(found) => markets.push(found.clone()),
            None => missing.push((index, "place", format!("there is no market of `{}` in this place", key.vertical))),
        }
    }
    Ok(if missing.is_empty() { Ok(markets) } else { Err(missing) })
}

/// Returns the names that the data do not have, at most one for a market.
fn unknown(own: &OwnData, keys: &[Key]) -> Result<Vec<Unknown>, EngineError> {
    let row = |key: &Key| Named { vertical: Some(key.vertical.clone()), place: Some(key.place.clone()), state: None };
    let rows: Vec<Named> = keys.iter().map(row).collect();
    let resolved = resolve(&own.overrides, &rows)?;
    let mut unknown = Vec::new();
    for (index, (key, found)) in keys.iter().zip(resolved).enumerate() {
        match found {
            Ok(Some(id)) if id == key.place => {}
            Ok(_) => unknown.push((index, "place", format!("there is no place with the id `{}`", key.place))),
            Err((field, reason)) => unknown.push((index, field, reason)),
        }
    }
    Ok(unknown)
}

/// Divides markets into look-ups of few verticals and places.
fn parts(keys: &[Key]) -> Vec<(Vec<String>, Vec<String>)> {
    let mut by_vertical: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for key in keys {
        by_vertical.entry(&key.vertical).or_default().insert(&key.place);
    }
    let texts = |all: &BTreeSet<&str>| all.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let places: BTreeSet<&str> = keys.iter().map(|key| key.place.as_str()).collect();
    if by_vertical.len() * places.len() <= AT_ONCE {
        return vec![(by_vertical.keys().map(|slug| (*slug).to_owned()).collect(), texts(&places))];
    }
    by_vertical.into_iter().map(|(slug, places)| (vec![slug.to_owned()], texts(&places))).collect()
}

fn query(
    own: &OwnData, (verticals, places): (Vec<String>, Vec<String>), as_of: Option<Day>, params: &Checked,
) -> Result<Vec<FoundMarket>, EngineError> {
    let limit = u32::try_from(verticals.len() * places.len()).unwrap_or(u32::MAX);
    let filters = Filters { verticals, places, include_subareas: true, limit, ..Filters::default() };
    let query = MarketQuery { as_of, filters, own_units: own.units.clone(), ..MarketQuery::default() };
    Ok(find_markets(&own.overrides, &query, params, &Unattended)?.markets)
}

/// Returns the best markets with a score.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] for an unknown name in the filters, or [`EngineError::Cancelled`].
pub fn best(
    own: &OwnData, filters: Filters, as_of: Option<Day>, params: &Checked, control: &dyn Control,
) -> Result<Vec<FoundMarket>, EngineError> {
    let own_units = own.units.clone();
    let query = MarketQuery { as_of, filters, own_units, only_scored: true, ..MarketQuery::default() };
    Ok(find_markets(&own.overrides, &query, params, control)?.markets)
}

/// Returns the best markets with a score like [`best`], which describes none of them yet.
///
/// # Errors
/// As of [`best`].
pub fn ranked<'a>(
    own: &OwnData, filters: Filters, as_of: Option<Day>, params: &'a Checked, control: &dyn Control,
) -> Result<RankedMarkets<'a>, EngineError> {
    rank_markets(&own.overrides, &MarketQuery { as_of, filters, ..MarketQuery::default() }, params, control)
}
