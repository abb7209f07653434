//! Creates an account. The first account of an installation becomes its administrator.

use axum::{extract::State, http::StatusCode, response::Response};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{new_id, user::Role},
    events,
    store::{
        StoreError, Tx,
        audit::Action,
        user::{self, NewUser},
    },
};

use super::{
    answer::{SignedIn, Told, signed_in},
    check, register_by_mail,
};
use crate::{
    auth::{link, registration, session, setup},
    error::{ApiError, FieldError, Result},
    extract::{Json, RequestContext},
    layer::guard,
    state::AppState,
};

const COMPANY_CHARS: usize = 200;

/// The registration form.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Registration)]
pub struct Body {
    email: String,
    #[schema(min_length = 8, format = Password)]
    password: String,
    first_name: String,
    last_name: String,
    company: Option<String>,
    /// Setup code that the server prints; required only for the first account, unless the server is reachable only from
    /// its own machine.
    setup_code: Option<String>,
}

/// Create an account.
///
/// The first account is the administrator. Later ones may need an invitation, or be refused, by the operator's setting.
/// Where email is set up, the response is the same for known and unknown addresses (202), and the account is used once its
/// address is verified. The first account, and all accounts where no email is set up, are signed in at once (201).
#[utoipa::path(
    post, path = "/api/auth/register", tag = "auth", security(()), request_body = Body,
    responses((status = 201, body = SignedIn), (status = 202, body = Told))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, Json(body): Json<Body>,
) -> Result<Response> {
    guard::count(&state, guard::REGISTER, &context.network()).await?;
    let may_be_first = user::none_yet(&state.db).await?;
    if may_be_first {
        check_setup_code(&state, &context, body.setup_code.as_deref())?;
    }
    let setup_code = body.setup_code.clone();
    let (mut new, password) = checked(body)?;
    if !may_be_first {
        registration::check(&state, &state.db, &new.email).await?;
        if state.settings.sends_mail {
            return register_by_mail::register(&state, &context, new, password).await;
        }
    }
    new.password_hash = Some(state.passwords.hash(password).await?);

    let now = shared::domain::now();
    let mut tx = state.db.begin().await?;
    if may_be_first && user::none_yet_locked(&mut tx).await? {
        check_setup_code(&state, &context, setup_code.as_deref())?;
        new.role = Role::Admin;
    } else {
        registration::check(&state, &mut tx, &new.email).await?;
    }
    let told = insert(&mut tx, &new, now).await?;
    session::note(&mut tx, Some(new.id), Action::Registered, &context, json!({"role": new.role})).await?;
    link::send_verification(&state, &mut tx, new.id, &new.email, now).await?;
    let begun = session::begin(&state, &mut tx, new.id, &context, now).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, told);

    let user = user::find(&state.db, new.id).await?.ok_or(ApiError::NotAuthenticated)?;
    signed_in(&state, StatusCode::CREATED, "Your account is ready.", user, begun).await
}

async fn insert(
    tx: &mut Tx, new: &NewUser, now: chrono::DateTime<chrono::Utc>,
) -> Result<Vec<shared::store::event::StoredEvent>> {
    user::insert(tx, new, now).await.map_err(|error| match error {
        StoreError::Conflict { .. } => {
            let detail = "An account with this email address already exists. Sign in instead.";
            ApiError::Conflict(FieldError::new("/email", detail))
        }
        other => other.into(),
    })
}

fn check_setup_code(state: &AppState, context: &RequestContext, given: Option<&str>) -> Result<()> {
    let is_right = given.is_some_and(|given| setup::matches(&state.setup_code, given));
    if is_right || !setup::is_needed(&state.settings, context) { Ok(()) } else { Err(ApiError::SetupCode) }
}

fn checked(body: Body) -> Result<(NewUser, String)> {
    let mut errors = Vec::new();
    let first_name = check::name(&body.first_name, "/firstName", "first name", &mut errors);
    let last_name = check::name(&body.last_name, "/lastName", "last name", &mut errors);
    let email = check::email(&body.email, &mut errors);
    check::password(&body.password, &mut errors);
    let company = body.company.map(|company| company.trim().to_owned()).filter(|company| !company.is_empty());
    if company.as_ref().is_some_and(|company| company.chars().count() > COMPANY_CHARS) {
        errors.push(FieldError::new("/company", "The company's name may be at most 200 letters."));
    }
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    let new = NewUser { id: new_id(), email, first_name, last_name, company, role: Role::Free, password_hash: None };
    Ok((new, body.password))
}
