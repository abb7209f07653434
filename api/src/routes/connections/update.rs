//! Changes a connection.

use std::collections::BTreeMap;

use axum::extract::State;
use providers::Provider;
use serde::{Deserialize, Deserializer};
use serde_json::json;
use shared::{
    domain::connection::{Budget, Connection},
    store::connection,
    vault::Credentials,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    body, schedule, test,
    view::{self, Answer, Settings},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Changed fields; omitted fields are unchanged.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ConnectionChanges)]
pub(super) struct Input {
    /// 1 to 100 characters.
    name: Option<String>,
    /// New credentials, with all fields that the provider asks for. They are tested.
    credentials: Option<BTreeMap<String, String>>,
    /// Base address; empty for the provider's own. The credentials must be entered again with it.
    base_url: Option<String>,
    /// All choices.
    settings: Option<Settings>,
    /// Maximum per day, in millionths of a US dollar; `null` for no limit.
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    day_budget_micros: Option<Option<i64>>,
    /// Maximum per calendar month, in millionths of a US dollar; `null` for no limit.
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    month_budget_micros: Option<Option<i64>>,
}

/// Change a connection.
///
/// New credentials replace the stored ones and start a test. A connection that fetches data gets a daily schedule with its
/// website. Requires an editor.
#[utoipa::path(
    patch, path = "/api/connections/{id}", tag = "connections", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(mut input): Json<Input>,
) -> Result<Json<Answer>> {
    let missing = || ApiError::NotFound("connection");
    let workspace_id = member.workspace_id;
    let mut changed = connection::find(&state.db, workspace_id, id).await?.ok_or_else(missing)?;
    let provider = changed.provider.parse::<Provider>().map_err(|_| missing())?;
    apply_base_url(&state, &member, provider, &mut changed, &input).await?;
    let has_own_base = changed.base_url.is_some();
    let credentials =
        input.credentials.take().map(|fields| body::credentials(fields, provider, has_own_base)).transpose()?;
    apply(&state, provider, &mut changed, input).await?;
    let mut tx = state.db.begin().await?;
    if !connection::update(&mut tx, &changed).await? {
        return Err(missing());
    }
    let queued = match credentials {
        Some(credentials) => {
            let sealed = body::seal(&state, workspace_id, id, &credentials.unwrap_or_else(Credentials::default))?;
            connection::replace_credentials(&mut tx, workspace_id, id, &sealed).await?;
            Some(test::queue(&state, &mut tx, workspace_id, member.caller.user_id, id).await?)
        }
        None => None,
    };
    let settings: Settings = serde_json::from_value(changed.settings.0.clone()).unwrap_or_default();
    schedule::keep(&mut tx, &member, provider, id, &changed.name, &settings).await?;
    tx.commit().await?;
    if let Some(queued) = queued {
        queued.start(&state).await?;
    }
    Ok(Json(view::answer(&state, workspace_id, id).await?))
}

/// Changes the base address. A stored key is never sent to another address than the one it was entered for.
async fn apply_base_url(
    state: &AppState, member: &Member<Changes>, provider: Provider, changed: &mut Connection, input: &Input,
) -> Result<()> {
    let Some(text) = &input.base_url else { return Ok(()) };
    let base_url = body::base_url(state, &member.caller, provider, text).await?;
    if base_url != changed.base_url && changed.credentials.is_some() && input.credentials.is_none() {
        return Err(ApiError::invalid("/credentials", "must be entered again with another address"));
    }
    changed.base_url = base_url;
    Ok(())
}

async fn apply(state: &AppState, provider: Provider, changed: &mut Connection, input: Input) -> Result<()> {
    if let Some(name) = &input.name {
        changed.name = body::name(Some(name), provider)?;
    }
    changed.budget = body::budget(Budget {
        day_budget_micros: input.day_budget_micros.unwrap_or(changed.budget.day_budget_micros),
        month_budget_micros: input.month_budget_micros.unwrap_or(changed.budget.month_budget_micros),
    })?;
    if let Some(settings) = &input.settings {
        let properties = view::properties(changed.account.as_ref().map(|account| &account.0));
        body::settings(state, changed.workspace_id, provider, &properties, settings).await?;
        changed.settings.0 = json!(settings);
    }
    Ok(())
}

/// Deserialises a present field, including `null`, to `Some`; an omitted field is `None`.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> std::result::Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
