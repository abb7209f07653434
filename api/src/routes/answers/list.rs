//! Lists answers.

use axum::extract::State;
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use serde::{Deserialize, Serialize};
use shared::store::answer::{self, AnswerFilter};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::AnswerView;
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    routes::connections::calls::check_days,
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this website.
    website_id: Option<Uuid>,
    /// Only answers to this prompt.
    prompt_id: Option<Uuid>,
    /// Only answers of this engine.
    engine: Option<String>,
    /// Only answers that cite this host.
    cited_host: Option<String>,
    /// Text in the prompt or the answer.
    q: Option<String>,
    /// First day, in UTC.
    from: Option<NaiveDate>,
    /// Last day, in UTC.
    to: Option<NaiveDate>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// Returns the start of a day.
pub(super) const fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

/// Returns the end of a day; `None` for the last day that there is.
pub(super) fn after(day: NaiveDate) -> Option<DateTime<Utc>> {
    day.checked_add_days(Days::new(1)).map(midnight)
}

/// Answers, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoredAnswerList)]
pub(super) struct Answer {
    success: Success,
    answers: Vec<AnswerView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List answers.
#[utoipa::path(get, path = "/api/answers", tag = "answers", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    check_days(params.from, params.to)?;
    let Params { website_id, prompt_id, engine, cited_host, q: contains, from, to, .. } = params;
    let (since, until) = (from.map(midnight), to.and_then(after));
    let filter = AnswerFilter { prompt_id, engine, cited_host, contains, since, until, ..AnswerFilter::default() };
    let limit = params.limit.get();
    let page = answer::list(&state.db, member.workspace_id, website_id, &filter, params.cursor, limit).await?;
    let answers = page.items.into_iter().map(AnswerView::from).collect();
    Ok(Json(Answer { success: Success, answers, next_cursor: page.next_cursor }))
}
