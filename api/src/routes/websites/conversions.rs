//! Lists the conversions of a website.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::visit::{Channel, Conversion, Device},
    store::{visit, website},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Path, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A conversion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Conversion)]
pub(super) struct ConversionView {
    id: Uuid,
    at: DateTime<Utc>,
    /// Name of the form, or the name that the website's script reports; may be empty.
    name: String,
    /// Path of the page on which it happened.
    page: String,
    /// Path of the first page of the visit.
    entry_page: String,
    channel: Channel,
    /// Empty for none.
    source: String,
    device: Device,
    /// Value in cents of the website's currency, if the website's script reports one.
    value_cents: Option<i64>,
}

/// Conversions, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConversionList)]
pub(super) struct Answer {
    success: Success,
    conversions: Vec<ConversionView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List the conversions of a website.
#[utoipa::path(
    get, path = "/api/websites/{id}/conversions", tag = "websites", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let page = visit::conversions(&state.db, member.workspace_id, id, params.cursor, params.limit.get()).await?;
    let conversions = page.items.into_iter().map(ConversionView::from).collect();
    Ok(Json(Answer { success: Success, conversions, next_cursor: page.next_cursor }))
}

impl From<Conversion> for ConversionView {
    fn from(one: Conversion) -> Self {
        Self {
            id: one.id,
            at: one.at,
            name: one.name,
            page: one.page,
            entry_page: one.entry_page,
            channel: one.channel,
            source: one.source,
            device: one.device,
            value_cents: one.value_cents,
        }
    }
}
