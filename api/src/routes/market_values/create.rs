//! Sets own values.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use shared::domain::market::{MarketRow, MarketSource};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    input::{Input, invalid, rows},
    store::{named, store},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Success},
    market::own,
    state::AppState,
};

const MOST: usize = 200;

/// Values to set.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewMarketValues)]
pub(super) struct Body {
    /// 1 to 200 values.
    values: Vec<Input>,
}

/// The stored change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketChangeStored)]
pub(super) struct Stored {
    pub(super) success: Success,
    /// Change, which can be undone.
    pub(super) change_id: Uuid,
    /// Number of values.
    pub(super) values: usize,
}

/// Set own market data.
///
/// Overrides payouts, CPCs, demand or tier thresholds of verticals, or adds places. Earlier values of the same vertical and
/// place are kept and count again after an undo.
#[utoipa::path(
    post, path = "/api/market-values", tag = "market data", operation_id = "market_values_set", request_body = Body,
    responses((status = 201, body = Stored))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(body): Json<Body>,
) -> Result<(StatusCode, Json<Stored>)> {
    if !(1..=MOST).contains(&body.values.len()) {
        return Err(ApiError::invalid("/values", "must have 1 to 200 values"));
    }
    let own = own(&state.db, member.workspace_id).await?;
    let mut accepted: Vec<MarketRow> = Vec::new();
    for (index, row) in rows(&own.overrides, body.values)?.into_iter().enumerate() {
        accepted.push(row.map_err(|faults| invalid(index, faults))?);
    }
    let title = title(&accepted);
    let change_id = store(&state, &member, (MarketSource::Form, &title), &accepted).await?;
    Ok((StatusCode::CREATED, Json(Stored { success: Success, change_id, values: accepted.len() })))
}

/// Describes a change by its first value.
fn title(rows: &[MarketRow]) -> String {
    let first = rows.first().map(|row| named(row.kind, &row.key)).unwrap_or_default();
    if rows.len() > 1 { format!("{first} and {} more", rows.len() - 1) } else { first }
}
