//! Lists all accounts.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::user::{Role, User},
    store::user,
};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Admin, Json, Limit, Query, Success},
    routes::user::view::Subscription,
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Params {
    /// Part of the address or the name.
    search: Option<String>,
    #[serde(default)]
    #[param(inline, required = false)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of accounts, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Accounts)]
pub struct Answer {
    success: Success,
    users: Vec<AccountView>,
    next_cursor: Option<String>,
}

/// An account as shown to administrators.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Account)]
pub struct AccountView {
    id: Uuid,
    email: String,
    name: String,
    /// `free` or `admin`.
    role: Role,
    email_verified: bool,
    /// Time at which the account was disabled.
    disabled_at: Option<DateTime<Utc>>,
    subscription: Subscription,
    created_at: DateTime<Utc>,
}

impl From<User> for AccountView {
    fn from(user: User) -> Self {
        Self {
            id: user.id,
            email: user.email,
            name: user.name,
            role: user.role,
            email_verified: user.email_verified_at.is_some(),
            disabled_at: user.disabled_at,
            subscription: Subscription { plan: user.plan, trial_ends_at: user.trial_ends_at },
            created_at: user.created_at,
        }
    }
}

/// List accounts.
///
/// Administrators only.
#[utoipa::path(get, path = "/api/admin/users", tag = "admin", params(Params), responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, _: Admin, Query(params): Query<Params>) -> Result<Json<Answer>> {
    let search = params.search.map(|text| text.trim().to_lowercase());
    let page = user::page(&state.db, search.as_deref(), params.cursor, params.limit.get()).await?;
    let users = page.items.into_iter().map(AccountView::from).collect();
    Ok(Json(Answer { success: Success, users, next_cursor: page.next_cursor }))
}
