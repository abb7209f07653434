//! What a run of an audit leaves behind.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{event::NewEvent, run::Run},
    store::{
        Result, Tx,
        effect::{Applied, Apply, NewFindings},
        macros::*,
    },
};

/// Audits of a workspace that are kept.
const KEPT: i64 = 100;

/// Effect: an audit is complete. Of a workspace's audits the latest hundred are kept.
#[derive(Debug)]
pub struct PageAuditEnd {
    /// The audit.
    pub page_audit_id: Uuid,
    /// Report of the content engine.
    pub report: Value,
}

impl Apply for PageAuditEnd {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        end(tx, run, self, now).boxed()
    }
}

async fn end(tx: &mut Tx, run: &Run, end: &PageAuditEnd, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let sql = "UPDATE page_audits SET finished_at = $3, report = $4 WHERE id = $1 AND workspace_id = $2";
    execute!(tx, sql, end.page_audit_id, run.workspace_id, now, Json(&end.report))?;
    let sql = "DELETE FROM page_audits WHERE workspace_id = $1
                 AND id NOT IN (SELECT id FROM page_audits WHERE workspace_id = $1 ORDER BY id DESC LIMIT $2)";
    execute!(tx, sql, run.workspace_id, KEPT)?;
    Ok(Vec::new())
}
