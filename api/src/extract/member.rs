//! The workspace of a request and the caller's role in it.

use std::marker::PhantomData;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderName, request::Parts},
};
use shared::{
    domain::workspace::{MemberRole, Membership},
    store::workspace,
};
use url::form_urlencoded;
use uuid::Uuid;

use super::Caller;
use crate::{error::ApiError, state::AppState};

const HEADER: HeaderName = HeaderName::from_static("x-workspace-id");
pub(super) const PARAMETER: &str = "workspaceId";

/// Minimum role of a request.
pub trait Requires {
    /// Role.
    const ROLE: MemberRole;
}

/// The request reads: every member may.
#[derive(Debug, Clone, Copy)]
pub struct Reads;
/// The request changes data: editors and owners may.
#[derive(Debug, Clone, Copy)]
pub struct Changes;
/// The request manages the workspace: owners may.
#[derive(Debug, Clone, Copy)]
pub struct Decides;

impl Requires for Reads {
    const ROLE: MemberRole = MemberRole::Viewer;
}
impl Requires for Changes {
    const ROLE: MemberRole = MemberRole::Editor;
}
impl Requires for Decides {
    const ROLE: MemberRole = MemberRole::Owner;
}

/// A caller with the role `R` in this workspace. The workspace is given by the header `X-Workspace-Id` or the query
/// parameter `workspaceId`; the default is the caller's personal one. A workspace of which the caller is not a member
/// is not found.
#[derive(Debug, Clone, Copy)]
pub struct Member<R = Reads> {
    /// Caller.
    pub caller: Caller,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Role.
    pub role: MemberRole,
    requires: PhantomData<R>,
}

impl<S: Send + Sync, R: Requires> FromRequestParts<S> for Member<R>
where
    AppState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, state).await?;
        Self::admit(&AppState::from_ref(state), caller, named(parts)?).await
    }
}

impl<R: Requires> Member<R> {
    /// Returns the caller as a member of the workspace with this id, or of their personal one.
    ///
    /// # Errors
    /// Returns [`ApiError::NotFound`] if they are not a member, [`ApiError::Forbidden`] if their role is not
    /// sufficient.
    pub(crate) async fn admit(state: &AppState, caller: Caller, workspace_id: Option<Uuid>) -> Result<Self, ApiError> {
        let membership = find(state, caller.user_id, workspace_id).await?;
        if membership.role < R::ROLE {
            return Err(ApiError::Forbidden("Your role in this workspace does not allow it."));
        }
        Ok(Self { caller, workspace_id: membership.id, role: membership.role, requires: PhantomData })
    }
}

fn named(parts: &Parts) -> Result<Option<Uuid>, ApiError> {
    let header = parts.headers.get(HEADER).map(|value| value.to_str().unwrap_or_default().to_owned());
    let text = header.or_else(|| {
        let query = parts.uri.query().unwrap_or_default();
        let mut pairs = form_urlencoded::parse(query.as_bytes());
        pairs.find(|(name, value)| name == PARAMETER && !value.is_empty()).map(|(_, value)| value.into_owned())
    });
    text.map(|text| text.trim().parse()).transpose().map_err(|_| ApiError::NotFound("workspace"))
}

async fn find(state: &AppState, user_id: Uuid, id: Option<Uuid>) -> Result<Membership, ApiError> {
    let membership = match id {
        Some(id) => workspace::find(&state.db, user_id, id).await?,
        None => workspace::find_personal(&state.db, user_id).await?,
    };
    membership.ok_or(ApiError::NotFound("workspace"))
}
