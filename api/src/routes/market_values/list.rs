//! Lists own values.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    domain::market::{MarketKind, MarketSource, OwnValue},
    store::market,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this kind.
    #[param(inline)]
    kind: Option<MarketKind>,
}

/// An own value.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketValue)]
pub(super) struct ValueView {
    kind: MarketKind,
    /// Identifies what the value overrides; for removing it.
    key: String,
    /// The value in the form of the engine's overrides.
    #[schema(value_type = Object)]
    value: Value,
    /// Change that set it.
    change_id: Uuid,
    /// Name of the user who set it; `null` if the account is deleted.
    set_by: Option<String>,
    source: MarketSource,
    set_at: DateTime<Utc>,
}

impl From<OwnValue> for ValueView {
    fn from(own: OwnValue) -> Self {
        let mut body = own.body.0;
        Self {
            kind: own.kind,
            key: own.key,
            value: body.get_mut("value").map(Value::take).unwrap_or_default(),
            change_id: own.change_id,
            set_by: own.user_name,
            source: own.source,
            set_at: own.created_at,
        }
    }
}

/// The own values.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MarketValueList)]
pub(super) struct Answer {
    success: Success,
    values: Vec<ValueView>,
}

/// List own market data.
///
/// Values of the workspace that override the reference data, with who set them and when.
#[utoipa::path(
    get, path = "/api/market-values", tag = "market data", operation_id = "market_values_list", params(Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let values = market::values(&state.db, member.workspace_id, params.kind).await?;
    Ok(Json(Answer { success: Success, values: values.into_iter().map(ValueView::from).collect() }))
}
