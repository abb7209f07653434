//! Lists search results and ranks, and what the lists of all observations share.

use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    domain::{Page, Pair, observation::ObservationKind},
    store::{
        import::{ImportedObservation, ObservationFilter, observation_page},
        website,
    },
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Query, Success},
    routes::{connections::calls::check_days, imported::export::nothing},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Text in the query of a result or in the keyword of a rank.
    q: Option<String>,
    /// First day.
    from: Option<NaiveDate>,
    /// Last day.
    to: Option<NaiveDate>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    #[param(value_type = Option<String>)]
    cursor: Option<Pair<i64, i64>>,
}

/// An observation with its source.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Observation)]
pub(crate) struct ObservationView {
    /// Subject.
    subject: String,
    /// Date, `YYYY-MM-DD`; `null` if unknown.
    day: Option<NaiveDate>,
    /// Observed values: the fields of its kind.
    #[schema(value_type = Object)]
    seen: Value,
    /// Import of the observation.
    import_id: Uuid,
    file_name: String,
    imported_at: Option<DateTime<Utc>>,
}

/// A page of observations, latest import first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ObservationList)]
pub(crate) struct Answer {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    observations: Vec<ObservationView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

impl Answer {
    /// Returns a page; without a website, an empty one.
    pub(crate) fn new(website_id: Option<Uuid>, page: Page<ImportedObservation>) -> Self {
        let observations = page.items.into_iter().map(ObservationView::from).collect();
        Self { success: Success, website_id, observations, next_cursor: page.next_cursor }
    }
}

/// List rankings.
///
/// Positions of a website by keyword and day.
#[utoipa::path(get, path = "/api/rankings", tag = "observations", operation_id = "rankings_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn rankings(state: State<AppState>, member: Member, query: Query<Params>) -> Result<Json<Answer>> {
    list(&state, &member, query.0, ObservationKind::Rank).await
}

/// List SERP results.
#[utoipa::path(get, path = "/api/serps", tag = "observations", operation_id = "serps_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn serps(state: State<AppState>, member: Member, query: Query<Params>) -> Result<Json<Answer>> {
    list(&state, &member, query.0, ObservationKind::SerpResult).await
}

async fn list(state: &AppState, member: &Member, params: Params, kind: ObservationKind) -> Result<Json<Answer>> {
    let filter = ObservationFilter {
        contains: filled(params.q),
        from: params.from,
        to: params.to,
        after: params.cursor,
        ..ObservationFilter::default()
    };
    page(state, member.workspace_id, params.website_id, kind, (&filter, params.limit)).await
}

/// Returns a text unless it is empty.
pub(crate) fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

/// Returns a page of a website's observations of a kind.
pub(super) async fn page(
    state: &AppState, workspace_id: Uuid, wanted: Option<Uuid>, kind: ObservationKind,
    (filter, limit): (&ObservationFilter, Limit),
) -> Result<Json<Answer>> {
    check_days(filter.from, filter.to)?;
    let Some(website_id) = website_id(state, workspace_id, wanted).await? else {
        return Ok(Json(Answer::new(None, nothing())));
    };
    let page = observation_page(&state.db, workspace_id, website_id, kind, filter, limit.get()).await?;
    Ok(Json(Answer::new(Some(website_id), page)))
}

/// Returns the requested website, or the website with the latest import.
pub(crate) async fn website_id(state: &AppState, workspace_id: Uuid, wanted: Option<Uuid>) -> Result<Option<Uuid>> {
    if let Some(id) = wanted {
        let found = website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
        return Ok(Some(found.id));
    }
    let all = website::list(&state.db, workspace_id, None).await?;
    Ok(all.into_iter().max_by_key(|site| site.last_import_at).map(|site| site.id))
}

impl From<ImportedObservation> for ObservationView {
    fn from(row: ImportedObservation) -> Self {
        Self {
            subject: row.subject,
            day: row.day,
            seen: row.body.0,
            import_id: row.import_id,
            file_name: row.file_name,
            imported_at: row.imported_at,
        }
    }
}
