//! Mail: written into the store with the change that causes it, sent by a postman, so that no request waits for a
//! mail server. It is sent at least once, with a Message-ID that stays the same. Without a mail server it is kept
//! in the outbox, and the log shows it.

mod letter;
mod postman;
mod smtp;

pub use letter::Letter;
pub use postman::{deliver, serve};
pub use smtp::{Smtp, SmtpError};
