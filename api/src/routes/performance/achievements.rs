//! Lists the achievements of a user.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{domain::user::Role, store::achievement};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Caller, Json, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// User. Default: the caller. Other users require an administrator.
    user_id: Option<Uuid>,
}

/// An achievement, with the user's progress.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Achievement)]
pub(crate) struct View {
    id: &'static str,
    title: &'static str,
    description: &'static str,
    /// Name of its icon.
    icon: &'static str,
    /// Time at which it was earned; `null` before.
    earned_at: Option<DateTime<Utc>>,
    /// 0 to 1.
    progress: f64,
}

/// All achievements.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AchievementList)]
pub(super) struct Answer {
    success: Success,
    achievements: Vec<View>,
}

/// List achievements.
///
/// Earned achievements and the progress of the others.
#[utoipa::path(get, path = "/api/performance/achievements", tag = "performance", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, caller: Caller, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let user_id = params.user_id.unwrap_or(caller.user_id);
    if user_id != caller.user_id && caller.role != Role::Admin {
        return Err(ApiError::NotFound("user"));
    }
    let all = achievement::list(&state.db, user_id).await?.into_iter();
    let achievements = all
        .map(|one| View {
            id: one.id,
            title: one.title,
            description: one.description,
            icon: one.icon,
            earned_at: one.earned_at,
            progress: one.progress,
        })
        .collect();
    Ok(Json(Answer { success: Success, achievements }))
}
