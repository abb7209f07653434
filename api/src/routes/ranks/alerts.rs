//! Alerts about ranks, and their rules.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::rank::{AlertKind, AlertSeverity, RankAlert},
    ranks::AlertRules,
    store::rank,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Rules of the alerts of a website.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RankAlertRules)]
pub(super) struct Rules {
    /// Whether there are alerts at all.
    is_on: bool,
    /// Only keywords with at least this monthly value, in cents. With 0, keywords of an unknown value count too.
    min_value_cents: i64,
    /// Standard deviations of the keyword's own volatility that a drop must exceed, 1 to 10.
    sigmas: f64,
    /// Position that is reported when a keyword enters or leaves the results up to it, 1 to 100.
    top: i32,
    /// Whether drops are reported.
    drops: bool,
    /// Whether entering and leaving the first results is reported.
    tops: bool,
    /// Whether the loss of a feature is reported.
    features: bool,
    /// Whether citations in AI overviews are reported.
    citations: bool,
}

impl From<AlertRules> for Rules {
    fn from(from: AlertRules) -> Self {
        let AlertRules { is_on, min_value_cents, sigmas, top, drops, tops, features, citations } = from;
        Self { is_on, min_value_cents, sigmas, top, drops, tops, features, citations }
    }
}

impl Rules {
    /// Returns the rules to store.
    pub(super) fn checked(self) -> Result<AlertRules> {
        let Self { is_on, min_value_cents, sigmas, top, drops, tops, features, citations } = self;
        if !(0..=1_000_000_000).contains(&min_value_cents) {
            return Err(ApiError::invalid("/alertRules/minValueCents", "must be 0 to 1,000,000,000"));
        }
        if !(1.0..=10.0).contains(&sigmas) {
            return Err(ApiError::invalid("/alertRules/sigmas", "must be 1 to 10"));
        }
        if !(1..=100).contains(&top) {
            return Err(ApiError::invalid("/alertRules/top", "must be 1 to 100"));
        }
        Ok(AlertRules { is_on, min_value_cents, sigmas, top, drops, tops, features, citations })
    }
}

/// An alert about a rank.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankAlert)]
struct AlertView {
    id: Uuid,
    keyword_id: Uuid,
    keyword: String,
    kind: AlertKind,
    severity: AlertSeverity,
    /// A sentence.
    message: String,
    /// Rank before; `null` if beyond the depth.
    old_rank: Option<i32>,
    /// Rank after; `null` if beyond the depth.
    new_rank: Option<i32>,
    created_at: DateTime<Utc>,
}

impl From<RankAlert> for AlertView {
    fn from(from: RankAlert) -> Self {
        Self {
            id: from.id,
            keyword_id: from.keyword_id,
            keyword: from.keyword,
            kind: from.kind,
            severity: from.severity,
            message: from.message,
            old_rank: from.old_rank,
            new_rank: from.new_rank,
            created_at: from.created_at,
        }
    }
}

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    website_id: Uuid,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of alerts, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankAlertList)]
pub(super) struct Answer {
    success: Success,
    alerts: Vec<AlertView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List alerts about ranks.
///
/// An alert is also a notification and the event `performance:alert` of webhooks. The same kind of alert is not repeated
/// for a keyword within seven days.
#[utoipa::path(get, path = "/api/ranks/alerts", tag = "ranks", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    let (ws, limit) = (member.workspace_id, params.limit.get());
    let page = rank::alert_list(&state.db, ws, website.id, params.cursor, limit).await?;
    let alerts = page.items.into_iter().map(AlertView::from).collect();
    Ok(Json(Answer { success: Success, alerts, next_cursor: page.next_cursor }))
}
