//! Lists the workspace's annotations.

use axum::extract::State;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{
    domain::{Pair, annotation::AnnotationKind},
    store::annotation::{self, Filter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::AnnotationView;
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// This website, including annotations of all websites.
    website_id: Option<Uuid>,
    /// First day.
    from: Option<NaiveDate>,
    /// Last day.
    to: Option<NaiveDate>,
    /// One of `deploy`, `edit`, `title`, `link`, `migration`, `google_update`, `other`.
    #[param(inline)]
    kind: Option<AnnotationKind>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    #[param(value_type = Option<String>)]
    cursor: Option<Pair<NaiveDate, Uuid>>,
}

/// A page of annotations, latest day first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnnotationList)]
pub(super) struct Answer {
    success: Success,
    annotations: Vec<AnnotationView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List annotations.
///
/// Entries of the workspace's change log, latest day first.
#[utoipa::path(
    get, path = "/api/annotations", tag = "annotations", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = Filter {
        website_id: params.website_id,
        from: params.from,
        to: params.to,
        kind: params.kind,
        after: params.cursor,
    };
    let page = annotation::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?;
    let annotations = page.items.into_iter().map(AnnotationView::from).collect();
    Ok(Json(Answer { success: Success, annotations, next_cursor: page.next_cursor }))
}
