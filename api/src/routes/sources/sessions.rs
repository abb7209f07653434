//! Returns the sessions that Google Analytics reports.

use axum::extract::State;
use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{analytics::SessionGroup, now},
    store::{
        analytics::{self, SessionFilter, SessionsBy},
        website,
    },
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Query, Success},
    state::AppState,
};

/// Days of the answer without parameters.
const DEFAULT_DAYS: u64 = 28;
/// Maximum number of days.
const MOST_DAYS: i64 = 800;
/// Maximum number of rows of a breakdown.
const ROWS: i64 = 50;
/// Maximum length of a text to search for.
const TEXT_CHARS: usize = 200;

/// Query parameters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// First day. Default: 28 days up to `to`.
    from: Option<NaiveDate>,
    /// Last day. Default: today.
    to: Option<NaiveDate>,
    /// Text in the landing page.
    #[param(max_length = 200)]
    page: Option<String>,
    /// Text in the source.
    #[param(max_length = 200)]
    source: Option<String>,
}

impl Params {
    /// Checks the parameters; returns the condition with its days.
    pub(super) fn filter(self) -> Result<(SessionFilter, NaiveDate, NaiveDate)> {
        let to = self.to.unwrap_or_else(|| now().date_naive());
        let from = self.from.or_else(|| to.checked_sub_days(Days::new(DEFAULT_DAYS - 1))).unwrap_or(to);
        if !(1..=MOST_DAYS).contains(&((to - from).num_days() + 1)) {
            return Err(ApiError::invalid(
                "/from",
                format!("must be at most {MOST_DAYS} days before `to`, and not after it"),
            ));
        }
        let text = |name: &str, text: Option<String>| match text.map(|text| text.trim().to_owned()) {
            Some(text) if text.chars().count() > TEXT_CHARS => {
                Err(ApiError::invalid(format!("/{name}"), "must have at most 200 characters"))
            }
            text => Ok(text.filter(|text| !text.is_empty())),
        };
        let (page, source) = (text("page", self.page)?, text("source", self.source)?);
        Ok((SessionFilter { from: Some(from), to: Some(to), page, source }, from, to))
    }
}

/// Sums of sessions.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionGroup)]
pub(super) struct GroupView {
    /// A day, a landing page (`(not set)` where Google does not know it), or a source and its medium.
    name: String,
    sessions: i64,
    /// Sessions of ten seconds or more, with a key event or with two pages.
    engaged_sessions: i64,
    /// Key events, which used to be called conversions. Fractions occur where one is attributed to several sources.
    key_events: f64,
}

/// Sessions of a website, as Google Analytics reports them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionReport)]
pub(super) struct Answer {
    success: Success,
    from: NaiveDate,
    to: NaiveDate,
    totals: GroupView,
    /// Days with sessions, in order.
    days: Vec<GroupView>,
    /// Landing pages with the most sessions, at most 50.
    pages: Vec<GroupView>,
    /// Sources with the most sessions, at most 50.
    sources: Vec<GroupView>,
}

/// Get the sessions of a website.
///
/// As a connection to Google Analytics has fetched them. The figures of the last two days may still change.
#[utoipa::path(
    get, path = "/api/websites/{id}/sessions", tag = "websites", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let (filter, from, to) = params.filter()?;
    let (db, workspace_id) = (&state.db, member.workspace_id);
    website::find(db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let groups = async |by, most| -> Result<Vec<GroupView>> {
        let found = analytics::groups(db, workspace_id, id, &filter, by, most).await?;
        Ok(found.into_iter().map(GroupView::from).collect())
    };
    let days = groups(SessionsBy::Day, MOST_DAYS).await?;
    let totals = days.iter().fold(GroupView::default(), GroupView::plus);
    let (pages, sources) = (groups(SessionsBy::Page, ROWS).await?, groups(SessionsBy::Source, ROWS).await?);
    Ok(Json(Answer { success: Success, from, to, totals, days, pages, sources }))
}

impl GroupView {
    fn plus(mut self, other: &Self) -> Self {
        self.sessions += other.sessions;
        self.engaged_sessions += other.engaged_sessions;
        self.key_events += other.key_events;
        self
    }
}

impl From<SessionGroup> for GroupView {
    fn from(group: SessionGroup) -> Self {
        let SessionGroup { name, sessions, engaged_sessions, key_events } = group;
        Self { name, sessions, engaged_sessions, key_events }
    }
}
