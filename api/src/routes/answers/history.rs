//! Returns the shares of a website's answers by day.

use axum::extract::State;
use chrono::Duration;
use engines::answers::Share;
use serde::{Deserialize, Serialize};
use shared::{
    domain::now,
    store::answer::{self, AnswerDay},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::website;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Query, Success},
    state::AppState,
};

/// Days of the history.
const DAYS: Duration = Duration::days(365);

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this engine.
    engine: Option<String>,
}

/// Days of the last year with answers, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerHistory)]
pub(super) struct Answer {
    success: Success,
    days: Vec<DayView>,
}

/// Shares of one day at one engine.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerDay)]
pub(super) struct DayView {
    /// Day in UTC.
    day: String,
    engine: String,
    /// Complete answers.
    answers: u32,
    /// Share of answers that cite the website, with its 95% interval.
    citations: Option<ShareView>,
    /// Share of answers that mention its brand.
    mentions: Option<ShareView>,
}

/// Share of answers with its 95% interval after Wilson.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerShare)]
pub(super) struct ShareView {
    /// Answers that count.
    count: u32,
    /// Share, from 0 to 1.
    share: f64,
    /// Lower bound.
    low: f64,
    /// Upper bound.
    high: f64,
}

/// Get the history of a prompt.
#[utoipa::path(
    get, path = "/api/answers/prompts/{id}/history", tag = "answers", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let (db, workspace_id) = (&state.db, member.workspace_id);
    let missing = || ApiError::NotFound("prompt");
    answer::prompt(db, workspace_id, id).await?.ok_or_else(missing)?;
    let website_id = answer::website_of_prompt(db, workspace_id, id).await?.ok_or_else(missing)?;
    let website = website(&state, workspace_id, website_id).await?;
    let rows = answer::days(db, workspace_id, website.id, Some(id), &website.host, now() - DAYS).await?;
    let wanted = rows.into_iter().filter(|row| params.engine.as_ref().is_none_or(|engine| *engine == row.engine));
    Ok(Json(Answer { success: Success, days: wanted.map(DayView::from).collect() }))
}

impl From<AnswerDay> for DayView {
    fn from(row: AnswerDay) -> Self {
        let number = |value: i64| u32::try_from(value).unwrap_or(u32::MAX);
        let answers = number(row.answers);
        let share = |count: i64| {
            let Share { count, share, low, high, .. } = Share::new(number(count), answers)?;
            Some(ShareView { count, share, low, high })
        };
        Self { answers, citations: share(row.cited), mentions: share(row.mentioned), day: row.day, engine: row.engine }
    }
}
