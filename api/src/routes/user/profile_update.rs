//! Changes how the caller is called.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::user::User,
    store::user::{self, ProfileChange},
};

use super::view::UserView;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Caller, Json, Success},
    routes::auth::check,
    state::AppState,
};

/// What changes; what is left out stays.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProfileChange)]
pub struct Body {
    name: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
}

/// The profile.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Profile)]
pub struct Answer {
    success: Success,
    name: String,
    avatar: Option<String>,
    user: UserView,
}

/// Update the profile.
#[utoipa::path(
    patch, path = "/api/user/profile", tag = "user", request_body = Body, responses((status = 200, body = Answer))
)]
pub async fn handler(State(state): State<AppState>, caller: Caller, Json(body): Json<Body>) -> Result<Json<Answer>> {
    let before = user::find(&state.db, caller.user_id).await?.ok_or(ApiError::NotAuthenticated)?;
    let change = checked(body, &before)?;
    user::update_profile(&state.db, caller.user_id, &change).await?;
    let after = user::find(&state.db, caller.user_id).await?.ok_or(ApiError::NotAuthenticated)?;
    let user = UserView::of(&state.db, after, shared::domain::now()).await?;
    Ok(Json(Answer { success: Success, name: user.name.clone(), avatar: user.avatar.clone(), user }))
}

fn checked(body: Body, before: &User) -> Result<ProfileChange> {
    let mut errors: Vec<FieldError> = Vec::new();
    let mut text = |value: Option<String>, pointer: &str, label: &str| {
        value.map(|value| check::name(&value, pointer, label, &mut errors))
    };
    let name = text(body.name, "/name", "name");
    let first_name = text(body.first_name, "/firstName", "first name");
    let last_name = text(body.last_name, "/lastName", "last name");
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    let name = name.or_else(|| follow(before, first_name.as_deref(), last_name.as_deref()));
    Ok(ProfileChange { name, first_name, last_name })
}

/// Who never chose another name is called by both names, also when those change.
fn follow(before: &User, first: Option<&str>, last: Option<&str>) -> Option<String> {
    let both = |first: &str, last: &str| format!("{first} {last}").trim().to_owned();
    let is_plain = before.name == both(&before.first_name, &before.last_name);
    is_plain.then(|| both(first.unwrap_or(&before.first_name), last.unwrap_or(&before.last_name)))
}
