//! Connections to data providers, their calls and their budgets. Money is in millionths of a US dollar.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;
use crate::vault::Sealed;

text_enum! {
    /// Status of a connection.
    ConnectionStatus {
        /// Not tested yet.
        Untested = "untested",
        /// The last test or call succeeded.
        Connected = "connected",
        /// The access has expired and must be granted again.
        Expired = "expired",
        /// The provider refuses the key, or access was withdrawn.
        Revoked = "revoked",
        /// The last test failed for another reason.
        Error = "error",
    }
}

text_enum! {
    /// Status of a call of a provider.
    CallStatus {
        /// In progress: its estimate is reserved.
        Reserved = "reserved",
        /// Succeeded.
        Succeeded = "succeeded",
        /// Failed.
        Failed = "failed",
        /// Its worker stopped before the result was stored. The provider may have charged it, so it counts with its
        /// estimate.
        Lost = "lost",
    }
}

text_enum! {
    /// Owner of a budget.
    BudgetScope {
        /// All connections of a workspace.
        Workspace = "workspace",
        /// One connection.
        Connection = "connection",
    }
}

text_enum! {
    /// Period of a budget, in UTC.
    BudgetPeriod {
        /// A day.
        Day = "day",
        /// A calendar month.
        Month = "month",
    }
}

/// Daily and monthly limit. Without a limit, none applies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, sqlx_macros::FromRow)]
pub struct Budget {
    /// Maximum per day, in millionths of a dollar.
    pub day_budget_micros: Option<i64>,
    /// Maximum per calendar month, in millionths of a dollar.
    pub month_budget_micros: Option<i64>,
}

/// Money spent and reserved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// On the current day.
    pub day_micros: i64,
    /// In the current month.
    pub month_micros: i64,
}

/// A stored connection.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Connection {
    /// Time-ordered.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Key of the provider.
    pub provider: String,
    /// Name given by its owner.
    pub name: String,
    /// Status.
    pub status: ConnectionStatus,
    /// Message about the status.
    pub message: Option<String>,
    /// Encrypted credentials; `None` where the provider needs none, and after disconnecting.
    pub credentials: Option<Sealed>,
    /// Base address that overrides the provider's.
    pub base_url: Option<String>,
    /// Choices that are not secret, such as the property of Search Console.
    pub settings: Json<Value>,
    /// Account as the last test found it, such as its balance or its properties.
    pub account: Option<Json<Value>>,
    /// Budget.
    #[sqlx(flatten)]
    pub budget: Budget,
    /// Run of the last test.
    pub test_run_id: Option<Uuid>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last test.
    pub tested_at: Option<DateTime<Utc>>,
    /// Time of the last call.
    pub used_at: Option<DateTime<Utc>>,
}

/// A call of a provider.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Call {
    /// Time-ordered.
    pub id: Uuid,
    /// Connection.
    pub connection_id: Uuid,
    /// Key of the provider.
    pub provider: String,
    /// Key of the operation.
    pub operation: String,
    /// Run that called.
    pub run_id: Option<Uuid>,
    /// Status.
    pub status: CallStatus,
    /// Estimate that was reserved.
    pub reserved_micros: i64,
    /// Cost; `None` until the call is settled.
    pub cost_micros: Option<i64>,
    /// Time of the reservation.
    pub at: DateTime<Utc>,
    /// Duration, in milliseconds.
    pub latency_ms: Option<i64>,
    /// Error, if it failed.
    pub error: Option<String>,
    /// Stored response.
    pub evidence_id: Option<Uuid>,
}

/// Spending of one group of calls.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct SpendRow {
    /// Day, operation, connection or run.
    pub group: String,
    /// Number of calls.
    pub calls: i64,
    /// Number of calls that failed or were lost.
    pub failed: i64,
    /// Cost, with the estimates of calls in progress.
    pub micros: i64,
}

/// Figures over calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, sqlx_macros::FromRow)]
pub struct CallStats {
    /// Number of settled calls.
    pub calls: i64,
    /// Number of them that succeeded.
    pub succeeded: i64,
    /// Their cost.
    pub micros: i64,
    /// Mean duration, in milliseconds.
    pub mean_latency_ms: Option<f64>,
    /// Time of the last one.
    pub last_at: Option<DateTime<Utc>>,
}

/// Reason why a call must not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A budget does not cover the estimate.
    #[error("the {period} budget of the {scope} does not cover this call")]
    OverBudget {
        /// Owner of the budget.
        scope: BudgetScope,
        /// Period of the budget.
        period: BudgetPeriod,
        /// Budget.
        budget_micros: i64,
        /// Spent and reserved in this period.
        spent_micros: i64,
    },
    /// The budget of the run does not cover the estimate.
    #[error("the budget of the run does not cover this call")]
    OverRunBudget {
        /// Budget.
        budget_micros: i64,
        /// Spent and reserved by the run.
        spent_micros: i64,
    },
    /// The connection has made the most calls of a minute.
    #[error("the connection has made the most calls of a minute")]
    TooFast {
        /// When the call may be made.
        until: DateTime<Utc>,
    },
    /// The connection was removed.
    #[error("the connection was removed")]
    Disconnected,
    /// The run was cancelled, or another worker has it.
    #[error("the run is no longer held by this worker")]
    RunLost,
}

/// Result of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// Whether it succeeded.
    pub is_success: bool,
    /// Cost as the provider reported it, otherwise by its price list.
    pub cost_micros: i64,
    /// Duration, in milliseconds.
    pub latency_ms: i64,
    /// Error, if it failed.
    pub error: Option<String>,
}

/// Stored response of a provider, without its body.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct EvidenceInfo {
    /// Time-ordered.
    pub id: Uuid,
    /// Key of the provider.
    pub provider: String,
    /// Key of the operation.
    pub operation: String,
    /// SHA-256 of the response as it was received.
    pub sha256: Vec<u8>,
    /// Bytes as they were received.
    pub size_bytes: i64,
    /// Time of the response.
    pub fetched_at: DateTime<Utc>,
    /// Time after which it is deleted.
    pub expires_at: DateTime<Utc>,
}

/// Days for which responses are stored.
pub const EVIDENCE_DAYS: i64 = 30;

/// Stored response of a provider with the call that fetched it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct EvidenceRow {
    /// Time-ordered.
    pub id: Uuid,
    /// Key of the provider.
    pub provider: String,
    /// Key of the operation.
    pub operation: String,
    /// Bytes as they were received.
    pub size_bytes: i64,
    /// Time of the response.
    pub fetched_at: DateTime<Utc>,
    /// Time after which it is deleted.
    pub expires_at: DateTime<Utc>,
    /// Connection that fetched it; absent once the ledger no longer has the call.
    pub connection_id: Option<Uuid>,
    /// Run that fetched it.
    pub run_id: Option<Uuid>,
    /// Status of the call.
    pub status: Option<CallStatus>,
    /// Cost of the call, in millionths of a dollar.
    pub cost_micros: Option<i64>,
    /// Kind of failure of the call.
    pub error: Option<String>,
    /// Time until which it answers the same request again; absent if it does not.
    pub cached_until: Option<DateTime<Utc>>,
}

/// Returns the day of a moment, for budgets.
#[must_use]
pub fn day_of(at: DateTime<Utc>) -> NaiveDate {
    at.date_naive()
}
