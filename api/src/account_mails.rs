//! The mails that accounts cause: what they say, in one place.

use shared::{domain::mail::NewMail, mail::Letter};

use crate::state::AppState;

const IF_NOT_YOU: &str = "If you did not request this, ignore this email. Nothing changes.";

/// The page of the app at `path`, with a token in its query.
fn page(state: &AppState, path: &str, token: &str) -> String {
    format!("{}{path}?token={token}", state.settings.public_url)
}

/// Proves the address of an account.
#[must_use]
pub fn verify_email(state: &AppState, email: &str, token: &str) -> NewMail {
    Letter::about("Verify your email address")
        .say("Please confirm your email address. The link is valid for two days.")
        .link("Verify your email address", &page(state, "/verify-email", token))
        .say(IF_NOT_YOU)
        .to(email)
}

/// Sets a new password.
#[must_use]
pub fn reset_password(state: &AppState, email: &str, token: &str) -> NewMail {
    Letter::about("Choose a new password")
        .say("A new password was requested for your account. The link works once and is valid for one hour.")
        .link("Choose a new password", &page(state, "/reset-password", token))
        .say(IF_NOT_YOU)
        .to(email)
}

/// Proves the address that an account is to have.
#[must_use]
pub fn change_email(state: &AppState, email: &str, token: &str) -> NewMail {
    Letter::about("Confirm your new email address")
        .say("This address was entered as the new email address of your account. Confirm it within two days.")
        .link("Confirm the new address", &page(state, "/verify-email", token))
        .say(IF_NOT_YOU)
        .to(email)
}

/// Tells the old address that another one was asked for, or has taken its place.
#[must_use]
pub fn email_changes(old: &str, new: &str, what: &str) -> NewMail {
    Letter::about("The email address of your account")
        .say(&format!("{what} {new}."))
        .say("If this was not you, reset your password now and end all sessions in Settings.")
        .to(old)
}

/// Tells that the password is another one.
#[must_use]
pub fn password_changed(email: &str) -> NewMail {
    Letter::about("Your password was changed")
        .say("The password of your account was changed, and all other sessions were ended.")
        .say("If this was not you, reset your password now.")
        .to(email)
}

/// Invites somebody to a workspace.
#[must_use]
pub fn invite(state: &AppState, email: &str, inviter: &str, workspace: &str, token: &str) -> NewMail {
    Letter::about(format!("{inviter} invites you to {workspace}"))
        .say(&format!("{inviter} invites you to the workspace \u{201c}{workspace}\u{201d} on Motherlode."))
        .link("Accept the invitation", &page(state, "/invite", token))
        .say("The link is valid for seven days. You can create an account when you open it.")
        .to(email)
}

/// Hands a visitor's message on to an administrator, who can answer it as any mail.
#[must_use]
pub fn contact(administrator: &str, name: &str, email: &str, message: &str) -> NewMail {
    let letter = Letter::about(format!("Message from {name}"))
        .say(&format!("{name} <{email}> wrote on the contact page:"))
        .say(message)
        .to(administrator);
    NewMail { reply_to: Some(email.to_owned()), ..letter }
}
