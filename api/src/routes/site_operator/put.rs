//! Sets the operator of sites.

use axum::extract::State;
use shared::{domain::now, store::site_operator};

use super::{
    input::Input,
    view::{self, Answer},
};
use crate::{
    error::Result,
    extract::{Changes, Json, Member},
    state::AppState,
};

/// Set the operator of sites.
///
/// Replaces all fields; omitted ones become empty. Sites show it from their next build on. A site can be created once the
/// legal name, the email address and the postal address are entered. Requires an editor.
#[utoipa::path(
    put, path = "/api/site-operator", tag = "sites", request_body = Input, responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let operator = input.checked()?;
    site_operator::put(&state.db, member.workspace_id, member.caller.user_id, &operator, now()).await?;
    Ok(Answer::of(view::find(&state, member.workspace_id).await?))
}
