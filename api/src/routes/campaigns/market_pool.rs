//! Markets that a campaign may choose from.

use engines::common::{EngineError, Unattended};
use engines::local::catalog::OwnData;
use markets::{Scan, TargetError};
use shared::{
    domain::{
        campaign::{CampaignTargets, Candidate},
        now,
        site_market::TakenMarkets,
    },
    store::site,
};
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    market::{own, today},
    routes::sites::markets::unknown,
    state::AppState,
};

/// Looks up the markets of a campaign, with the figures of the reference data and the workspace's own data.
///
/// # Errors
/// Returns [`ApiError::Invalid`] that names each unknown vertical, place or state.
pub(super) async fn pool(state: &AppState, own: &OwnData, targets: &CampaignTargets) -> Result<Vec<Candidate>> {
    let (own, targets) = (own.clone(), targets.clone());
    let found = state.markets.compute(move |params| Ok(markets::pool(&own, &targets, today(), params, &Unattended)));
    found.await?.map_err(named)
}

/// Checks that the markets of a campaign exist.
///
/// # Errors
/// As of [`pool`].
pub(super) async fn check(state: &AppState, workspace_id: Uuid, targets: &CampaignTargets) -> Result<()> {
    let own = own(&state.db, workspace_id).await?;
    pool(state, &own, targets).await.map(|_| ())
}

/// Names the field at fault.
fn named(error: TargetError) -> ApiError {
    let engine = match error {
        TargetError::Unknown(all) => return unknown(all, |at, field| format!("/targets/markets/{at}/{field}")),
        TargetError::Engine(engine) => engine,
    };
    match &engine {
        EngineError::InvalidInput { field, problem } => match field.strip_prefix("filters.") {
            Some(name) => ApiError::Invalid(vec![FieldError::new(format!("/targets/{name}"), problem.clone())]),
            None => ApiError::unexpected(engine),
        },
        EngineError::TooLarge { .. } => {
            ApiError::invalid("/targets/verticals", "are too many markets. Choose verticals or states.")
        }
        _ => ApiError::unexpected(engine),
    }
}

/// Returns the candidates of today: with the figures of the latest scan where it lists them.
///
/// # Errors
/// As of [`pool`].
pub(super) async fn today_candidates(
    state: &AppState, workspace_id: Uuid, own: &OwnData, targets: &CampaignTargets,
) -> Result<Vec<Candidate>> {
    let mut all = pool(state, own, targets).await?;
    let scans = markets::scans(&state.db, workspace_id).await?;
    if let Some(scan) = Scan::of_day(&scans, now().date_naive()) {
        markets::known(&state.db, workspace_id, scan, &mut all).await?;
    }
    Ok(markets::select(targets, all))
}

/// Returns the markets that have a site.
pub(super) async fn taken(state: &AppState, workspace_id: Uuid) -> Result<TakenMarkets> {
    Ok(site::taken_markets(&state.db, workspace_id, markets::metro_of).await?)
}
