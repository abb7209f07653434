//! Emails of accounts.

use shared::{domain::mail::NewMail, mail::Letter};

use crate::{auth::ended::EndedAccess, state::AppState};

const IF_NOT_YOU: &str = "If you did not request this, ignore this email. Nothing changes.";

/// URL of the app's page at `path`, with a token in its query.
fn page(state: &AppState, path: &str, token: &str) -> String {
    format!("{}{path}?token={token}", state.settings.public_url)
}

/// Email that verifies the address of an account.
#[must_use]
pub fn verify_email(state: &AppState, email: &str, token: &str) -> NewMail {
    Letter::about("Verify your email address")
        .say("Please confirm your email address. The link is valid for two days.")
        .link("Verify your email address", &page(state, "/verify-email", token))
        .say(IF_NOT_YOU)
        .to(email)
}

/// Email that sets a new password.
#[must_use]
pub fn reset_password(state: &AppState, email: &str, token: &str) -> NewMail {
    Letter::about("Choose a new password")
        .say("A new password was requested for your account. The link works once and is valid for one hour.")
        .link("Choose a new password", &page(state, "/reset-password", token))
        .say(IF_NOT_YOU)
        .to(email)
}

/// Email that verifies the new address of an account.
#[must_use]
pub fn change_email(state: &AppState, email: &str, token: &str) -> NewMail {
    Letter::about("Confirm your new email address")
        .say("This address was entered as the new email address of your account. Confirm it within two days.")
        .say("Open the link where you are signed in to the account.")
        .link("Confirm the new address", &page(state, "/verify-email", token))
        .say(IF_NOT_YOU)
        .to(email)
}

/// Notifies the old address of a requested or completed change of address.
#[must_use]
pub fn email_changes(old: &str, new: &str, what: &str) -> NewMail {
    Letter::about("The email address of your account")
        .say(&format!("{what} {new}."))
        .say("If this was not you, reset your password now and end all sessions in Settings.")
        .to(old)
}

/// Notifies the old address of a change, with the link that undoes it.
#[must_use]
pub fn email_changed(state: &AppState, old: &str, new: &str, token: &str) -> NewMail {
    Letter::about("The email address of your account")
        .say(&format!("The email address of your account is now {new}."))
        .say("If this was not you, restore this address within two days. This ends all sessions and the password.")
        .link("Restore this address", &page(state, "/undo-email-change", token))
        .to(old)
}

/// Notifies an address that a change to it was undone.
#[must_use]
pub fn email_change_undone(new: &str, old: &str) -> NewMail {
    Letter::about("The email address of your account")
        .say(&format!(
            "The email address of your account is {old} again: the link in the notice to that address was used."
        ))
        .say("All sessions, API keys and the password were ended.")
        .to(new)
}

/// Notifies of a changed password, and of what it ended.
#[must_use]
pub fn password_changed(email: &str, ended: &EndedAccess) -> NewMail {
    let letter = Letter::about("Your password was changed")
        .say("The password of your account was changed, and all other sessions were ended.");
    let letter = match ended.sentence() {
        Some(sentence) => letter.say(&sentence),
        None => letter,
    };
    letter
        .say("Check your API keys, the members of your workspaces and the linked sign-ins in Settings.")
        .say("If this was not you, reset your password now.")
        .to(email)
}

/// Notifies the owner of an address that somebody tried to register it.
#[must_use]
pub fn account_exists(state: &AppState, email: &str) -> NewMail {
    let url = |path: &str| format!("{}{path}", state.settings.public_url);
    Letter::about("You already have an account")
        .say("Somebody, perhaps you, tried to create an account with this email address. There is one already.")
        .link("Sign in", &url("/login"))
        .link("Choose a new password", &url("/forgot-password"))
        .say(IF_NOT_YOU)
        .to(email)
}

/// Notifies the owner of an address that somebody entered it as the new address of another account.
#[must_use]
pub fn address_in_use(email: &str) -> NewMail {
    Letter::about("This email address already has an account")
        .say("Somebody, perhaps you, entered this address as the new email address of another account.")
        .say("It belongs to your account, so nothing was changed. To use it for the other account, first change the address of this one or delete it.")
        .say(IF_NOT_YOU)
        .to(email)
}

/// Invites a person to a workspace. The subject has no text of the inviter, who may be a stranger.
#[must_use]
pub fn invite(state: &AppState, email: &str, inviter: &str, workspace: &str, token: &str) -> NewMail {
    Letter::about("Invitation to a workspace")
        .say(&format!("{inviter} invites you to the workspace \u{201c}{workspace}\u{201d} on Motherlode."))
        .link("Accept the invitation", &page(state, "/invite", token))
        .say("The link is valid for seven days. You can create an account when you open it.")
        .to(email)
}

/// Forwards a visitor's message to an administrator, who can reply to it. The subject has no text of the visitor.
#[must_use]
pub fn contact(administrator: &str, name: &str, email: &str, message: &str) -> NewMail {
    let letter = Letter::about("Message from the contact page")
        .say(&format!("{name} <{email}> wrote on the contact page:"))
        .say(message)
        .to(administrator);
    NewMail { reply_to: Some(email.to_owned()), ..letter }
}
