//! Settings of the rank checks of a website.

use axum::extract::State;
use providers::{Provider, serp::COUNTRIES};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{connection::ConnectionStatus, cron::Cron, now, rank::RankSettings, run::RunKind},
    ranks,
    store::{
        Tx, connection, rank,
        schedule::{self, NewSchedule},
        workspace,
    },
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{alerts::Rules, estimate::check_micros};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Query, Success},
    routes::admin::prices,
    state::AppState,
};

/// Time of the daily run, before people start to work in Europe and at night in America.
const DAILY: &str = "0 5 * * *";
/// Largest budget: $100,000.
const MOST_MICROS: i64 = 100_000_000_000;

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    website_id: Uuid,
}

/// Settings to store.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewRankSettings)]
pub(super) struct Input {
    website_id: Uuid,
    /// Id of the connection that returns search results. Default: the first that can.
    connection_id: Option<String>,
    /// Results to check, 10 to 100. Default: 20.
    depth: Option<i32>,
    /// Whether to load AI overviews that appear after the page, which costs extra.
    #[serde(default)]
    wants_overview: bool,
    /// Monthly budget in millionths of a dollar; `null` for none but that of the connection.
    month_budget_micros: Option<i64>,
    /// Whether a run checks daily what is due.
    #[serde(default)]
    is_daily: bool,
    /// Rules of the alerts. Default: unchanged.
    alert_rules: Option<Rules>,
}

/// A connection that returns search results.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankConnection)]
struct ConnectionView {
    id: Uuid,
    name: String,
    /// Name of the provider.
    provider: String,
    status: ConnectionStatus,
    /// Most that a check costs, in millionths of a dollar.
    check_micros: Option<u64>,
    /// Whether it returns the results of phones.
    has_mobile: bool,
}

/// A country.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankCountry)]
struct CountryView {
    /// Two lower-case letters.
    key: &'static str,
    name: &'static str,
}

/// Settings of the rank checks of a website.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankSettings)]
pub(super) struct Answer {
    success: Success,
    /// Chosen connection; `null` for the first that can.
    connection_id: Option<Uuid>,
    depth: i32,
    wants_overview: bool,
    month_budget_micros: Option<i64>,
    /// Spent and reserved this month.
    spent_micros: i64,
    is_daily: bool,
    alert_rules: Rules,
    /// Connections that return search results.
    connections: Vec<ConnectionView>,
    /// Countries in which keywords can be tracked.
    countries: Vec<CountryView>,
    /// Tags of the keywords, with their numbers of keywords.
    tags: Vec<TagView>,
}

/// A tag.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankTag)]
struct TagView {
    tag: String,
    keywords: i64,
}

/// Get the settings of rank checks.
#[utoipa::path(get, path = "/api/ranks/settings", tag = "ranks", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn read(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    answer(&state, member.workspace_id, website.id).await
}

/// Change the settings of rank checks.
///
/// With `isDaily`, a schedule starts a run every day at 05:00 UTC, which checks the keywords that are due. Requires an
/// editor.
#[utoipa::path(
    put, path = "/api/ranks/settings", tag = "ranks", request_body = Input, responses((status = 200, body = Answer))
)]
pub(super) async fn write(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, input.website_id).await?;
    let connection_id = connection_id(&state, member.workspace_id, input.connection_id.as_deref()).await?;
    let new = RankSettings {
        connection_id,
        depth: input.depth.unwrap_or(RankSettings::default().depth),
        wants_overview: input.wants_overview,
        month_budget_micros: input.month_budget_micros,
        ..RankSettings::default()
    };
    check(&new)?;
    let rules = input.alert_rules.map(Rules::checked).transpose()?;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, member.workspace_id).await?;
    rank::save_settings(&mut tx, member.workspace_id, website.id, &new).await?;
    if let Some(rules) = rules {
        rank::set_alert_rules(&mut tx, member.workspace_id, website.id, &rules).await?;
    }
    set_daily(&mut tx, &member, website.id, input.is_daily).await?;
    tx.commit().await?;
    answer(&state, member.workspace_id, website.id).await
}

