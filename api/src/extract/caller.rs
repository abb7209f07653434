//! Authentication of callers.

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, Method, header, request::Parts},
};
use shared::{
    domain::{
        api_key::{Scope, Scopes},
        user::Role,
    },
    store::{api_key, assistant_grant, session::LiveSession},
};
use uuid::Uuid;

use crate::{
    assistants::oauth::ACCESS_PREFIX,
    auth::{
        self, cookie,
        key::{API_KEY_PREFIX, hash_token},
        origin,
    },
    error::ApiError,
    layer::guard,
    state::AppState,
};

/// Minimum interval of recording that an API key is used.
const NOTED_EVERY: chrono::Duration = chrono::Duration::hours(1);

/// An authenticated user: by access token, session cookie or API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// Response with the signed-in user.
    pub user_id: Uuid,
    /// Current role of the user.
    pub role: Role,
    /// Session; `None` with an API key.
    pub session_id: Option<Uuid>,
    /// Scopes of the key; a session has all.
    pub scopes: Scopes,
}

/// A caller who is an administrator of the installation.
#[derive(Debug, Clone, Copy)]
pub struct Admin(pub Caller);

/// A caller with a session, not an API key.
#[derive(Debug, Clone, Copy)]
pub struct Person {
    /// Response with the signed-in user.
    pub user_id: Uuid,
    /// Session.
    pub session_id: Uuid,
}

/// A caller by the cookie, regardless of tokens and without the origin check: for reading and ending the session.
#[derive(Debug, Clone, Copy)]
pub struct CookieCaller(pub Caller);

/// Marks a request that a tool of an assistant makes. Only these accept the tokens of assistants.
#[derive(Debug, Clone, Copy)]
pub struct ByTool;

impl From<LiveSession> for Caller {
    fn from(session: LiveSession) -> Self {
        Self { user_id: session.user_id, role: session.role, session_id: Some(session.id), scopes: Scopes::ALL }
    }
}

impl Caller {
    /// Returns the bearer token of a request.
    pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
        let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    }

    /// Authenticates an API key. Its use is recorded once an hour.
    ///
    /// # Errors
    /// Returns [`ApiError::NotAuthenticated`] if it is invalid.
    pub async fn by_key(state: &AppState, key: &str) -> Result<Self, ApiError> {
        let now = shared::domain::now();
        let found = api_key::find_live(&state.db, &hash_token(key), now).await?.ok_or(ApiError::NotAuthenticated)?;
        if found.last_used_at.is_none_or(|at| now - at > NOTED_EVERY) {
            api_key::touch(&state.db, found.id, now).await?;
        }
        let scopes = found.scopes.iter().copied().collect();
        Ok(Self { user_id: found.user_id, role: found.role, session_id: None, scopes })
    }

    /// Authenticates the access token of an assistant. Its use is recorded once an hour.
    ///
    /// # Errors
    /// Returns [`ApiError::NotAuthenticated`] if it is invalid.
    pub async fn by_grant(state: &AppState, token: &str) -> Result<Self, ApiError> {
        let now = shared::domain::now();
        let found = assistant_grant::find_live(&state.db, &hash_token(token), now).await?;
        let found = found.ok_or(ApiError::NotAuthenticated)?;
        if found.last_used_at.is_none_or(|at| now - at > NOTED_EVERY) {
            assistant_grant::touch(&state.db, found.id, now).await?;
        }
        let scopes = found.scopes.iter().copied().collect();
        Ok(Self { user_id: found.user_id, role: found.role, session_id: None, scopes })
    }

    /// Authenticates a request by its cookie.
    pub(crate) async fn by_cookie(state: &AppState, headers: &HeaderMap) -> Result<Self, ApiError> {
        let token = cookie::read(headers).ok_or(ApiError::NotAuthenticated)?;
        let now = shared::domain::now();
        let session = shared::store::session::find_by_cookie(&state.db, &hash_token(token), now).await?;
        session.map(Self::from).ok_or(ApiError::NotAuthenticated)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    AppState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if let Some(known) = parts.extensions.get::<Self>() {
            return Ok(*known);
        }
        let state = AppState::from_ref(state);
        let caller = if let Some(token) = Self::bearer(&parts.headers) {
            by_token(&state, token, parts).await?
        } else {
            let caller = Self::by_cookie(&state, &parts.headers).await?;
            refuse_foreign(&state, parts)?;
            caller
        };
        guard::count_user(&state, caller.user_id).await?;
        parts.extensions.insert(caller);
        Ok(caller)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Admin
where
    AppState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, state).await?;
        match caller.role {
            Role::Admin if caller.scopes.allow(Scope::Admin) => Ok(Self(caller)),
            Role::Admin => Err(ApiError::Forbidden("This API key lacks the admin scope.")),
            Role::Free => Err(ApiError::Forbidden("Only an administrator may do this.")),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Person
where
    AppState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, state).await?;
        let session_id = caller
            .session_id
            .ok_or(ApiError::Forbidden("This requires a signed-in user. API keys are not accepted."))?;
        Ok(Self { user_id: caller.user_id, session_id })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for CookieCaller
where
    AppState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Caller::by_cookie(&AppState::from_ref(state), &parts.headers).await.map(Self)
    }
}

async fn by_token(state: &AppState, token: &str, parts: &Parts) -> Result<Caller, ApiError> {
    if token.starts_with(API_KEY_PREFIX) {
        let missing = "This API key lacks the required scope.";
        return with_scope(Caller::by_key(state, token).await?, &parts.method, missing);
    }
    if token.starts_with(ACCESS_PREFIX) && parts.extensions.get::<ByTool>().is_some() {
        let missing = "The user did not allow this to the assistant: it lacks the required scope.";
        return with_scope(Caller::by_grant(state, token).await?, &parts.method, missing);
    }
    let now = shared::domain::now();
    let claims = auth::verify_access(state, token, now).await?;
    let session = auth::live_session(state, claims.session, now).await?;
    session.map(Caller::from).ok_or(ApiError::NotAuthenticated)
}

fn with_scope(caller: Caller, method: &Method, missing: &'static str) -> Result<Caller, ApiError> {
    let scope = if method.is_safe() { Scope::Read } else { Scope::Write };
    if caller.scopes.allow(scope) { Ok(caller) } else { Err(ApiError::Forbidden(missing)) }
}

/// Browsers send the cookie with requests of any website, so a change must come from our own pages and state it.
fn refuse_foreign(state: &AppState, parts: &Parts) -> Result<(), ApiError> {
    if matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    match origin::of(&parts.headers, &state.settings.public_url) {
        origin::Origin::Own => Ok(()),
        origin::Origin::Foreign | origin::Origin::Unknown => Err(ApiError::ForeignOrigin),
    }
}
