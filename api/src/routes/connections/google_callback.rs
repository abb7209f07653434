//! Redirect target of Google's consent page.

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Redirect, Response},
};
use providers::{google::Pkce, secret::Secret};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{connection::Budget, now},
    store::{
        Tx,
        connection::{self, NewConnection},
    },
    vault::{Credentials, Sealed},
};
use url::form_urlencoded;
use uuid::Uuid;

use super::{
    body, create, google_start, test,
    ticket::{Ticket, Wanted},
};
use crate::{
    auth::cookie,
    error::{ApiError, Result},
    extract::{Caller, Changes, Member, Query, RequestContext},
    layer::guard,
    state::AppState,
};

const CODE_CHARS: usize = 4_000;

/// Query parameters sent by Google.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
}

/// Handle the redirect of Google's consent page.
///
/// Stores the encrypted code and starts the run that exchanges it. Redirects to the settings page of the app.
#[utoipa::path(
    get, path = "/api/connections/google/callback", tag = "connections", security(()), params(Params),
    responses((status = 303, description = "To `/settings?tab=connections&connected=…`, or with `&refused=…`."))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, headers: HeaderMap, Query(params): Query<Params>,
) -> Result<Response> {
    guard::count(&state, guard::LINK, &context.network()).await?;
    let redirect = match connect(&state, &headers, params).await {
        Ok(id) => to_app("connected", &id.to_string()),
        Err(Refusal::Shown(text)) => to_app("refused", &text),
        Err(Refusal::Failed(error)) => return Err(error),
    };
    Ok(([(header::SET_COOKIE, cookie::set_consent(&state, ""))], redirect).into_response())
}

/// Reason for which nothing is connected.
enum Refusal {
    /// Shown on the settings page.
    Shown(String),
    Failed(ApiError),
}

impl<E: Into<ApiError>> From<E> for Refusal {
    fn from(error: E) -> Self {
        match error.into() {
            error @ (ApiError::Forbidden(_)
            | ApiError::NotFound(_)
            | ApiError::Conflict(_)
            | ApiError::SwitchedOff(_)
            | ApiError::RateLimited(_)) => Self::Shown(error.to_string()),
            error => Self::Failed(error),
        }
    }
}

fn shown(text: &str) -> Refusal {
    Refusal::Shown(text.to_owned())
}

fn to_app(name: &str, value: &str) -> Redirect {
    let query: String = form_urlencoded::Serializer::new(String::new())
        .append_pair("tab", "connections")
        .append_pair(name, value)
        .finish();
    Redirect::to(&format!("/settings?{query}"))
}

async fn connect(state: &AppState, headers: &HeaderMap, params: Params) -> std::result::Result<Uuid, Refusal> {
    // The redirect must arrive in the browser that asked.
    let begun = cookie::read_consent(headers).filter(|begun| params.state.as_deref() == Some(begun));
    let ticket = begun.and_then(|begun| Ticket::resume(&state.keys, begun, now()));
    let ticket = ticket.ok_or_else(|| {
        shown("This request was started in another browser, or more than ten minutes ago. Connect the account again.")
    })?;
    let wanted = ticket.wanted;
    let caller = Caller::by_cookie(state, headers).await;
    let caller = caller.map_err(|_| shown("You were signed out meanwhile. Sign in and connect the account again."))?;
    if caller.user_id != wanted.user_id {
        return Err(shown("Another user of this browser started this request. Connect the account again."));
    }
    if let Some(error) = params.error {
        return Err(Refusal::Shown(denied(&error)));
    }
    let code = params.code.filter(|code| !code.is_empty() && code.len() <= CODE_CHARS);
    let code = code.ok_or_else(|| shown("Google sent no code. Connect the account again."))?;
    Member::<Changes>::admit(state, caller, Some(wanted.workspace_id)).await?;
    let sealed = sealed(state, &ticket, code)?;
    store(state, wanted, sealed).await?;
    Ok(wanted.connection_id)
}

fn denied(error: &str) -> String {
    match error {
        "access_denied" => "You did not allow access, so nothing was connected.".to_owned(),
        other => {
            let word: String = other.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(40).collect();
            format!("Google refused the request ({word}). Nothing was connected.")
        }
    }
}

/// Encrypts what the worker needs to exchange the code, and later to renew the access.
fn sealed(state: &AppState, ticket: &Ticket, code: String) -> Result<Sealed> {
    let google = google_start::settings(state)?;
    let verifier: Secret = Pkce::new(ticket.verifier(&state.keys)).verifier;
    let credentials = Credentials::from_fields([
        ("client_id", google.client_id.clone()),
        ("client_secret", google.client_secret.reveal().to_owned()),
        ("token_url", google.token_url.clone()),
        ("code", code),
        ("verifier", verifier.expose().to_owned()),
        ("redirect_url", google_start::redirect(state)),
    ]);
    body::seal(state, ticket.wanted.workspace_id, ticket.wanted.connection_id, &credentials)
}

async fn store(state: &AppState, wanted: Wanted, sealed: Sealed) -> std::result::Result<(), Refusal> {
    let Wanted { workspace_id, connection_id, user_id, .. } = wanted;
    let mut tx = state.db.begin().await?;
    match connection::find(&mut tx, workspace_id, connection_id).await? {
        Some(_) if wanted.is_new => return Err(shown("This account is connected already.")),
        Some(_) => {
            connection::replace_credentials(&mut tx, workspace_id, connection_id, &sealed).await?;
        }
        None if wanted.is_new => insert(state, &mut tx, wanted, sealed).await?,
        None => return Err(shown("The connection was removed meanwhile.")),
    }
    let queued = test::queue(state, &mut tx, workspace_id, user_id, connection_id).await?;
    tx.commit().await?;
    queued.start(state).await?;
    Ok(())
}

async fn insert(state: &AppState, tx: &mut Tx, wanted: Wanted, sealed: Sealed) -> Result<()> {
    create::ensure_room(tx, wanted.workspace_id).await?;
    let new = NewConnection {
        id: wanted.connection_id,
        workspace_id: wanted.workspace_id,
        provider: wanted.provider.key().to_owned(),
        name: wanted.provider.name().to_owned(),
        credentials: Some(sealed),
        base_url: google_start::settings(state)?.api_url.clone(),
        settings: json!({}),
        budget: Budget::default(),
    };
    Ok(connection::insert(tx, &new, now()).await?)
}
