//! A kill switch, in responses.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::plan::KillSwitch,
    store::{
        Db,
        kill_switch::{self, Scope},
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::Caller,
};

const REASON_CHARS: usize = 1_000;

/// Current state of a kill switch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KillSwitch)]
pub(super) struct SwitchView {
    /// True while execution is stopped.
    pub(super) is_on: bool,
    /// Reason; may be empty.
    reason: String,
    /// User who changed it last; `null` for the command line, or if never.
    changed_by: Option<Uuid>,
    /// Time of the last change; `null` if never.
    changed_at: Option<DateTime<Utc>>,
}

/// New state of a kill switch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ThrowKillSwitch)]
pub(super) struct Input {
    /// True stops all plan execution.
    pub(super) is_on: bool,
    /// Reason, for later readers.
    #[serde(default)]
    pub(super) reason: String,
}

impl Input {
    /// Returns the trimmed reason.
    pub(super) fn reason(&self) -> Result<&str> {
        let reason = self.reason.trim();
        if reason.chars().count() > REASON_CHARS {
            return Err(ApiError::invalid("/reason", "must have at most 1,000 characters"));
        }
        Ok(reason)
    }
}

/// Rejects the release of a kill switch with an API key.
pub(super) fn check_release(input: &Input, caller: &Caller) -> Result<()> {
    if !input.is_on && caller.session_id.is_none() {
        return Err(ApiError::Forbidden("API keys can stop plan execution but not resume it. Sign in to resume it."));
    }
    Ok(())
}

/// Reads a switch; one that was never set is off.
pub(super) async fn of(db: &Db, scope: Scope) -> Result<SwitchView> {
    Ok(kill_switch::find(db, scope).await?.map_or(
        SwitchView { is_on: false, reason: String::new(), changed_by: None, changed_at: None },
        SwitchView::from,
    ))
}

impl From<KillSwitch> for SwitchView {
    fn from(switch: KillSwitch) -> Self {
        let is_thrown = switch.changed_at.timestamp() > 0;
        Self {
            is_on: switch.is_on,
            reason: switch.reason,
            changed_by: switch.changed_by,
            changed_at: Some(switch.changed_at).filter(|_| is_thrown),
        }
    }
}
