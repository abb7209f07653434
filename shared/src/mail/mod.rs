//! Email: stored with the change that causes it and sent by a worker, so that no request waits for a mail server. It is
//! sent at least once, with a constant Message-ID. Without a mail server it is kept in the outbox and logged.

mod letter;
mod postman;
mod smtp;

pub use letter::Letter;
pub use postman::{deliver, serve};
pub use smtp::{Smtp, SmtpError};
