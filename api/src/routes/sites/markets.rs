//! Markets of new sites, from the reference data with the workspace's own data.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use engines::{
    common::{EngineError, Unattended},
    local::{
        Checked, Filters,
        catalog::{FoundMarket, MarketQuery, Named, OwnData, find_markets, resolve},
    },
};
use shared::{domain::site::SitePlace, store::site};
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    market::{own, today},
    state::AppState,
};

/// Maximum number of markets of one look-up.
const AT_ONCE: usize = 5_000;

/// A vertical in a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// Slug of the vertical.
    pub(crate) vertical: String,
    /// Id of the place.
    pub(crate) place: String,
}

/// A name that the data do not have: position of its market, `vertical` or `place`, and the reason.
type Unknown = (usize, &'static str, String);

/// Looks up markets; returns them in order.
///
/// # Errors
/// Returns [`ApiError::Invalid`] for unknown names; `pointer` names the field of a market's `vertical` or `place`.
pub(crate) async fn find(
    state: &AppState, workspace_id: Uuid, keys: Vec<Key>, pointer: impl Fn(usize, &str) -> String,
) -> Result<Vec<FoundMarket>> {
    let own = own(&state.db, workspace_id).await?;
    let found = state.markets.compute(move |params| look_up(&own, &keys, params)).await?;
    found.map_err(|unknown| {
        let error = |(index, field, reason): Unknown| FieldError::new(pointer(index, field), reason);
        ApiError::Invalid(unknown.into_iter().map(error).collect())
    })
}

fn look_up(
    own: &OwnData, keys: &[Key], params: &Checked,
) -> std::result::Result<std::result::Result<Vec<FoundMarket>, Vec<Unknown>>, EngineError> {
    let unknown = unknown(own, keys)?;
    if !unknown.is_empty() {
        return Ok(Err(unknown));
    }
    let mut by_key = HashMap::new();
    for (verticals, places) in parts(keys) {
        for found in query(own, verticals, places, params)? {
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
fn unknown(own: &OwnData, keys: &[Key]) -> std::result::Result<Vec<Unknown>, EngineError> {
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
    own: &OwnData, verticals: Vec<String>, places: Vec<String>, params: &Checked,
) -> std::result::Result<Vec<FoundMarket>, EngineError> {
    let limit = u32::try_from(verticals.len() * places.len()).unwrap_or(u32::MAX);
    let filters = Filters { verticals, places, include_subareas: true, limit, ..Filters::default() };
    let query = MarketQuery { as_of: today(), filters, own_units: own.units.clone(), ..MarketQuery::default() };
    Ok(find_markets(&own.overrides, &query, params, &Unattended)?.markets)
}

/// Returns the best markets with a score.
///
/// # Errors
/// Returns [`ApiError::Invalid`] for an unknown name in the filters.
pub(crate) async fn best(state: &AppState, workspace_id: Uuid, filters: Filters) -> Result<Vec<FoundMarket>> {
    let query = MarketQuery { as_of: today(), filters, only_scored: true, ..MarketQuery::default() };
    let own = own(&state.db, workspace_id).await?;
    let found = state.markets.compute(move |params| {
        let query = MarketQuery { own_units: own.units.clone(), ..query };
        find_markets(&own.overrides, &query, params, &Unattended)
    });
    Ok(found.await?.markets)
}

/// Returns the place of a market as sites store it.
pub(crate) fn place(found: &FoundMarket) -> SitePlace {
    let key = &found.market.key;
    let name = if key.state.is_empty() { key.city.clone() } else { format!("{}, {}", key.city, key.state) };
    SitePlace { id: key.place_id.clone(), name }
}

/// Markets of the workspace that have a site: slug of the vertical and id of the place.
#[derive(Debug, Default)]
pub(crate) struct WithSite(HashSet<(String, String)>);

impl WithSite {
    /// Reads them.
    pub(crate) async fn read(state: &AppState, workspace_id: Uuid) -> Result<Self> {
        let mut all = HashSet::new();
        for other in site::others(&state.db, workspace_id, Uuid::nil()).await? {
            all.extend(other.places.0.into_iter().map(|place| (other.vertical.clone(), place.id)));
        }
        Ok(Self(all))
    }

    /// Returns true if a market has a site.
    pub(crate) fn has(&self, found: &FoundMarket) -> bool {
        let key = &found.market.key;
        self.0.contains(&(key.vertical.clone(), key.place_id.clone()))
    }
}
