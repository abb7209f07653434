//! Accounts and sessions.

pub mod answer;
pub mod check;
pub mod leave;
pub mod login;
pub mod logout;
pub mod me;
pub mod refresh;
pub mod register;
pub mod session;
pub mod session_delete;
pub mod session_list;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

/// The calls on them.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(register::handler))
        .routes(routes!(login::handler))
        .routes(routes!(me::handler))
        .routes(routes!(session::handler))
        .routes(routes!(refresh::handler))
        .routes(routes!(logout::handler))
        .routes(routes!(leave::handler))
        .routes(routes!(session_list::handler))
        .routes(routes!(session_delete::handler))
}
