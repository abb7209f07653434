//! Starts a run that checks ranks.

use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::run::{NewRun, RunKind},
    ranks,
    store::{connection, rank},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::input;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Success},
    routes::runs::{
        start,
        view::RunView,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

/// What to check.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewRankCheck)]
pub(super) struct Input {
    website_id: Uuid,
    /// Ids of 1 to 1,000 keywords. Default: those that are due.
    keyword_ids: Option<Vec<String>>,
}

/// The run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankCheckStarted)]
pub(super) struct Answer {
    success: Success,
    run: RunView,
}

/// Check ranks.
///
/// Asks the connection for the search results of the keywords, within the budget. Returns at once unless `Prefer: wait=N`
/// is set. Requires an editor.
#[utoipa::path(
    post, path = "/api/ranks/checks", tag = "ranks", request_body = Input, params(("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, prefer: Prefer, Json(input): Json<Input>,
) -> Result<Response> {
    let website = super::website(&state, member.workspace_id, input.website_id).await?;
    let ids = input.keyword_ids.map(|ids| input::ids(&ids, "/keywordIds")).transpose()?;
    let settings = rank::settings(&state.db, member.workspace_id, website.id).await?;
    let connections = connection::list(&state.db, member.workspace_id).await?;
    if ranks::choose(connections, settings.connection_id).is_none() {
        let detail = "No connection returns search results. Connect Serper, DataForSEO or SerpApi first.";
        return Err(ApiError::Conflict(FieldError::new("/connectionId", detail)));
    }
    let mut payload = json!({"websiteId": website.id});
    if let Some(ids) = ids {
        payload["keywordIds"] = json!(ids);
    }
    let new = NewRun::new(member.workspace_id, member.caller.user_id, RunKind::RankCheck, payload);
    let new = NewRun { website_id: Some(website.id), ..new };
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let run = waiter.ended(&state, start::start(&state, &new).await?).await?;
    let is_ended = run.status.is_final();
    Ok(wait::answer(is_ended, wait, Answer { success: Success, run: run.into() }))
}
