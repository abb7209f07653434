//! Adds keywords.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        now,
        rank::{MOST_KEYWORDS, NewTrackedKeyword, RankDevice},
    },
    store::{rank, workspace},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::input;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Success},
    state::AppState,
};

/// Keywords to track, each on every device.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewTrackedKeywords)]
pub(super) struct Input {
    website_id: Uuid,
    /// 1 to 1,000 keywords, each of 1 to 200 characters.
    #[serde(default)]
    keywords: Vec<String>,
    /// Two letters.
    #[serde(default = "united_states")]
    #[schema(examples("us"))]
    country: String,
    /// Name in Google's list of places; empty for the whole country.
    #[serde(default)]
    #[schema(examples("Waco,Texas,United States"))]
    place: String,
    /// Number in Google's list of places.
    place_code: Option<u32>,
    /// One or both devices. Default: `desktop`.
    #[serde(default)]
    devices: Vec<RankDevice>,
    /// Two letters.
    #[serde(default = "english")]
    #[schema(examples("en"))]
    language: String,
    /// At most 10.
    #[serde(default)]
    tags: Vec<String>,
    /// Page that should rank.
    #[serde(default)]
    target_url: String,
}

fn united_states() -> String {
    "us".to_owned()
}

fn english() -> String {
    "en".to_owned()
}

/// What was added.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TrackedKeywordsAdded)]
pub(super) struct Answer {
    success: Success,
    /// Added keywords: a keyword on two devices counts twice.
    added: usize,
    /// Ids of the added keywords, in the order of the request. Removing them undoes it.
    ids: Vec<Uuid>,
    /// Keywords that were tracked already.
    existing: usize,
    /// Tracked keywords of the website.
    total: i64,
}

/// Add keywords to track.
///
/// A website tracks at most 5,000 keywords. Those that it tracks already are unchanged. Requires an editor.
#[utoipa::path(
    post, path = "/api/ranks/keywords", tag = "ranks", request_body = Input, responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let website = super::website(&state, member.workspace_id, input.website_id).await?;
    let all = checked(input, &website.host)?;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, member.workspace_id).await?;
    let (ws, user_id) = (member.workspace_id, member.caller.user_id);
    let ids = rank::insert_many(&mut tx, ws, website.id, user_id, &all, now()).await?;
    let total = rank::count(&mut tx, ws, website.id).await?;
    if total > MOST_KEYWORDS {
        let detail = "A website tracks at most 5,000 keywords. Remove some first.";
        return Err(ApiError::Conflict(FieldError::new("/keywords", detail)));
    }
    tx.commit().await?;
    let added = ids.len();
    let existing = all.len() - added;
    Ok((StatusCode::CREATED, Json(Answer { success: Success, added, ids, existing, total })))
}

fn checked(input: Input, host: &str) -> Result<Vec<NewTrackedKeyword>> {
    if input.keywords.is_empty() || input.keywords.len() > input::AT_ONCE {
        return Err(ApiError::invalid("/keywords", "Enter 1 to 1,000 keywords."));
    }
    let (country, place) = (input::country(&input.country)?, input::place(&input.place)?);
    let (language, tags) = (input::language(&input.language)?, input::tags(input.tags)?);
    let target_url = Some(input::target(&input.target_url, host)?).filter(|url| !url.is_empty());
    let mut devices = input.devices;
    devices.sort_unstable();
    devices.dedup();
    if devices.is_empty() {
        devices.push(RankDevice::Desktop);
    }
    let mut all = Vec::new();
    for (no, text) in input.keywords.iter().enumerate() {
        let keyword = input::keyword(text, no)?;
        all.extend(devices.iter().map(|device| NewTrackedKeyword {
            keyword: keyword.clone(),
            country: country.clone(),
            place: place.clone(),
            place_code: input.place_code.map(i64::from),
            device: *device,
            language: language.clone(),
            tags: tags.clone(),
            target_url: target_url.clone(),
        }));
    }
    Ok(all)
}
