//! Returns the report on a website's answers.

use axum::extract::State;
use chrono::{DateTime, Duration, Utc};
use serde::Serialize;
use serde_json::Value;
use shared::{
    domain::{
        answer::{AnswerSettings, CheckSummary},
        now,
        run::RunKind,
    },
    store::{answer, run},
};
use utoipa::{
    ToSchema,
    openapi::{
        Ref, RefOr,
        schema::{ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type},
    },
};
use uuid::Uuid;

use super::{
    engines::{ConnectionView, asked_through},
    view::{OfWebsite, website},
};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    routes::runs::view::RunView,
    state::AppState,
};

/// Days of the spending.
const DAYS: Duration = Duration::days(30);

/// Report on a website's answers, and what the next check needs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswerOverview)]
pub(super) struct Answer {
    success: Success,
    /// `null` before the first check.
    #[schema(schema_with = report_schema)]
    report: Option<Value>,
    computed_at: Option<DateTime<Utc>>,
    /// Run that computed the report.
    run_id: Option<Uuid>,
    /// What the last check has asked; `null` if answers were only read again.
    check: Option<CheckSummary>,
    /// Latest check, which may be under way.
    latest: Option<RunView>,
    settings: AnswerSettings,
    /// Number of prompts, with paused ones.
    prompts: usize,
    /// Connections through which language models can be asked.
    connections: Vec<ConnectionView>,
    /// Spending of the last 30 days by engine.
    spend: Vec<SpendView>,
}

/// Spending of an engine.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerSpend)]
pub(super) struct SpendView {
    engine: String,
    /// Number of answers.
    answers: i64,
    /// Cost in millionths of a dollar.
    micros: i64,
}

fn report_schema() -> RefOr<Schema> {
    let none = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Null));
    OneOfBuilder::new().item(none).item(Ref::from_schema_name("AnswerReport")).into()
}

/// Get the report on a website's answers.
#[utoipa::path(
    get, path = "/api/answers/report", tag = "answers", params(OfWebsite), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<OfWebsite>,
) -> Result<Json<Answer>> {
    let (db, workspace_id) = (&state.db, member.workspace_id);
    let website = website(&state, workspace_id, params.website_id).await?;
    let filter =
        run::Filter { kind: Some(RunKind::AnswerCheck), website_id: Some(website.id), ..run::Filter::default() };
    let latest = run::list(db, workspace_id, &filter, 1).await?.items.into_iter().next();
    let stored = answer::report(db, workspace_id, website.id).await?;
    let (run_id, computed_at) = stored.as_ref().map(|stored| (stored.run_id, stored.computed_at)).unzip();
    let part = |name: &str| stored.as_ref().and_then(|stored| stored.report.0.get(name).cloned());
    let spend = answer::costs(db, workspace_id, website.id, now() - DAYS).await?;
    Ok(Json(Answer {
        success: Success,
        report: part("report"),
        computed_at,
        run_id,
        check: part("check").and_then(|check| serde_json::from_value(check).ok()),
        latest: latest.map(RunView::from),
        settings: answer::settings(db, workspace_id, website.id).await?.settings,
        prompts: answer::prompts(db, workspace_id, website.id, false).await?.len(),
        connections: asked_through(&state, workspace_id).await?,
        spend: spend
            .into_iter()
            .map(|row| SpendView { engine: row.engine, answers: row.answers, micros: row.micros })
            .collect(),
    }))
}
