//! Lists the workspace's opportunities.

use std::{cmp::Ordering, collections::HashMap};

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::opportunity::Opportunity,
    store::{edit, opportunity, plan},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::{OpportunityView, level};
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Maximum number of opportunities considered, highest score first.
const CONSIDERED: i64 = 5_000;

/// Filter and order.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only for this website.
    website_id: Option<Uuid>,
    /// Only this category.
    category: Option<String>,
    /// Only this difficulty: `easy`, `medium`, `hard` or `very_hard`.
    difficulty: Option<String>,
    /// Only quick wins, or only others.
    quick_wins: Option<bool>,
    /// Only opportunities that the execution engine can automate, or only others.
    automated: Option<bool>,
    /// One of `score`, `impact`, `difficulty`, `effort`, `title`, `createdAt`, `updatedAt`. Default: `score`.
    sort: Option<String>,
    /// `asc` or `desc`. Default: `desc`.
    order: Option<String>,
    /// Maximum number of results. Default: 500.
    limit: Option<usize>,
}

/// Filtered opportunities.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpportunityList)]
pub(super) struct Answer {
    success: Success,
    opportunities: Vec<OpportunityView>,
}

/// List opportunities.
#[utoipa::path(get, path = "/api/opportunities", tag = "opportunities", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let compare = comparison(params.sort.as_deref().unwrap_or("score"))?;
    let ascending = params.order.as_deref().is_some_and(|order| order.eq_ignore_ascii_case("asc"));
    let mut found = opportunity::list(&state.db, member.workspace_id, params.website_id, CONSIDERED).await?;
    found.retain(|opportunity| params.wants(opportunity));
    found.sort_by(|a, b| if ascending { compare(a, b) } else { compare(b, a) });
    let limit = params.limit.unwrap_or(500);
    let plans: HashMap<Uuid, Uuid> =
        plan::of_opportunities(&state.db, member.workspace_id).await?.into_iter().collect();
    let edits: HashMap<Uuid, Uuid> =
        edit::of_opportunities(&state.db, member.workspace_id).await?.into_iter().collect();
    let view = |one: Opportunity| {
        let (plan_id, edit_id) = (plans.get(&one.id).copied(), edits.get(&one.id).copied());
        OpportunityView::from(one).with_plan(plan_id).with_edit(edit_id)
    };
    let opportunities = found.into_iter().take(limit).map(view).collect();
    Ok(Json(Answer { success: Success, opportunities }))
}

impl Params {
    fn wants(&self, opportunity: &Opportunity) -> bool {
        let body = &opportunity.body.0;
        let level = body.difficulty.map(level);
        self.category.as_ref().is_none_or(|wanted| wanted == "all" || *wanted == body.category)
            && self
                .difficulty
                .as_ref()
                .is_none_or(|wanted| wanted == "all" || level.is_some_and(|level| level.name() == wanted))
            && self.quick_wins.is_none_or(|wanted| wanted == body.quick_win)
            && self.automated.is_none_or(|wanted| wanted == body.automated)
    }
}

type Comparison = fn(&Opportunity, &Opportunity) -> Ordering;

/// Returns the ascending order; unknown values come first, so they are last in the default order.
fn comparison(sort: &str) -> Result<Comparison> {
    Ok(match sort {
        "score" => |a, b| a.body.score.total_cmp(&b.body.score),
        "impact" => |a, b| worth(a).cmp(&worth(b)),
        "difficulty" => |a, b| known(a.body.difficulty).total_cmp(&known(b.body.difficulty)),
        "effort" | "effortMinutes" => |a, b| a.body.effort_minutes.cmp(&b.body.effort_minutes),
        "title" => |a, b| a.body.title.cmp(&b.body.title),
        "createdAt" => |a, b| a.created_at.cmp(&b.created_at),
        "updatedAt" => |a, b| a.updated_at.cmp(&b.updated_at),
        other => {
            return Err(ApiError::invalid(
                "/sort",
                format!("'{other}' is none of: score, impact, difficulty, effort, title, createdAt, updatedAt"),
            ));
        }
    })
}

fn worth(opportunity: &Opportunity) -> Option<i64> {
    opportunity.body.impact.as_ref().map(|impact| impact.mid_cents)
}

fn known(difficulty: Option<f64>) -> f64 {
    difficulty.unwrap_or(f64::NEG_INFINITY)
}
