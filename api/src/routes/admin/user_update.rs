//! Updates an account: role, subscription and access.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{
        now,
        user::{Role, User},
    },
    events,
    store::{Tx, audit::Action, event::StoredEvent, session as sessions, subscription, user},
};
use uuid::Uuid;

use super::user_list::AccountView;
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Admin, Caller, Json, Path, RequestContext, Success},
    state::AppState,
};

const PLAN_CHARS: usize = 40;

/// Changed fields; omitted fields are unchanged.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AccountChange)]
pub struct Body {
    /// `free` or `admin`.
    role: Option<Role>,
    /// `trial`, `free`, or another plan of the operator.
    plan: Option<String>,
    /// End of the trial.
    trial_ends_at: Option<DateTime<Utc>>,
    /// Whether the account is disabled. Disabling it ends all its sessions.
    disabled: Option<bool>,
}

/// The updated account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AccountChanged)]
pub struct Answer {
    success: Success,
    user: AccountView,
}

/// Update an account.
///
/// Changes role, subscription or access. The last administrator cannot be demoted or disabled. Administrators only; the
/// role and the access are changed only by a signed-in administrator, not with an API key.
#[utoipa::path(
    patch, path = "/api/admin/users/{id}", tag = "admin", params(("id" = Uuid, Path)), request_body = Body,
    responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, Admin(caller): Admin, Path(id): Path<Uuid>,
    Json(body): Json<Body>,
) -> Result<Json<Answer>> {
    check(&body)?;
    check_person(&body, &caller)?;
    let mut tx = state.db.begin().await?;
    user::lock_administration(&mut tx).await?;
    let found = user::find(&mut tx, id).await?.ok_or(ApiError::NotFound("user"))?;
    keep_an_administrator(&mut tx, &found, &body).await?;
    let by = json!(caller.user_id);
    if let Some(role) = body.role.filter(|role| *role != found.role) {
        user::set_role(&mut tx, id, role).await?;
        let detail = json!({"by": by, "from": found.role, "to": role});
        session::note(&mut tx, Some(id), Action::RoleChanged, &context, detail).await?;
    }
    let told = subscribe(&mut tx, &found, &body, &context, &by).await?;
    let ended = shut_out(&mut tx, &found, &body, &context, &by).await?;
    let user = user::find(&mut tx, id).await?.ok_or(ApiError::NotFound("user"))?;
    tx.commit().await?;
    events::publish_stored(&state.bus, told);
    session::tell_ended(&state, id, &ended);
    Ok(Json(Answer { success: Success, user: user.into() }))
}

fn check(body: &Body) -> Result<()> {
    let is_word = |plan: &String| {
        let is_plain = plan.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_');
        !plan.is_empty() && plan.len() <= PLAN_CHARS && is_plain
    };
    if body.plan.as_ref().is_some_and(|plan| !is_word(plan)) {
        return Err(ApiError::invalid("/plan", "A plan is a word of at most 40 small letters, digits, - and _."));
    }
    Ok(())
}

/// Rejects changes of the role or the access with an API key: a stolen key must not outlive its deletion.
fn check_person(body: &Body, caller: &Caller) -> Result<()> {
    if caller.session_id.is_none() && (body.role.is_some() || body.disabled.is_some()) {
        return Err(ApiError::Forbidden("Sign in to change roles and access. API keys are not accepted for this."));
    }
    Ok(())
}

async fn keep_an_administrator(tx: &mut Tx, found: &User, body: &Body) -> Result<()> {
    let goes = body.role == Some(Role::Free) || body.disabled == Some(true);
    if goes && found.role == Role::Admin && user::count_other_administrators(tx, found.id).await? == 0 {
        let pointer = if body.disabled == Some(true) { "/disabled" } else { "/role" };
        let detail = "This is the last administrator. Make another account an administrator first.";
        return Err(ApiError::Conflict(FieldError::new(pointer, detail)));
    }
    Ok(())
}

async fn subscribe(
    tx: &mut Tx, found: &User, body: &Body, context: &RequestContext, by: &serde_json::Value,
) -> Result<Vec<StoredEvent>> {
    if body.plan.is_none() && body.trial_ends_at.is_none() {
        return Ok(Vec::new());
    }
    let plan = body.plan.as_deref().unwrap_or(&found.plan);
    let ends = body.trial_ends_at.or(found.trial_ends_at);
    let told = subscription::set(tx, found.id, plan, ends, now()).await?;
    let detail = json!({"by": by, "from": found.plan, "to": plan, "trialEndsAt": ends});
    session::note(tx, Some(found.id), Action::PlanChanged, context, detail).await?;
    Ok(told)
}

/// Disables or enables the account; returns the sessions that ended.
async fn shut_out(
    tx: &mut Tx, found: &User, body: &Body, context: &RequestContext, by: &serde_json::Value,
) -> Result<Vec<Uuid>> {
    let Some(disabled) = body.disabled.filter(|disabled| *disabled != found.disabled_at.is_some()) else {
        return Ok(Vec::new());
    };
    user::set_disabled(tx, found.id, disabled.then(now)).await?;
    let action = if disabled { Action::AccountDisabled } else { Action::AccountEnabled };
    session::note(tx, Some(found.id), action, context, json!({"by": by})).await?;
    if disabled { Ok(sessions::revoke_others(tx, found.id, None, now()).await?) } else { Ok(Vec::new()) }
}
