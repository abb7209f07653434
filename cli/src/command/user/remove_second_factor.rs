//! `motherlode user remove-second-factor`.

use serde_json::json;
use shared::store::{Db, audit::Action, two_factor};

use crate::out::{self, Form};

pub(crate) async fn run(db: &Db, email: &str, form: Form) -> anyhow::Result<()> {
    let found = super::find(db, email).await?;
    let mut tx = db.begin().await?;
    let had_one = two_factor::find(&mut tx, found.id).await?.is_some_and(|second| second.confirmed_at.is_some());
    if two_factor::delete(&mut tx, found.id).await? {
        super::note(&mut tx, found.id, Action::TwoFactorDisabled, json!({ "by": "operator" })).await?;
    }
    tx.commit().await?;
    match (form, had_one) {
        (Form::Json, _) => out::json(&json!({ "id": found.id, "email": found.email, "removed": had_one })),
        (Form::Text, true) => Ok(out::line(format_args!(
            "{} signs in without a second factor; the recovery codes are deleted.",
            found.email
        ))?),
        (Form::Text, false) => Ok(out::line(format_args!("{} has no second factor.", found.email))?),
    }
}
