//! Connects an account of a data provider.

use std::collections::BTreeMap;

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{connection::Budget, new_id, now},
    store::{
        Tx,
        connection::{self, NewConnection},
        workspace,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    body,
    provider_id::ProviderId,
    schedule, test,
    view::{self, Answer, Settings},
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member},
    state::AppState,
};

/// Maximum number of connections per workspace.
const MOST: usize = 50;

/// A new connection.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewConnection)]
pub(super) struct Input {
    provider: ProviderId,
    /// At most 100 characters. Default: the provider's name.
    name: Option<String>,
    /// Fields that the provider asks for, such as `key`, or `login` and `password`; the list of providers names them.
    #[serde(default)]
    credentials: BTreeMap<String, String>,
    /// Base address: of a server of your own where the provider allows it, otherwise for administrators only.
    base_url: Option<String>,
    #[serde(default)]
    settings: Settings,
    /// Maximum per day (UTC), in millionths of a US dollar. Default: no limit.
    day_budget_micros: Option<i64>,
    /// Maximum per calendar month (UTC), in millionths of a US dollar. Default: no limit.
    month_budget_micros: Option<i64>,
}

/// Connect a data provider.
///
/// Encrypts the credentials, stores them and starts a run that tests them with a call that is free or costs less than a
/// cent. Requires an editor; a workspace has at most 50 connections.
#[utoipa::path(
    post, path = "/api/connections", tag = "connections", request_body = Input, responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let (provider, settings) = (input.provider.0, input.settings.clone());
    let new = checked(&state, &member, input).await?;
    let mut tx = state.db.begin().await?;
    ensure_room(&mut tx, member.workspace_id).await?;
    connection::insert(&mut tx, &new, now()).await?;
    schedule::keep(&mut tx, &member, provider, new.id, &new.name, &settings).await?;
    let queued = test::queue(&state, &mut tx, member.workspace_id, member.caller.user_id, new.id).await?;
    tx.commit().await?;
    queued.start(&state).await?;
    Ok((StatusCode::CREATED, Json(view::answer(&state, member.workspace_id, new.id).await?)))
}

/// Refuses a connection more than the workspace may have.
pub(super) async fn ensure_room(tx: &mut Tx, workspace_id: Uuid) -> Result<()> {
    workspace::lock(&mut *tx, workspace_id).await?;
    if connection::list(&mut *tx, workspace_id).await?.len() >= MOST {
        let detail = "A workspace has at most 50 connections. Disconnect one first.";
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    Ok(())
}

async fn checked(state: &AppState, member: &Member<Changes>, input: Input) -> Result<NewConnection> {
    let (provider, workspace_id) = (input.provider.0, member.workspace_id);
    let base_url = match &input.base_url {
        Some(text) => body::base_url(state, &member.caller, provider, text).await?,
        None => None,
    };
    let credentials = body::credentials(input.credentials, provider, base_url.is_some())?;
    body::settings(state, workspace_id, provider, &[], &input.settings).await?;
    let id = new_id();
    let sealed = credentials.map(|plain| body::seal(state, workspace_id, id, &plain)).transpose()?;
    let Input { day_budget_micros, month_budget_micros, .. } = input;
    Ok(NewConnection {
        id,
        workspace_id,
        provider: provider.key().to_owned(),
        name: body::name(input.name.as_deref(), provider)?,
        credentials: sealed,
        base_url,
        settings: json!(input.settings),
        budget: body::budget(Budget { day_budget_micros, month_budget_micros })?,
    })
}
