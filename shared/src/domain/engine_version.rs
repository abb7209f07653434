//! Versions of an engine: stored parameters of a workspace, one of which may be the champion.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

/// Name of the baseline. It is not a row, cannot be retired, and is used if no version was promoted.
pub const PRIOR: &str = "prior";
/// Version of forecasts with user-supplied parameters that no version has.
pub const GIVEN: &str = "given";

/// Name under which the report of the learning engine scores an action's forecasts, because ranks and clicks are scored
/// separately.
#[must_use]
pub fn ledger_name(engine_id: &str, action: &str) -> String {
    if action == "ranking" { format!("{engine_id} ranking") } else { engine_id.to_owned() }
}

text_enum! {
    /// Role of a version.
    VersionRole {
        /// All runs use its parameters.
        Champion = "champion",
        /// It forecasts alongside the champion for comparison.
        Challenger = "challenger",
        /// It is kept for its past forecasts.
        Retired = "retired",
    }
}

/// A version to store.
#[derive(Debug, Clone, PartialEq)]
pub struct NewVersion {
    /// Name in forecasts.
    pub name: String,
    /// Action of the parameters.
    pub action: String,
    /// Parameters that differ from the engine's defaults.
    pub parameters: Map<String, Value>,
    /// Reason.
    pub note: String,
}

/// A stored version.
#[derive(Debug, Clone, PartialEq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct EngineVersion {
    /// Time-ordered.
    pub id: Uuid,
    /// Engine.
    pub engine_id: String,
    /// Name in forecasts.
    pub name: String,
    /// Action of the parameters.
    pub action: String,
    /// Parameters that differ from the engine's defaults.
    pub parameters: Json<Map<String, Value>>,
    /// Reason.
    pub note: String,
    /// Role.
    pub role: VersionRole,
    /// Previous champion, for a version that was promoted.
    pub took_over_from: Option<String>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of its last promotion.
    pub promoted_at: Option<DateTime<Utc>>,
}
