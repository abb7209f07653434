//! `motherlode user reset`.

use clap::Args;
use serde_json::json;
use shared::{
    domain::now,
    store::{Db, audit::Action, recovery, user},
};

use super::secret::{self, PasswordArgs};
use crate::{
    options::StoreArgs,
    out::{self, Form},
};

#[derive(Debug, Args)]
pub(crate) struct ResetArgs {
    /// Email address of the account.
    pub email: String,
    #[command(flatten)]
    pub password: PasswordArgs,
    #[command(flatten)]
    pub store: StoreArgs,
}

pub(crate) async fn run(db: &Db, args: ResetArgs, form: Form) -> anyhow::Result<()> {
    let found = super::find(db, &args.email).await?;
    let password = secret::password(&args.password)?;
    let mut tx = db.begin().await?;
    user::set_password(&mut tx, found.id, &password.hash).await?;
    let ended = match found.email_verified_at {
        Some(_) => recovery::end_pending(&mut tx, found.id, None, now()).await?,
        None => recovery::end_unproved(&mut tx, found.id, now()).await?,
    };
    // The operator vouches for the address, so that missing email does not lock the user out.
    user::verify_email(&mut tx, found.id, &found.email, now()).await?;
    let (sessions, keys, members) = (ended.sessions.len(), ended.api_keys, ended.members.len());
    let detail = json!({ "sessionsEnded": sessions, "apiKeysEnded": keys, "membersRemoved": members });
    super::note(&mut tx, found.id, Action::PasswordSet, detail).await?;
    tx.commit().await?;
    if form == Form::Json {
        let (id, email, password) = (found.id, &found.email, &password.generated);
        return out::json(&json!({
            "id": id, "email": email, "sessionsEnded": sessions, "apiKeysEnded": keys, "membersRemoved": members,
            "password": password,
        }));
    }
    out::line(format_args!("{} has a new password; {sessions} sessions were ended.", found.email))?;
    if keys > 0 || members > 0 {
        out::line(format_args!("Removed: {keys} API keys and {members} members of the account's workspaces."))?;
    }
    if let Some(generated) = &password.generated {
        out::line(format_args!("The password, shown only now: {generated}"))?;
    }
    Ok(())
}
