//! Creates an annotation.

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use shared::{
    domain::{annotation::AnnotationKind, now},
    store::annotation::{self, AnnotationBody},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{body, view::Answer};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member},
    state::AppState,
};

/// A new annotation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewAnnotation)]
pub(super) struct Input {
    /// Website. Default: all websites of the workspace.
    website_id: Option<Uuid>,
    /// Date in the time zone of the site. Default: the date of `at` in UTC.
    day: Option<NaiveDate>,
    /// The time, if known.
    at: Option<DateTime<Utc>>,
    /// One of `deploy`, `edit`, `title`, `link`, `migration`, `google_update`, `other`.
    kind: AnnotationKind,
    /// Title, one line.
    title: String,
    /// Details.
    #[serde(default)]
    detail: String,
    /// Addresses or paths of the changed pages; empty for the whole site.
    #[serde(default)]
    pages: Vec<String>,
}

/// Create an annotation.
///
/// Adds a change to the change log, so that its effect can be measured.
#[utoipa::path(
    post, path = "/api/annotations", tag = "annotations", request_body = Input,
    responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let note = AnnotationBody {
        website_id: input.website_id,
        day: body::day(input.day, input.at)?,
        at: input.at,
        kind: input.kind,
        title: input.title.trim().to_owned(),
        detail: input.detail.trim().to_owned(),
        pages: input.pages,
    };
    body::check(&state, member.workspace_id, &note).await?;
    let id = annotation::insert(&state.db, member.workspace_id, member.caller.user_id, &note, now()).await?;
    let noted = annotation::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("annotation"))?;
    Ok((StatusCode::CREATED, Json(noted.into())))
}
