//! Markets of new sites, from the reference data with the workspace's own data.

use engines::{
    common::Unattended,
    local::{
        Checked, Filters,
        catalog::{MarketNames, RankedMarkets},
    },
};
use markets::{Unknown, metro_of, new_market};
use shared::{
    domain::{
        pipeline::NewPipelineMarket,
        site_market::{Area, Taken, TakenMarkets},
    },
    store::site,
};
use uuid::Uuid;

pub(crate) use markets::Key;

use crate::{
    error::{ApiError, FieldError, Result},
    market::{own, today},
    state::AppState,
};

/// Looks up markets; returns them in order.
///
/// # Errors
/// Returns [`ApiError::Invalid`] for unknown names; `pointer` names the field of a market's `vertical` or `place`.
pub(crate) async fn find(
    state: &AppState, workspace_id: Uuid, keys: Vec<Key>, pointer: impl Fn(usize, &str) -> String,
) -> Result<Vec<NewPipelineMarket>> {
    let own = own(&state.db, workspace_id).await?;
    let found = state.markets.compute(move |params| markets::find(&own, &keys, today(), params)).await?;
    let found = found.map_err(|all| unknown(all, pointer))?;
    Ok(found.iter().map(|one| new_market(&one.market)).collect())
}

/// Returns the error for unknown names of markets; `pointer` names the field of a market's `vertical` or `place`.
pub(crate) fn unknown(all: Vec<Unknown>, pointer: impl Fn(usize, &str) -> String) -> ApiError {
    let error = |(index, field, reason): Unknown| FieldError::new(pointer(index, field), reason);
    ApiError::Invalid(all.into_iter().map(error).collect())
}

/// Ranks the markets with a score, the best first, and returns what `choose` makes of them.
///
/// # Errors
/// Returns [`ApiError::Invalid`] for an unknown name in the filters.
pub(crate) async fn choose_from_best<T: Send + 'static>(
    state: &AppState, workspace_id: Uuid, filters: Filters,
    choose: impl FnOnce(&RankedMarkets<'_>) -> T + Send + 'static,
) -> Result<T> {
    let own = own(&state.db, workspace_id).await?;
    let compute = move |params: &Checked| Ok(choose(&markets::ranked(&own, filters, today(), params, &Unattended)?));
    state.markets.compute(compute).await
}

/// Markets of the workspace that have a site, with the metropolitan areas that its sites serve.
#[derive(Debug, Default)]
pub(crate) struct WithSite(TakenMarkets);

impl WithSite {
    /// Reads them.
    pub(crate) async fn read(state: &AppState, workspace_id: Uuid) -> Result<Self> {
        Ok(Self(site::taken_markets(&state.db, workspace_id, metro_of).await?))
    }

    /// Returns why a market can have no site, if it cannot.
    pub(crate) fn of(&self, market: &NewPipelineMarket) -> Option<Taken> {
        self.taken(&market.vertical, &market.place_id)
    }

    /// Returns why the market of a vertical and a place can have no site, if it cannot.
    pub(crate) fn taken(&self, vertical: &str, place_id: &str) -> Option<Taken> {
        self.0.of(vertical, place_id, metro_of(place_id))
    }

    /// Fails for the first market that can have no site; `pointer` names its field.
    ///
    /// # Errors
    /// Returns [`ApiError::Conflict`] with the reason.
    pub(crate) fn check(&self, markets: &[NewPipelineMarket], pointer: impl Fn(usize) -> String) -> Result<()> {
        let found = markets.iter().enumerate().find_map(|(at, market)| Some((at, self.of(market)?)));
        let Some((at, taken)) = found else { return Ok(()) };
        let detail = format!("{} A second one would be a near-duplicate of it.", taken.reason());
        Err(ApiError::Conflict(FieldError::new(pointer(at), detail)))
    }
}

/// Returns what decides which markets share a site.
pub(crate) fn area<'a>(market: &MarketNames<'a>) -> Area<'a> {
    Area { vertical: market.vertical, state: market.state, metro: metro_of(market.place_id) }
}