/// Returns the id of a connection that returns search results.
async fn connection_id(state: &AppState, workspace_id: Uuid, text: Option<&str>) -> Result<Option<Uuid>> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let wrong = || ApiError::invalid("/connectionId", "Choose a connection that returns search results.");
    let id: Uuid = text.parse().map_err(|_| wrong())?;
    let found = ranks::choose(connection::list(&state.db, workspace_id).await?, Some(id));
    Ok(Some(found.ok_or_else(wrong)?.id))
}

/// Checks depth and budget.
pub(super) fn check(settings: &RankSettings) -> Result<()> {
    if !(10..=100).contains(&settings.depth) {
        return Err(ApiError::invalid("/depth", "must be 10 to 100"));
    }
    if settings.month_budget_micros.is_some_and(|micros| !(0..=MOST_MICROS).contains(&micros)) {
        return Err(ApiError::invalid("/monthBudgetMicros", "must be 0 to 100,000,000,000"));
    }
    Ok(())
}

/// Creates or deletes the schedule of the daily run.
async fn set_daily(tx: &mut Tx, member: &Member<Changes>, website_id: Uuid, is_daily: bool) -> Result<()> {
    let ws = member.workspace_id;
    let stored = rank::settings(&mut *tx, ws, website_id).await?;
    let existing = match stored.schedule_id {
        Some(id) => schedule::find(&mut *tx, ws, id).await?,
        None => None,
    };
    let is_on = existing.as_ref().is_some_and(|schedule| !schedule.paused);
    if let Some(old) = existing.filter(|_| is_on != is_daily) {
        schedule::delete(&mut *tx, ws, old.id).await?;
        rank::set_schedule(&mut *tx, ws, website_id, None).await?;
    }
    if is_daily && !is_on {
        let cron = Cron::parse(DAILY, "UTC").map_err(ApiError::unexpected)?;
        let next_at = cron.next(now()).ok_or_else(|| ApiError::unexpected("a daily schedule has no next time"))?;
        let new = NewSchedule {
            workspace_id: ws,
            user_id: member.caller.user_id,
            website_id: Some(website_id),
            kind: RunKind::RankCheck,
            engine_id: None,
            action: None,
            payload: json!({"websiteId": website_id}),
            name: "Check ranks".to_owned(),
            cron: DAILY.to_owned(),
            time_zone: "UTC".to_owned(),
            next_at,
        };
        let id = schedule::insert(&mut *tx, &new, now()).await?;
        rank::set_schedule(&mut *tx, ws, website_id, Some(id)).await?;
    }
    Ok(())
}

async fn answer(state: &AppState, workspace_id: Uuid, website_id: Uuid) -> Result<Json<Answer>> {
    let stored = rank::settings(&state.db, workspace_id, website_id).await?;
    let is_daily = match stored.schedule_id {
        Some(id) => schedule::find(&state.db, workspace_id, id).await?.is_some_and(|found| !found.paused),
        None => false,
    };
    let fit = |one: &shared::domain::connection::Connection| ranks::SERP_PROVIDERS.contains(&one.provider.as_str());
    let all = connection::list(&state.db, workspace_id).await?;
    let prices = prices::book(&state.db).await?;
    let connections = all.into_iter().filter(fit).map(|one| {
        let provider = one.provider.parse::<Provider>().ok();
        ConnectionView {
            check_micros: check_micros(&stored, &one, &prices),
            has_mobile: provider != Some(Provider::Serper),
            provider: provider.map_or(one.provider, |provider| provider.name().to_owned()),
            id: one.id,
            name: one.name,
            status: one.status,
        }
    });
    let alert_rules = rank::alert_rules(&state.db, workspace_id, website_id).await?.into();
    let tags = rank::tags(&state.db, workspace_id, website_id).await?;
    Ok(Json(Answer {
        success: Success,
        connection_id: stored.connection_id,
        depth: stored.depth,
        wants_overview: stored.wants_overview,
        month_budget_micros: stored.month_budget_micros,
        spent_micros: stored.spent(now()),
        is_daily,
        alert_rules,
        connections: connections.collect(),
        countries: COUNTRIES.iter().map(|country| CountryView { key: country.key, name: country.name }).collect(),
        tags: tags.into_iter().map(|(tag, keywords)| TagView { tag, keywords }).collect(),
    }))
}
