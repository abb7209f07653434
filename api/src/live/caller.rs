//! Authorization of live connections for changes.

use shared::store;
use uuid::Uuid;

use super::hub::Connection;
use crate::{
    error::ApiError,
    extract::{Caller, Changes, Member},
    layer::guard,
    state::AppState,
};

/// Returns the connection's user with permission to change the workspace, by the same rules as over HTTP.
pub(super) async fn changes(
    state: &AppState, connection: &Connection, workspace_id: Option<Uuid>,
) -> Result<Member<Changes>, ApiError> {
    let session_id = connection.outlet.pass().session_id;
    let session = store::session::find_live(&state.db, session_id, shared::domain::now()).await?;
    let caller: Caller = session.ok_or(ApiError::NotAuthenticated)?.into();
    guard::count_user(state, caller.user_id).await?;
    Member::admit(state, caller, workspace_id).await
}
