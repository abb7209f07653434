//! Returns the signed-in user.

use axum::extract::State;
use shared::store::user;

use super::answer::CurrentUser;
use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Caller, Json, RequestContext},
    routes::user::view::UserView,
    state::AppState,
};

/// Get the signed-in user.
#[utoipa::path(get, path = "/api/auth/me", tag = "auth", responses((status = 200, body = CurrentUser)))]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, caller: Caller,
) -> Result<Json<CurrentUser>> {
    if let Some(session_id) = caller.session_id {
        session::seen(&state, session_id, &context).await?;
    }
    let user = user::find(&state.db, caller.user_id).await?.ok_or(ApiError::NotAuthenticated)?;
    let user = UserView::of(&state.db, user, shared::domain::now()).await?;
    Ok(Json(CurrentUser::new(user)))
}
