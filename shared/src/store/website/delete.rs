//! Deletion of a website with all its data.

use uuid::Uuid;

use super::super::{Result, Tx, macros::*};

/// Result of deleting a website.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deletion {
    /// Deleted; the uploads of these imports must be deleted too.
    Deleted(Vec<Uuid>),
    /// A run is using it: the transaction must be rolled back.
    Busy,
    /// The workspace has no such website.
    NotFound,
}

/// Statements that delete the data of a website; `$1` is the website, `$2` the workspace.
const STATEMENTS: &[&str] = &[
    // The rows of batches are invisible without them, and are deleted in pieces.
    "INSERT INTO dropped_batches (batch_id) SELECT import_batches.id FROM import_batches
       JOIN imports ON imports.id = import_batches.import_id
      WHERE import_batches.website_id = $1 AND imports.workspace_id = $2",
    "DELETE FROM import_batches WHERE website_id = $1
        AND import_id IN (SELECT id FROM imports WHERE workspace_id = $2)",
    "DELETE FROM imports WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM keywords WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM clusters WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM insights WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM forecasts WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM opportunities WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM annotations WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM tasks WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM plans WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM milestones WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM experiments WHERE workspace_id = $2
        AND id IN (SELECT experiment_id FROM experiment_websites WHERE website_id = $1)",
    "DELETE FROM schedules WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM chat_messages WHERE room_id = $1
        AND room_id IN (SELECT id FROM websites WHERE workspace_id = $2)",
    "DELETE FROM visits WHERE website_id = $1
        AND website_id IN (SELECT id FROM websites WHERE workspace_id = $2)",
    "DELETE FROM visit_days WHERE website_id = $1
        AND website_id IN (SELECT id FROM websites WHERE workspace_id = $2)",
    "DELETE FROM page_days WHERE website_id = $1
        AND website_id IN (SELECT id FROM websites WHERE workspace_id = $2)",
    "DELETE FROM conversions WHERE website_id = $1
        AND website_id IN (SELECT id FROM websites WHERE workspace_id = $2)",
    "DELETE FROM bot_days WHERE website_id = $1
        AND website_id IN (SELECT id FROM websites WHERE workspace_id = $2)",
    "DELETE FROM sync_sources WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM analytics_days WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM web_vitals WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM speed_tests WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM answer_reports WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM answers WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM answer_prompts WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM answer_settings WHERE website_id = $1 AND workspace_id = $2",
    // Their pages are deleted in pieces too, then they themselves.
    "UPDATE crawls SET deleted_at = COALESCE(deleted_at, created_at), drops_pages = TRUE
      WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM page_audits WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM rank_alerts WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM rank_checks WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM tracked_keywords WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM rank_subscribers WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM rank_digests WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM report_issues WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM reports WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM rank_settings WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM received_leads WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM lead_sources WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM rentals WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM sketch_claims WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM site_growth WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM site_launches WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM site_outcomes WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM provider_cost_remainders WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM page_changes WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM edits WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM website_access WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM page_sketches WHERE website_id = $1
        AND website_id IN (SELECT website_id FROM sites WHERE workspace_id = $2)",
    "DELETE FROM site_pages WHERE website_id = $1
        AND website_id IN (SELECT website_id FROM sites WHERE workspace_id = $2)",
    "DELETE FROM site_domains WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM releases WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM sites WHERE website_id = $1 AND workspace_id = $2",
    "DELETE FROM websites WHERE id = $1 AND workspace_id = $2",
];

/// Deletes a website of the workspace with everything about it: imports and their rows, findings, forecasts,
/// opportunities, plans, annotations, experiments, schedules, messages and runs. An experiment on several websites is
/// deleted too, because it cannot be evaluated without one of them. Documents are kept without a website, and so are invoices
/// and what the ledger has posted. Rows of imports and pages of crawls, of which there may be millions, are invisible from then
/// on and follow with [`sweep_dropped`](crate::store::import::sweep_dropped) and [`sweep`](crate::store::crawl::sweep).
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn delete(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Deletion> {
    // Locks the row, so that no two calls delete at once.
    let sql = "UPDATE websites SET name = name WHERE id = $1 AND workspace_id = $2";
    if execute!(tx, sql, id, workspace_id)? == 0 {
        return Ok(Deletion::NotFound);
    }
    if !delete_runs(tx, workspace_id, id).await? {
        return Ok(Deletion::Busy);
    }
    let sql = "SELECT id FROM imports WHERE website_id = $1 AND workspace_id = $2";
    let imports = query_all!(tx, (Uuid,), sql, id, workspace_id)?;
    for &sql in STATEMENTS {
        execute!(tx, sql, id, workspace_id)?;
    }
    Ok(Deletion::Deleted(imports.into_iter().map(|(id,)| id).collect()))
}

/// Deletes the website's runs; returns false if a worker is executing one of them.
async fn delete_runs(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    for sql in [
        "DELETE FROM run_log WHERE run_id IN
           (SELECT id FROM runs WHERE website_id = $1 AND workspace_id = $2 AND status <> 'running')",
        "DELETE FROM runs WHERE website_id = $1 AND workspace_id = $2 AND status <> 'running'",
    ] {
        execute!(tx, sql, id, workspace_id)?;
    }
    let sql = "SELECT id FROM runs WHERE website_id = $1 AND workspace_id = $2 LIMIT 1";
    Ok(query_opt!(tx, (Uuid,), sql, id, workspace_id)?.is_none())
}

#[cfg(test)]
mod tests {
    use super::STATEMENTS;

    #[test]
    fn every_table_with_a_website_is_deleted_from() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations/sqlite");
        let files = std::fs::read_dir(folder).expect("migrations");
        let text: String = files
            .map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("text"))
            .collect::<Vec<_>>()
            .join("\n");
        let tables = text.split("CREATE TABLE ").skip(1).filter_map(|table| {
            let body = table.split(';').next()?;
            body.lines().any(|line| line.trim_start().starts_with("website_id ")).then(|| body.split(' ').next())?
        });
        // Runs are deleted before; the rows of an experiment are deleted with it; the foreign key of documents unlinks them,
        // which the contract of documents tests. The ledger and invoices keep what a website earned. Crawls are deleted in pieces.
        let by_other_means = ["crawls", "runs", "experiment_websites", "documents", "ledger_transactions", "invoices"];
        let is_kept = |name: &&str| !text.contains(&format!("DROP TABLE {name};"));
        let tables = tables.filter(is_kept).map(|name| name.trim_start_matches("checked_"));
        for table in tables.filter(|name| !by_other_means.contains(name)) {
            let wanted = format!("DELETE FROM {table} ");
            assert!(STATEMENTS.iter().any(|sql| sql.starts_with(&wanted)), "{table} is not deleted from");
        }
    }
}
