//! The workspace's annotations.

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

/// Which ones.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Of this website, with those about every website.
    website_id: Option<Uuid>,
    /// On this day or later.
    from: Option<NaiveDate>,
    /// On this day or earlier.
    to: Option<NaiveDate>,
    /// deploy, edit, title, link, migration, `google_update` or other.
    #[param(inline)]
    kind: Option<AnnotationKind>,
    /// At most this many, 1 to 200; 50 unless given.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the page before.
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
    /// What to pass as `cursor` for the next page.
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
        from: params.from.map(|day| day.to_string()),
        to: params.to.map(|day| day.to_string()),
        kind: params.kind,
        after: params.cursor,
    };
    let page = annotation::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?;
    let annotations = page.items.into_iter().map(AnnotationView::from).collect();
    Ok(Json(Answer { success: Success, annotations, next_cursor: page.next_cursor }))
}
