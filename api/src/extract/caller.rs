//! Who calls.

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, Method, header, request::Parts},
};
use shared::{domain::user::Role, store::session::LiveSession};
use uuid::Uuid;

use crate::{
    auth::{self, cookie, key::hash_token, origin},
    error::ApiError,
    layer::guard,
    state::AppState,
};

/// A signed-in user: by the access token, or by the session cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// The user.
    pub user_id: Uuid,
    /// The user's present role.
    pub role: Role,
    /// The session in which they call.
    pub session_id: Uuid,
}

/// A caller who is the installation's administrator.
#[derive(Debug, Clone, Copy)]
pub struct Admin(pub Caller);

/// A caller by the cookie, whatever token comes with it, and without the check of where the request comes from:
/// for reading the session and for ending it.
#[derive(Debug, Clone, Copy)]
pub struct CookieCaller(pub Caller);

impl From<LiveSession> for Caller {
    fn from(session: LiveSession) -> Self {
        Self { user_id: session.user_id, role: session.role, session_id: session.id }
    }
}

impl Caller {
    /// The token that a request carries.
    pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
        let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    }

    /// Whose cookie a request carries, whatever the request is.
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
            by_token(&state, token).await?
        } else {
            let caller = Self::by_cookie(&state, &parts.headers).await?;
            refuse_foreign(&state, parts)?;
            caller
        };
        guard::count(&state, guard::PER_USER, &caller.user_id.to_string()).await?;
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
            Role::Admin => Ok(Self(caller)),
            Role::Free => Err(ApiError::Forbidden("Only an administrator may do this.")),
        }
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

async fn by_token(state: &AppState, token: &str) -> Result<Caller, ApiError> {
    let now = shared::domain::now();
    let claims = auth::verify_access(state, token, now).await?;
    let session = auth::live_session(state, claims.session, now).await?;
    session.map(Caller::from).ok_or(ApiError::NotAuthenticated)
}

/// Browsers send the cookie along with whatever any website makes them send: a change must come from our own
/// pages, and say so.
fn refuse_foreign(state: &AppState, parts: &Parts) -> Result<(), ApiError> {
    if matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    match origin::of(&parts.headers, &state.settings.public_url) {
        origin::Origin::Own => Ok(()),
        origin::Origin::Foreign | origin::Origin::Unknown => Err(ApiError::ForeignOrigin),
    }
}
