//! `motherlode user make-admin`.

use serde_json::json;
use shared::{
    domain::user::Role,
    store::{Db, audit::Action, user},
};

use crate::out::{self, Form};

pub(crate) async fn run(db: &Db, email: &str, form: Form) -> anyhow::Result<()> {
    let found = super::find(db, email).await?;
    if found.role != Role::Admin {
        let mut tx = db.begin().await?;
        user::set_role(&mut tx, found.id, Role::Admin).await?;
        super::note(&mut tx, found.id, Action::RoleChanged, json!({ "role": Role::Admin })).await?;
        tx.commit().await?;
    }
    match form {
        Form::Json => out::json(&json!({ "id": found.id, "email": found.email, "role": Role::Admin })),
        Form::Text => Ok(out::line(format_args!("{} is an administrator.", found.email))?),
    }
}
