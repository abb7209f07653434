//! Look-ups of markets for responses: the engine's reference data with the workspace's own data.
//!
//! A look-up is a pure function of at most a few tenths of a second over tables that are read once. One runs at a time, on a
//! blocking thread, so its memory is bounded; results are remembered until the workspace's data change.

mod remembered;

use std::sync::Arc;

use engines::{
    common::{Day, EngineError, Unattended},
    local::{
        Checked, Parameters,
        catalog::{FoundMarkets, MarketQuery, OwnData, find_markets},
    },
};
use shared::store::{Db, market};
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::error::{ApiError, Result};
use remembered::Remembered;

/// Look-ups of markets and their results.
#[derive(Debug)]
pub struct Markets {
    turn: Semaphore,
    remembered: Remembered,
}

impl Default for Markets {
    fn default() -> Self {
        Self { turn: Semaphore::new(1), remembered: Remembered::default() }
    }
}

impl Markets {
    /// Finds markets for a workspace.
    ///
    /// # Errors
    /// Returns [`ApiError::Invalid`] for an unknown name in the filters.
    pub(crate) async fn find(&self, db: &Db, workspace_id: Uuid, query: MarketQuery) -> Result<Arc<FoundMarkets>> {
        let version = market::version(db, workspace_id).await?;
        let owner = if version.is_empty() { None } else { Some((workspace_id, version)) };
        let key = format!("{owner:?} {query:?}");
        if let Some(found) = self.remembered.get(&key) {
            return Ok(found);
        }
        let own = if version.is_empty() { OwnData::default() } else { own(db, workspace_id).await? };
        let found = blocking(&self.turn, move |params| find_with(own, query, params)).await?;
        let found = Arc::new(found);
        self.remembered.insert(key, &found);
        Ok(found)
    }

    /// Computes something else from the tables.
    ///
    /// # Errors
    /// Returns the error of the computation.
    pub(crate) async fn compute<T: Send + 'static>(
        &self, compute: impl FnOnce(&Checked) -> std::result::Result<T, EngineError> + Send + 'static,
    ) -> Result<T> {
        blocking(&self.turn, compute).await
    }
}

fn find_with(own: OwnData, query: MarketQuery, params: &Checked) -> std::result::Result<FoundMarkets, EngineError> {
    let query = MarketQuery { own_units: own.units, ..query };
    find_markets(&own.overrides, &query, params, &Unattended)
}

async fn blocking<T: Send + 'static>(
    turn: &Semaphore, compute: impl FnOnce(&Checked) -> std::result::Result<T, EngineError> + Send + 'static,
) -> Result<T> {
    let _turn = turn.acquire().await.map_err(ApiError::unexpected)?;
    let params = Parameters::default().check().map_err(invalid)?;
    tokio::task::spawn_blocking(move || compute(&params)).await.map_err(ApiError::unexpected)?.map_err(invalid)
}

/// Returns the own data of a workspace: rate cards of its websites, values and places.
pub(crate) async fn own(db: &Db, workspace_id: Uuid) -> Result<OwnData> {
    Ok(markets::own(db, workspace_id).await?)
}

/// Today, for the validity of rates.
pub(crate) fn today() -> Option<Day> {
    Day::parse(&shared::domain::now().date_naive().to_string())
}

/// Names the parameter at fault.
fn invalid(error: EngineError) -> ApiError {
    let pointer = match &error {
        EngineError::InvalidInput { field, .. } => match field.as_str() {
            "filters.verticals" => "/vertical",
            "filters.states" => "/state",
            "filters.places" => "/place",
            "filters.minPayoutCents" => "/minPayout",
            "currency" => "/currency",
            _ => return ApiError::unexpected(error),
        },
        EngineError::TooLarge { .. } => "/vertical",
        _ => return ApiError::unexpected(error),
    };
    let detail = match &error {
        EngineError::InvalidInput { problem, .. } => problem.clone(),
        _ => "Too many markets. Choose a vertical or a state.".to_owned(),
    };
    ApiError::invalid(pointer, detail)
}
