//! Ends of runs that test connections.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{
        connection::ConnectionStatus,
        run::{Run, RunError},
    },
    store::{
        Tx,
        effect::{Applied, Apply, NewFindings, RunRules},
        macros::*,
    },
    vault::Sealed,
};

/// Result of a test that reached the provider.
#[derive(Debug)]
pub struct ConnectionTested {
    /// Connection.
    pub connection_id: Uuid,
    /// Status.
    pub status: ConnectionStatus,
    /// Message about the status.
    pub message: Option<String>,
    /// Account as the provider described it.
    pub account: Option<Value>,
    /// Credentials that the test obtained in place of the previous ones, such as a refresh token.
    pub credentials: Option<Sealed>,
}

impl Apply for ConnectionTested {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        async move {
            // The result of a test whose connection was given another key since does not count.
            let current = execute!(
                &mut *tx,
                "UPDATE connections SET tested_at = $4, account = $5, credentials = COALESCE($6, credentials)
                  WHERE id = $1 AND workspace_id = $2 AND test_run_id = $3 AND disconnected_at IS NULL",
                self.connection_id,
                run.workspace_id,
                run.id,
                now,
                self.account.as_ref().map(Json),
                &self.credentials
            )?;
            if current == 0 {
                return Ok(Vec::new());
            }
            let (id, message) = (self.connection_id, self.message.as_deref());
            Ok(super::set_status(tx, run.workspace_id, id, self.status, message).await?.into_iter().collect())
        }
        .boxed()
    }
}

/// Rules of runs that test connections: a failed test is an error of its connection.
#[derive(Debug)]
pub struct ConnectionTest;

impl RunRules for ConnectionTest {
    fn unsuccessful<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, error: Option<&'a RunError>, now: DateTime<Utc>,
    ) -> Applied<'a> {
        async move {
            let sql = "UPDATE connections SET tested_at = $3 WHERE test_run_id = $1 AND workspace_id = $2
                          AND disconnected_at IS NULL RETURNING id";
            let tested = write_opt!(&mut *tx, (Uuid,), sql, run.id, run.workspace_id, now)?;
            let Some((id,)) = tested else { return Ok(Vec::new()) };
            let message = error.map_or("The test was cancelled.", |error| error.detail.as_str());
            let event = super::set_status(tx, run.workspace_id, id, ConnectionStatus::Error, Some(message)).await?;
            Ok(event.into_iter().collect())
        }
        .boxed()
    }
}
