//! A data source, in responses.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use shared::domain::{connection::ConnectionStatus, run::RunStatus, schedule::Schedule, sync::SyncSource};
use utoipa::ToSchema;
use uuid::Uuid;

/// Run that fetches, or fetched last.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SourceRun)]
pub(super) struct RunOfSource {
    id: Uuid,
    status: RunStatus,
    /// Progress, 0 to 100.
    percent: i32,
}

/// A connection that fetches the data of a website, and how far it is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DataSource)]
pub(super) struct SourceView {
    connection_id: Uuid,
    /// Key of the provider.
    #[schema(examples("search_console"))]
    provider: String,
    /// Name of the provider.
    #[schema(examples("Google Search Console"))]
    provider_name: String,
    /// Name of the connection.
    name: String,
    /// Status of the connection.
    status: ConnectionStatus,
    /// Message about the status of the connection.
    message: Option<String>,
    /// Property, site or origin at the provider; empty until one is chosen.
    property: String,
    /// First day that is stored.
    first_day: Option<NaiveDate>,
    /// Last day that is stored. Days after `lastFinalDay` are preliminary.
    last_day: Option<NaiveDate>,
    /// Last day whose figures no longer change.
    last_final_day: Option<NaiveDate>,
    /// First day that is to be fetched. The first sync is not complete while `firstDay` is later.
    wanted_from: Option<NaiveDate>,
    /// Number of stored rows.
    rows: i64,
    /// Last time at which everything was fetched.
    synced_at: Option<DateTime<Utc>>,
    /// Time of the next sync; `null` without a schedule, or while it is paused.
    next_at: Option<DateTime<Utc>>,
    /// Error of the last sync, if it failed.
    error: Option<String>,
    run: Option<RunOfSource>,
    /// Import that holds its rows.
    import_id: Option<Uuid>,
}

impl SourceView {
    pub(super) fn new(source: SyncSource, schedules: &[(Uuid, Schedule)]) -> Self {
        let own = schedules.iter().filter(|(of, _)| *of == source.connection_id);
        let next_at = own.filter(|(_, one)| !one.paused).filter_map(|(_, one)| one.next_at).min();
        let known = source.provider.parse::<providers::Provider>();
        let provider_name = known.map_or_else(|_| source.provider.clone(), |provider| provider.name().to_owned());
        let run = source.run_id.zip(source.run_status);
        Self {
            connection_id: source.connection_id,
            provider: source.provider,
            provider_name,
            name: source.name,
            status: source.status,
            message: source.message,
            property: source.property,
            first_day: source.first_day,
            last_day: source.last_day,
            last_final_day: source.last_final_day,
            wanted_from: source.wanted_from,
            rows: source.rows,
            synced_at: source.synced_at,
            next_at,
            error: source.error,
            run: run.map(|(id, status)| RunOfSource { id, status, percent: source.percent.unwrap_or(0) }),
            import_id: source.import_id,
        }
    }
}
