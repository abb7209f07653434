//! Creates an opportunity.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::opportunity::OpportunityBody,
    events,
    store::{
        self,
        event::{self, Audience, NewEvent},
        opportunity,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::OpportunityView;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Success},
    state::AppState,
};

/// An opportunity entered by a user.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewOpportunity)]
pub(super) struct Input {
    /// Title, 1 to 300 characters.
    title: String,
    /// Category. Default: `manual`.
    category: Option<String>,
    /// 0 to 100.
    difficulty: Option<f64>,
    /// 0 to 100. Default: 50.
    score: Option<f64>,
    /// Website.
    website_id: Option<Uuid>,
    /// Its keyword.
    keyword: Option<String>,
    effort_minutes: Option<i32>,
    #[serde(default)]
    quick_win: bool,
}

/// Response with an opportunity.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpportunityAnswer)]
pub(super) struct Answer {
    pub(super) success: Success,
    pub(super) opportunity: OpportunityView,
}

/// Create an opportunity.
#[utoipa::path(post, path = "/api/opportunities", tag = "opportunities", request_body = Input, responses((status = 201, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let website_id = input.website_id;
    if let Some(id) = website_id {
        store::website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    }
    let body = body(input)?;
    let now = shared::domain::now();
    let mut tx = state.db.begin().await?;
    let kept = opportunity::insert(&mut tx, member.workspace_id, website_id, &body, now).await?;
    let kept = kept.ok_or_else(|| ApiError::unexpected("an opportunity was not kept"))?;
    let told = NewEvent {
        audience: Audience::Workspace(member.workspace_id),
        r#type: "opportunity:discovered",
        payload: json!({"opportunity": &kept}),
    };
    let told = event::append(&mut tx, &[told], now).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, told);
    Ok((StatusCode::CREATED, Json(Answer { success: Success, opportunity: kept.into() })))
}

fn body(input: Input) -> Result<OpportunityBody> {
    let body = OpportunityBody {
        title: input.title.trim().to_owned(),
        category: input.category.unwrap_or_else(|| "manual".to_owned()),
        difficulty: input.difficulty,
        score: input.score.unwrap_or(50.0),
        engine_id: None,
        keyword: input.keyword,
        impact: None,
        effort_minutes: input.effort_minutes,
        quick_win: input.quick_win,
        automated: false,
        edited: false,
        evidence: json!([]),
    };
    check(&body)?;
    Ok(body)
}

/// Validates an opportunity in a request.
pub(super) fn check(body: &OpportunityBody) -> Result<()> {
    let mut wrong = Vec::new();
    let mut demand = |is_right: bool, pointer: &str, detail: &str| {
        if !is_right {
            wrong.push(FieldError::new(pointer, detail));
        }
    };
    let is_text = |text: &str, most: usize| (1..=most).contains(&text.chars().count());
    let is_share = |value: f64| (0.0..=100.0).contains(&value);
    demand(is_text(&body.title, 300), "/title", "must have 1 to 300 characters");
    demand(is_text(&body.category, 80), "/category", "must have 1 to 80 characters");
    demand(is_share(body.score), "/score", "must be 0 to 100");
    demand(body.difficulty.is_none_or(is_share), "/difficulty", "must be 0 to 100");
    demand(body.keyword.as_deref().is_none_or(|text| is_text(text, 500)), "/keyword", "must have 1 to 500 characters");
    demand(body.effort_minutes.is_none_or(|minutes| minutes >= 0), "/effortMinutes", "must not be negative");
    if wrong.is_empty() { Ok(()) } else { Err(ApiError::Invalid(wrong)) }
}
