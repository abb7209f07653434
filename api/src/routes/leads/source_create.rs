//! Adds a source of leads.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        lead::{LeadSource, LeadSourceKind},
        new_id, now,
    },
    store::{
        lead::{self, MOST_SOURCES},
        website, workspace,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::source_body::{View, check, seal, vertical};
use crate::{
    auth::key::random_token,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Success},
    state::AppState,
};

/// Calls that are shorter are often wrong numbers.
const MIN_SECONDS: i32 = 60;

/// A new source of leads.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewLeadSource)]
pub(super) struct Input {
    /// Website.
    website_id: Uuid,
    /// Kind.
    kind: LeadSourceKind,
    /// 1 to 200 characters.
    name: String,
    /// Vertical of its leads, by slug or name.
    #[serde(default)]
    vertical: Option<String>,
    /// Place of its leads, such as `Tulsa, OK`.
    #[serde(default)]
    place: Option<String>,
    /// What a visitor agrees to with the form, 1 to 2,000 characters; for forms.
    #[serde(default)]
    consent_text: String,
    /// Page of the website that is shown after the form was sent.
    #[serde(default)]
    thanks_url: Option<String>,
    /// Key with which `CallRail` (signing key) or Twilio (auth token) signs its requests. It is stored encrypted.
    #[serde(default)]
    secret: Option<String>,
    /// Shorter calls are not qualified by themselves. Default: 60.
    #[serde(default)]
    min_seconds: Option<i32>,
}

/// Response with a source.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneLeadSource)]
pub(super) struct Answer {
    success: Success,
    source: View,
}

impl Answer {
    pub(super) fn of(state: &AppState, source: LeadSource) -> Json<Self> {
        Json(Self { success: Success, source: View::of(state, source) })
    }
}

/// Add a source of leads.
///
/// A form, or call tracking. Requires an editor; a workspace has at most 1,000. Its public address contains a random key.
#[utoipa::path(
    post, path = "/api/lead-sources", tag = "leads", request_body = Input, responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let (workspace_id, id) = (member.workspace_id, new_id());
    if !website::exists(&state.db, workspace_id, input.website_id).await? {
        return Err(ApiError::NotFound("website"));
    }
    let sealed_secret = match input.secret.as_deref().filter(|_| input.kind != LeadSourceKind::Form) {
        Some(secret) => Some(seal(&state, workspace_id, id, secret)?),
        None => None,
    };
    let source = LeadSource {
        id,
        workspace_id,
        website_id: input.website_id,
        kind: input.kind,
        key: random_token(),
        name: input.name.trim().to_owned(),
        vertical: vertical(&state, workspace_id, input.vertical).await?,
        place: input.place,
        consent_text: input.consent_text.trim().to_owned(),
        thanks_url: input.thanks_url,
        sealed_secret,
        min_seconds: input.min_seconds.unwrap_or(MIN_SECONDS),
        is_enabled: true,
        created_at: now(),
    };
    check(&state, &source).await?;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    if lead::list_sources(&mut tx, workspace_id).await?.len() >= MOST_SOURCES {
        let detail = "A workspace has at most 1,000 sources of leads. Delete one first.";
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    lead::insert_source(&mut tx, &source).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Answer::of(&state, source)))
}
