//! Updates an annotation.

use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Deserializer};
use shared::{
    domain::annotation::AnnotationKind,
    store::annotation::{self, AnnotationBody},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{body, view::Answer};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Changed fields; omitted fields are unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = AnnotationChanges)]
pub(super) struct Input {
    /// `null` for all of the workspace's websites.
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<Uuid>)]
    website_id: Option<Option<Uuid>>,
    /// The day. If only `at` changes, the UTC day of `at`.
    day: Option<NaiveDate>,
    /// `null` if unknown.
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    at: Option<Option<DateTime<Utc>>>,
    /// One of `deploy`, `edit`, `title`, `link`, `migration`, `google_update`, `other`.
    kind: Option<AnnotationKind>,
    title: Option<String>,
    detail: Option<String>,
    pages: Option<Vec<String>>,
}

/// Update an annotation.
#[utoipa::path(
    patch, path = "/api/annotations/{id}", tag = "annotations", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let missing = || ApiError::NotFound("annotation");
    let noted = annotation::find(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    let changed = input.apply(body::of(noted));
    body::check(&state, member.workspace_id, &changed).await?;
    if !annotation::update(&state.db, member.workspace_id, id, &changed).await? {
        return Err(missing());
    }
    let noted = annotation::find(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    Ok(Json(noted.into()))
}

impl Input {
    fn apply(self, mut body: AnnotationBody) -> AnnotationBody {
        let day = self.day.or_else(|| self.at.flatten().map(|at| at.date_naive()));
        body.day = day.unwrap_or(body.day);
        body.at = self.at.unwrap_or(body.at);
        body.website_id = self.website_id.unwrap_or(body.website_id);
        body.kind = self.kind.unwrap_or(body.kind);
        body.title = self.title.map_or(body.title, |title| title.trim().to_owned());
        body.detail = self.detail.map_or(body.detail, |detail| detail.trim().to_owned());
        body.pages = self.pages.unwrap_or(body.pages);
        body
    }
}

/// Deserialises a present field, including `null`, to `Some`; an omitted field is `None`.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> std::result::Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
