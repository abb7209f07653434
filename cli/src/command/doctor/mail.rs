//! Checks the mail server: sign-in, or where emails are stored without one.

use std::time::Duration;

use shared::mail::Smtp;

use super::Finding;
use crate::{
    options::{MailArgs, ServeArgs},
    settings,
};

const CHECK: &str = "mail";
const TIMEOUT: Duration = Duration::from_secs(15);
const SERVER: &str = "Check host, port, name and password in SMTP_URL: smtps:// is TLS from the start (port 465), smtp:// \
                      is STARTTLS (port 587 as a rule, as in smtp://mail.example.com:587). An @ in the name is written %40.";

/// Connects and signs in without sending anything.
pub(crate) async fn look(args: &MailArgs, serve: &ServeArgs) -> Finding {
    let found = match settings::mail(args) {
        Ok(Some(found)) => found,
        Ok(None) => return without(serve),
        Err(error) => return Finding::fail(CHECK, format!("{error:#}"), SERVER),
    };
    let smtp = match Smtp::new(&found) {
        Ok(smtp) => smtp,
        Err(error) => return Finding::fail(CHECK, error.to_string(), SERVER),
    };
    match tokio::time::timeout(TIMEOUT, smtp.reach()).await {
        Ok(Ok(())) => Finding::ok(CHECK, "the mail server accepts the sign-in"),
        Ok(Err(error)) => Finding::fail(CHECK, format!("the mail server cannot be used: {error}"), SERVER),
        Err(_) => Finding::fail(CHECK, format!("the mail server did not answer in {} s", TIMEOUT.as_secs()), SERVER),
    }
}

/// Emails stored locally do not reach users of other machines.
fn without(serve: &ServeArgs) -> Finding {
    let found = "no mail server: mails stay in the outbox, and the log shows them";
    if serve.listen.is_loopback() && serve.public_url.is_none() {
        return Finding::ok(CHECK, found);
    }
    let advice = "Set SMTP_URL, or people cannot set a new password by themselves. Until then an administrator reads the \
                  links in Settings, System, Outbox.";
    Finding::warn(CHECK, found, advice)
}
