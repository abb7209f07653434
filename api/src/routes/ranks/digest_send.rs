//! Preview of the digest of a website's ranks, and a copy by email.

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{now, website::Website},
    ranks::{Digest, DigestText},
    store::{mail, rank, usage, user},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::digest::{Params, obstacle};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Query, Success},
    layer::guard,
    state::AppState,
};

/// A section of a digest.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankDigestSection)]
struct SectionView {
    heading: String,
    lines: Vec<String>,
}

/// The digest of the last day or week.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankDigest)]
pub(super) struct Answer {
    success: Success,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    /// Whether nothing changed and no check failed.
    is_empty: bool,
    subject: String,
    sections: Vec<SectionView>,
}

/// Preview the digest of ranks.
///
/// The digest of the last day, if digests are daily, otherwise of the last seven days. Nothing is sent.
#[utoipa::path(
    get, path = "/api/ranks/digest/preview", tag = "ranks", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn preview(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    let (digest, text) = current(&state, member.workspace_id, &website).await?;
    let section = |(heading, lines): (String, Vec<String>)| SectionView { heading, lines };
    Ok(Json(Answer {
        success: Success,
        from: digest.from,
        until: digest.until,
        is_empty: digest.is_empty(),
        subject: text.subject,
        sections: text.sections.into_iter().map(section).collect(),
    }))
}

/// Website of the digest.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SendRankDigest)]
pub(super) struct Input {
    website_id: Uuid,
}

/// Confirmation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankDigestSent)]
pub(super) struct Sent {
    success: Success,
    /// Your address.
    recipient: String,
}

/// Email yourself the digest of ranks.
///
/// Sends what the preview shows to your confirmed address. The next scheduled digest is unchanged. Requires an editor.
#[utoipa::path(
    post, path = "/api/ranks/digest/send", tag = "ranks", request_body = Input,
    responses((status = 202, body = Sent))
)]
pub(super) async fn send(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Sent>)> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    let website = super::website(&state, workspace_id, input.website_id).await?;
    if let Some(obstacle) = obstacle(&state, user_id).await? {
        return Err(ApiError::Conflict(FieldError::new("/email", obstacle)));
    }
    guard::count(&state, guard::DIGEST, &user_id.to_string()).await?;
    let to = user::find(&state.db, user_id).await?.ok_or(ApiError::NotFound("user"))?;
    let (_, text) = current(&state, workspace_id, &website).await?;
    let letter = rank::digest_letter(&text, website.id, &state.settings.public_url);
    let mut tx = state.db.begin().await?;
    usage::count_email(&mut tx, state.settings.workspace, workspace_id, now()).await?;
    mail::insert(&mut tx, &letter.to(&to.email), now()).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(Sent { success: Success, recipient: to.email })))
}

/// Computes the digest of the last day or week.
async fn current(state: &AppState, workspace_id: Uuid, website: &Website) -> Result<(Digest, DigestText)> {
    let settings = rank::digest_settings(&state.db, workspace_id, website.id).await?;
    let until = now();
    let period = (settings.period_before(until), until);
    let digest = rank::digest(&state.db, workspace_id, website, period).await?;
    let text = DigestText::new(&digest, &settings.time_zone);
    Ok((digest, text))
}
