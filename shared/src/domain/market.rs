//! A workspace's own market data, which override the reference data.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Kind of a value.
    MarketKind {
        /// Payout of a vertical, everywhere, in a state or in a place.
        Payout = "payout",
        /// CPC of a vertical.
        Cpc = "cpc",
        /// Demand of a vertical, everywhere or in a place.
        Demand = "demand",
        /// Tier thresholds of a vertical or of all.
        Tiers = "tiers",
        /// A place.
        Place = "place",
    }
}

text_enum! {
    /// Origin of a change.
    MarketSource {
        /// Entered in a form.
        Form = "form",
        /// Imported from a file.
        Import = "import",
    }
}

/// A value to store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MarketRow {
    /// Kind.
    pub kind: MarketKind,
    /// Identifies what the value overrides.
    pub key: String,
    /// The value; `null` removes it.
    pub body: Value,
}

/// A value that counts.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OwnValue {
    /// Kind.
    pub kind: MarketKind,
    /// Identifies what the value overrides.
    pub key: String,
    /// The value.
    pub body: Json<Value>,
    /// Change that set it.
    pub change_id: Uuid,
    /// User who set it.
    pub user_id: Uuid,
    /// Name of that user; `None` if the account is deleted.
    pub user_name: Option<String>,
    /// Origin.
    pub source: MarketSource,
    /// Time of the change.
    pub created_at: DateTime<Utc>,
}

/// A change.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct MarketChange {
    /// Time-ordered.
    pub id: Uuid,
    /// User who made it.
    pub user_id: Uuid,
    /// Name of that user; `None` if the account is deleted.
    pub user_name: Option<String>,
    /// Origin.
    pub source: MarketSource,
    /// Description or file name.
    pub title: String,
    /// Number of values.
    pub row_count: i64,
    /// Time.
    pub created_at: DateTime<Utc>,
    /// Time of the undo; `None` if it counts.
    pub undone_at: Option<DateTime<Utc>>,
    /// User who undid it.
    pub undone_by: Option<Uuid>,
}
