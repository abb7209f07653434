//! Markets of new sites, from the reference data with the workspace's own data.

use std::collections::HashSet;

use engines::{common::Unattended, local::Filters};
use markets::{Unknown, new_market};
use shared::{domain::pipeline::NewPipelineMarket, store::site};
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

/// Returns the best markets with a score.
///
/// # Errors
/// Returns [`ApiError::Invalid`] for an unknown name in the filters.
pub(crate) async fn best(state: &AppState, workspace_id: Uuid, filters: Filters) -> Result<Vec<NewPipelineMarket>> {
    let own = own(&state.db, workspace_id).await?;
    let found = state.markets.compute(move |params| markets::best(&own, filters, today(), params, &Unattended));
    Ok(found.await?.iter().map(|one| new_market(&one.market)).collect())
}

/// Markets of the workspace that have a site: slug of the vertical and id of the place.
#[derive(Debug, Default)]
pub(crate) struct WithSite(HashSet<(String, String)>);

impl WithSite {
    /// Reads them.
    pub(crate) async fn read(state: &AppState, workspace_id: Uuid) -> Result<Self> {
        Ok(Self(site::taken_markets(&state.db, workspace_id).await?))
    }

    /// Returns true if a market has a site.
    pub(crate) fn has(&self, market: &NewPipelineMarket) -> bool {
        self.0.contains(&(market.vertical.clone(), market.place_id.clone()))
    }
}
