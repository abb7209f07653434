//! `motherlode user`: manages accounts in the store; a running server sees changes at once.

mod create;
mod list;
mod make_admin;
mod remove_second_factor;
mod reset;
mod secret;

use std::process::ExitCode;

use ::api::routes::auth::check;
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use serde_json::Value;
use shared::{
    domain::user::User,
    store::{
        Db, Tx,
        audit::{self, Action, NewAudit},
        user,
    },
};
use uuid::Uuid;

use super::store::{self, Missing};
use crate::{options::StoreArgs, out::Form};

const EXAMPLES: &str = "\
Examples:
  motherlode user create ada@example.com --first-name Ada --last-name Lovelace --admin
  pass show motherlode | motherlode user create ada@example.com --password-stdin
  motherlode user reset ada@example.com
  motherlode user remove-second-factor ada@example.com
  motherlode user list --json";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct UserArgs {
    #[command(subcommand)]
    pub command: UserCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum UserCommand {
    /// Create an account; the first one is an administrator. Prints a generated password unless one is given.
    Create(create::CreateArgs),
    /// Make an account an administrator.
    MakeAdmin {
        /// Email address of the account.
        email: String,
        #[command(flatten)]
        store: StoreArgs,
    },
    /// Reset the password of an account and end its sessions. Prints a generated password unless one is given.
    Reset(reset::ResetArgs),
    /// Turn off two-factor sign-in of an account whose user has lost the app and the recovery codes. Check that the request
    /// comes from that user: then the password alone signs in.
    RemoveSecondFactor {
        /// Email address of the account.
        email: String,
        #[command(flatten)]
        store: StoreArgs,
    },
    /// List all accounts.
    List(StoreArgs),
}

impl UserCommand {
    const fn store(&self) -> (&StoreArgs, Missing) {
        match self {
            Self::Create(create) => (&create.store, Missing::Create),
            Self::MakeAdmin { store, .. } | Self::RemoveSecondFactor { store, .. } | Self::List(store) => {
                (store, Missing::Refuse)
            }
            Self::Reset(reset) => (&reset.store, Missing::Refuse),
        }
    }
}

/// Runs the requested subcommand.
pub(crate) async fn run(args: UserArgs, form: Form) -> anyhow::Result<ExitCode> {
    let (at, missing) = args.command.store();
    let store = store::open(at, missing).await?;
    let db = &store.backends.db;
    let done = match args.command {
        UserCommand::Create(create) => create::run(db, create, form).await,
        UserCommand::MakeAdmin { email, .. } => make_admin::run(db, &email, form).await,
        UserCommand::RemoveSecondFactor { email, .. } => remove_second_factor::run(db, &email, form).await,
        UserCommand::Reset(reset) => reset::run(db, reset, form).await,
        UserCommand::List(_) => list::run(db, form).await,
    };
    db.close().await;
    done.map(|()| ExitCode::SUCCESS)
}

/// Finds the account with this address.
async fn find(db: &Db, email: &str) -> anyhow::Result<User> {
    let email = check::normal_email(email);
    let found = user::find_by_email(db, &email).await?;
    found.with_context(|| format!("there is no account with the address {email} (see: motherlode user list)"))
}

/// Records in the audit log what an operator did to an account.
async fn note(tx: &mut Tx, user_id: Uuid, action: Action, detail: Value) -> anyhow::Result<()> {
    let line = NewAudit { user_id: Some(user_id), action, address: "", user_agent: "motherlode user", detail };
    Ok(audit::insert(tx, &line, shared::domain::now()).await?)
}

/// Converts validation errors to one sentence.
fn refuse(errors: &[::api::error::FieldError]) -> anyhow::Result<()> {
    if errors.is_empty() {
        return Ok(());
    }
    let all: Vec<&str> = errors.iter().map(|error| error.detail.as_str()).collect();
    bail!("{}", all.join(" "))
}
