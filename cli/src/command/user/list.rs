//! `motherlode user list`.

use serde_json::{Value, json};
use shared::{
    domain::user::User,
    store::{Db, user},
};

use crate::out::{self, Form};

pub(crate) async fn run(db: &Db, form: Form) -> anyhow::Result<()> {
    let users = user::list(db).await?;
    if form == Form::Json {
        return out::json(&users.iter().map(as_json).collect::<Vec<Value>>());
    }
    let rows: Vec<[String; 4]> = users.into_iter().map(as_row).collect();
    Ok(out::table(["E-MAIL", "NAME", "ROLE", "SINCE"], &rows)?)
}

fn as_json(user: &User) -> Value {
    json!({
        "id": user.id, "email": user.email, "name": user.name, "role": user.role, "createdAt": user.created_at,
        "plan": user.plan, "onboarded": user.onboarded_at.is_some(),
    })
}

fn as_row(user: User) -> [String; 4] {
    [user.email, user.name, user.role.as_str().to_owned(), user.created_at.format("%Y-%m-%d").to_string()]
}
