//! Connections through which language models or Google's AI mode can be asked.

use providers::{Capability, Provider, ai_mode};
use serde::Serialize;
use shared::{
    domain::connection::{Connection, ConnectionStatus},
    store::connection,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{error::Result, state::AppState};

/// A connection to a provider of language models, or to one of search results with Google's AI mode.
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
    /// Whether Google's AI mode is asked through it, instead of a model.
    ai_mode: bool,
}

/// Returns the workspace's connections to providers of language models.
pub(in crate::routes) async fn connections(state: &AppState, workspace_id: Uuid) -> Result<Vec<ConnectionView>> {
    let stored = connection::list(&state.db, workspace_id).await?;
    Ok(stored.into_iter().filter_map(view).collect())
}

/// Returns the workspace's connections through which tracked prompts can be asked.
pub(super) async fn asked_through(state: &AppState, workspace_id: Uuid) -> Result<Vec<ConnectionView>> {
    let stored = connection::list(&state.db, workspace_id).await?;
    let view = |row: Connection| {
        let provider = assistant(&row).or_else(|| ai_mode_provider(&row))?;
        Some(shown(row, provider))
    };
    Ok(stored.into_iter().filter_map(view).collect())
}

/// Returns the provider of a connection if Google's AI mode can be asked through it.
pub(super) fn ai_mode_provider(connection: &Connection) -> Option<Provider> {
    let provider: Provider = connection.provider.parse().ok()?;
    ai_mode::PROVIDERS.contains(&provider).then_some(provider)
}

/// Returns the provider of a connection if it has language models.
pub(in crate::routes) fn assistant(connection: &Connection) -> Option<Provider> {
    let provider: Provider = connection.provider.parse().ok()?;
    provider.profile().capabilities.contains(&Capability::Answers).then_some(provider)
}

fn view(connection: Connection) -> Option<ConnectionView> {
    let provider = assistant(&connection)?;
    Some(shown(connection, provider))
}

fn shown(connection: Connection, provider: Provider) -> ConnectionView {
    let listed = connection.account.as_ref().and_then(|account| account.0.get("models")?.as_array().cloned());
    let models = listed.into_iter().flatten().filter_map(|name| name.as_str().map(str::to_owned));
    ConnectionView {
        id: connection.id,
        name: connection.name,
        provider: connection.provider,
        provider_name: provider.profile().name,
        status: connection.status,
        // Gemini lists its models with the name of their collection.
        models: models.map(|name| name.trim_start_matches("models/").to_owned()).collect(),
        ai_mode: ai_mode::PROVIDERS.contains(&provider),
    }
}
