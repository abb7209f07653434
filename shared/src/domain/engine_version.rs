//! Versions of an engine: parameters that a workspace has stored for it, one of which may be in charge.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

/// The engine as it comes. It is no row, cannot be retired, and is in charge where nobody promoted anything.
pub const PRIOR: &str = "prior";
/// What made a forecast whose run was given parameters by a person that no version has.
pub const GIVEN: &str = "given";

/// Under which name the learning engine's report scores what an action foretells: what ranks do says nothing of clicks.
#[must_use]
pub fn ledger_name(engine_id: &str, action: &str) -> String {
    if action == "ranking" { format!("{engine_id} ranking") } else { engine_id.to_owned() }
}

text_enum! {
    /// What a version is there for.
    VersionRole {
        /// Its parameters are those of every run.
        Champion = "champion",
        /// It forecasts beside the champion, to be compared.
        Challenger = "challenger",
        /// It is kept for the forecasts that it made.
        Retired = "retired",
    }
}

/// A version to be.
#[derive(Debug, Clone, PartialEq)]
pub struct NewVersion {
    /// The word that forecasts carry.
    pub name: String,
    /// The action that the parameters are for.
    pub action: String,
    /// What differs from the engine's defaults.
    pub parameters: Map<String, Value>,
    /// Why it is there.
    pub note: String,
}

/// A version as stored.
#[derive(Debug, Clone, PartialEq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct EngineVersion {
    /// Time-ordered.
    pub id: Uuid,
    /// Of which engine.
    pub engine_id: String,
    /// The word that forecasts carry.
    pub name: String,
    /// The action that the parameters are for.
    pub action: String,
    /// What differs from the engine's defaults.
    pub parameters: Json<Map<String, Value>>,
    /// Why it is there.
    pub note: String,
    /// What it is there for.
    pub role: VersionRole,
    /// Of one that was in charge: which it took over from.
    pub took_over_from: Option<String>,
    /// When it was stored.
    pub created_at: DateTime<Utc>,
    /// Time of its last promotion.
    pub promoted_at: Option<DateTime<Utc>>,
}
