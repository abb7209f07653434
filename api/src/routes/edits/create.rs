//! Creates an edit.

use axum::{extract::State, http::StatusCode};
use edits::Change;
use serde::Deserialize;
use shared::{
    domain::{new_id, now},
    store::{
        edit::{self, EditBody},
        opportunity,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    body,
    view::{self, Answer},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member},
    state::AppState,
};

const fn yes() -> bool {
    true
}

/// A new edit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewEdit)]
pub(super) struct Input {
    /// Default: the website of the opportunity; required without one.
    website_id: Option<Uuid>,
    /// 1 to 200 characters. Default: what the first change does.
    title: Option<String>,
    /// Why, at most 10,000 characters.
    #[serde(default)]
    reason: String,
    /// 1 to 200 changes.
    changes: Vec<Change>,
    /// Opportunity that it implements.
    opportunity_id: Option<Uuid>,
    /// Whether an experiment of 28 days measures it once it is applied.
    #[serde(default = "yes")]
    is_measured: bool,
}

/// Create an edit.
///
/// A draft: nothing is read or written before it is prepared. Requires an editor.
#[utoipa::path(
    post, path = "/api/edits", tag = "edits", request_body = Input, responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let workspace_id = member.workspace_id;
    let body = EditBody {
        title: match &input.title {
            Some(title) => body::title(title)?,
            None => body::default_title(&input.changes),
        },
        reason: body::reason(&input.reason)?,
        changes: body::changes(&input.changes)?,
        is_measured: input.is_measured,
    };
    let website_id = website(&state, workspace_id, &input).await?;
    body::check_room(&state, workspace_id, website_id).await?;
    let new = body::new(new_id(), website_id, input.opportunity_id, body);
    let mut tx = state.db.begin().await?;
    edit::insert(&mut tx, workspace_id, member.caller.user_id, &new, now()).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, view::answer(&state, workspace_id, new.id).await?))
}

/// Returns the website of a new edit.
async fn website(state: &AppState, workspace_id: Uuid, input: &Input) -> Result<Uuid> {
    let Some(id) = input.opportunity_id else {
        return input.website_id.ok_or_else(|| ApiError::invalid("/websiteId", "must name a website"));
    };
    let found = opportunity::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("opportunity"))?;
    match (input.website_id, found.website_id) {
        (Some(website_id), Some(of)) if website_id != of => {
            Err(ApiError::invalid("/opportunityId", "must be an opportunity of the website"))
        }
        (Some(website_id), _) | (None, Some(website_id)) => Ok(website_id),
        (None, None) => Err(ApiError::invalid("/websiteId", "must name a website")),
    }
}
