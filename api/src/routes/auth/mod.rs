//! Accounts and sessions.

pub mod answer;
pub mod change_email;
pub mod change_password;
pub mod check;
pub mod finish;
pub mod forgot_password;
pub mod leave;
pub mod login;
pub mod logout;
pub mod me;
pub mod mfa;
pub mod mfa_confirm;
pub mod mfa_disable;
pub mod mfa_renew;
pub mod mfa_setup;
pub mod mfa_status;
pub mod oauth_callback;
pub mod oauth_exchange;
pub mod oauth_start;
pub mod refresh;
pub mod register;
mod register_by_mail;
pub mod resend_verification;
pub mod reset_password;
pub mod session;
pub mod session_delete;
pub mod session_list;
pub mod undo_email_change;
pub mod verify_email;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
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
        .routes(routes!(verify_email::handler))
        .routes(routes!(resend_verification::handler))
        .routes(routes!(forgot_password::handler))
        .routes(routes!(reset_password::handler))
        .routes(routes!(change_password::handler))
        .routes(routes!(change_email::handler))
        .routes(routes!(undo_email_change::handler))
        .routes(routes!(oauth_start::handler))
        .routes(routes!(oauth_callback::handler))
        .routes(routes!(oauth_exchange::handler))
        .routes(routes!(mfa_status::handler, mfa::handler))
        .routes(routes!(mfa_setup::handler))
        .routes(routes!(mfa_confirm::handler))
        .routes(routes!(mfa_disable::handler))
        .routes(routes!(mfa_renew::handler))
}
