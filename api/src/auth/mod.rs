//! Authentication: passwords, access tokens, refresh tokens, cookies and sessions.

pub mod account;
pub mod cache;
pub mod common_password;
pub mod confirm;
pub mod constant_time;
pub mod cookie;
pub mod device;
pub mod ended;
pub mod issuer;
pub mod key;
pub mod link;
mod live_session;
pub mod origin;
pub mod password;
pub mod registration;
pub mod session;
pub mod setup;
pub mod token;
pub mod totp;

pub use live_session::live_session;
pub use token::{Claims, TokenError, issue_access, verify_access};

/// Lifetime of an unused session.
pub const SESSION: chrono::Duration = chrono::Duration::days(30);
