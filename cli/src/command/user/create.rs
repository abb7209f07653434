//! `motherlode user create`.

use ::api::routes::auth::check;
use anyhow::bail;
use clap::Args;
use serde_json::json;
use shared::{
    domain::{new_id, now, user::Role},
    store::{
        Db, StoreError,
        audit::Action,
        user::{self, NewUser},
    },
};

use super::secret::{self, Password, PasswordArgs};
use crate::{
    options::StoreArgs,
    out::{self, Form},
};

#[derive(Debug, Args)]
pub(crate) struct CreateArgs {
    /// Email address of the account.
    pub email: String,
    /// First name. Default: taken from the address.
    #[arg(long)]
    pub first_name: Option<String>,
    /// Last name.
    #[arg(long, default_value = "")]
    pub last_name: String,
    /// Make the account an administrator.
    #[arg(long)]
    pub admin: bool,
    #[command(flatten)]
    pub password: PasswordArgs,
    #[command(flatten)]
    pub store: StoreArgs,
}

pub(crate) async fn run(db: &Db, args: CreateArgs, form: Form) -> anyhow::Result<()> {
    let (mut new, password) = checked(args)?;
    let mut tx = db.begin().await?;
    if user::none_yet_locked(&mut tx).await? {
        new.role = Role::Admin;
    }
    match user::insert(&mut tx, &new, now()).await {
        Err(StoreError::Conflict { .. }) => bail!("an account with the address {} exists already", new.email),
        done => done?,
    };
    // The operator vouches for the address.
    user::verify_email(&mut tx, new.id, &new.email, now()).await?;
    super::note(&mut tx, new.id, Action::Registered, json!({ "role": new.role })).await?;
    tx.commit().await?;
    if form == Form::Json {
        let (id, email, role) = (new.id, &new.email, new.role);
        return out::json(&json!({ "id": id, "email": email, "role": role, "password": password.generated }));
    }
    out::line(format_args!("Made the account {} ({}).", new.email, new.role.as_str()))?;
    if let Some(generated) = &password.generated {
        out::line(format_args!("Its password, shown only now: {generated}"))?;
    }
    Ok(())
}

fn checked(args: CreateArgs) -> anyhow::Result<(NewUser, Password)> {
    let mut errors = Vec::new();
    let email = check::email(&args.email, &mut errors);
    let local = email.split('@').next().unwrap_or_default().to_owned();
    let first_name = check::name(&args.first_name.unwrap_or(local), "/firstName", "first name", &mut errors);
    super::refuse(&errors)?;
    let password = secret::password(&args.password)?;
    let role = if args.admin { Role::Admin } else { Role::Free };
    let new = NewUser {
        id: new_id(),
        email,
        first_name,
        last_name: args.last_name.trim().to_owned(),
        company: None,
        role,
        password_hash: Some(password.hash.clone()),
    };
    Ok((new, password))
}
