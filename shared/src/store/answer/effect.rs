//! What a check of answers leaves behind.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::run::Run,
    store::{
        Tx,
        effect::{Applied, Apply, NewFindings},
        macros::*,
    },
};

/// Effect: the report on a website's answers is replaced.
#[derive(Debug)]
pub struct AnswersCounted {
    /// Website.
    pub website_id: Uuid,
    /// Report.
    pub report: Value,
}

impl Apply for AnswersCounted {
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, _: &'a mut NewFindings, now: DateTime<Utc>) -> Applied<'a> {
        async move {
            execute!(
                tx,
                "INSERT INTO answer_reports (website_id, workspace_id, run_id, computed_at, report)
                 SELECT id, $2, $3, $4, $5 FROM websites WHERE id = $1 AND workspace_id = $2
                 ON CONFLICT (website_id) DO UPDATE SET run_id = excluded.run_id, computed_at = excluded.computed_at,
                   report = excluded.report",
                self.website_id,
                run.workspace_id,
                run.id,
                now,
                Json(&self.report)
            )?;
            Ok(Vec::new())
        }
        .boxed()
    }
}
