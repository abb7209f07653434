//! Connections through which language models can be asked.

use providers::{Capability, Provider};
use serde::Serialize;
use shared::{
    domain::connection::{Connection, ConnectionStatus},
    store::connection,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{error::Result, state::AppState};

/// A connection to a provider of language models.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswerConnection)]
pub(in crate::routes) struct ConnectionView {
    id: Uuid,
    name: String,
    /// Key of the provider.
    pub(in crate::routes) provider: String,
    /// Name of the provider.
    provider_name: &'static str,
    status: ConnectionStatus,
    /// Models that the last test found; empty if the provider lists none.
    models: Vec<String>,
}

/// Returns the workspace's connections to providers of language models.
pub(in crate::routes) async fn connections(state: &AppState, workspace_id: Uuid) -> Result<Vec<ConnectionView>> {
    let stored = connection::list(&state.db, workspace_id).await?;
    Ok(stored.into_iter().filter_map(view).collect())
}

/// Returns the provider of a connection if it has language models.
pub(in crate::routes) fn assistant(connection: &Connection) -> Option<Provider> {
    let provider: Provider = connection.provider.parse().ok()?;
    provider.profile().capabilities.contains(&Capability::Answers).then_some(provider)
}

fn view(connection: Connection) -> Option<ConnectionView> {
    let provider = assistant(&connection)?;
    let listed = connection.account.as_ref().and_then(|account| account.0.get("models")?.as_array().cloned());
    let models = listed.into_iter().flatten().filter_map(|name| name.as_str().map(str::to_owned));
    Some(ConnectionView {
        id: connection.id,
        name: connection.name,
        provider: connection.provider,
        provider_name: provider.profile().name,
        status: connection.status,
        // Gemini lists its models with the name of their collection.
        models: models.map(|name| name.trim_start_matches("models/").to_owned()).collect(),
    })
}
