//! Reads an upload into a batch of this attempt; the batch takes effect when the run succeeds.

mod batch;
mod convert;
mod records;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{
        import::{Days, Import},
        imported::ConflictRule,
        notification::{NewNotification, NotificationKind},
        now,
    },
    store::{
        import::{self, ImportEnd},
        imported,
    },
    uploads::Reader,
    words::counted,
};
use uuid::Uuid;

use crate::{
    collect::import::{self as reader, ImportError, Options, Progress, Record, Summary, Watch},
    context::RunContext,
    error::JobError,
    runs::done::Done,
};
use batch::{Batch, Totals};
pub(super) use records::backlink;

/// Payload of runs on an import.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportPayload {
    /// The import.
    pub(super) import_id: Uuid,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let ImportPayload { import_id } = context.payload()?;
    let upload = open(context, import_id).await?;
    let website_id = context.run.website_id.ok_or_else(|| JobError::defect(&"an import run without a website"))?;
    // Deletes what a previous attempt left.
    import::delete_batch(&context.db, import_id, None).await?;
    let batch_id = import::begin_batch(&context.db, import_id, website_id, context.run.attempt, now()).await?;
    let name = upload.file_name.clone();
    let source = context.uploads.reader(import_id).await?;
    let latest_day = Some(latest_day(now()));
    let options = Options { options: upload.options.0.clone(), saved: Vec::new(), latest_day };
    let rule = options.options.conflicts;
    let read = context.compute(move |context| read(&context, source, batch_id, &name, &options)).await;
    if read.is_err() && context.workspace.storage_bytes.is_some() {
        // Otherwise the rows would count until the next attempt or sweep.
        import::delete_batch(&context.db, import_id, None).await?;
    }
    let (summary, totals) = read?;
    if summary.rows == 0 {
        return Err(JobError::permanent("no-rows", no_rows(&summary)));
    }
    settle(context, website_id, batch_id, rule, &summary, &totals).await?;
    let end = end(import_id, batch_id, &summary, &totals)?;
    let notification = finished(context, &upload, website_id, &summary);
    Ok(Done {
        result: json!({"importId": import_id, "rows": summary.rows, "rejected": summary.rejected, "rejectReasons": summary.reasons, "files": summary.files}),
        effects: vec![end.into(), notification.into()],
    })
}

/// Stores the period with which the batch compares its own, and applies the conflict rule to its records.
async fn settle(
    context: &RunContext, website_id: Uuid, batch_id: i64, rule: ConflictRule, summary: &Summary, totals: &Totals,
) -> Result<(), JobError> {
    let previous = summary.market.as_ref().and_then(|market| market.previous_from.zip(market.previous_to));
    if let Some((from, to)) = previous {
        import::set_previous_period(&context.db, batch_id, Days { from, to }).await?;
    }
    for kind in &totals.records {
        imported::supersede(&context.db, rule, *kind, website_id, batch_id).await?;
    }
    Ok(())
}

fn finished(context: &RunContext, upload: &Import, website_id: Uuid, summary: &Summary) -> NewNotification {
    let Summary { rows, rejected, .. } = summary;
    let name = &upload.file_name;
    let message = match rejected {
        0 => format!("{name}: {}.", counted(*rows, "row was imported", "rows were imported")),
        _ => {
            let all = counted(rows + rejected, "row", "rows");
            format!("{name}: {rows} of {all} imported, {rejected} left out.")
        }
    };
    NewNotification::new(NotificationKind::Import, "success", "Import finished", message)
        .about("import", upload.id, format!("/projects/{website_id}"))
        .within(context.run.workspace_id)
}

/// Loads the import of the run's workspace.
pub(super) async fn open(context: &RunContext, import_id: Uuid) -> Result<Import, JobError> {
    let found = import::find(&context.db, context.run.workspace_id, import_id).await?;
    found.ok_or_else(|| JobError::permanent("import-gone", "The import no longer exists. Upload the file again."))
}

/// Returns what stops a reader when the run is cancelled or out of time.
pub(super) fn watch(context: &RunContext) -> Watch {
    let context = context.clone();
    Watch::new(move || context.is_cancelled())
}

/// Converts an importer's error, which the user can act on.
pub(super) fn import_error(context: &RunContext, error: &ImportError) -> JobError {
    if context.is_cancelled() {
        return JobError::Cancelled;
    }
    JobError::permanent(error.code(), error.to_string())
}

/// Returns the latest day that data can have at a time: the local one of the first time zone.
pub(super) fn latest_day(now: DateTime<Utc>) -> NaiveDate {
    (now + TimeDelta::hours(14)).date_naive()
}

fn read(
    context: &RunContext, source: Reader, batch_id: i64, name: &str, options: &Options,
) -> Result<(Summary, Totals), JobError> {
    let mut batch = Batch::begin(context.clone(), batch_id);
    let (mut add, mut tell) = (|record: Record<'_>| batch.add(&record), |at: Progress<'_>| batch::tell(context, &at));
    let read = reader::read_with(source, name, options, &watch(context), &mut add, &mut tell);
    match read {
        Ok(summary) => Ok((summary, batch.end()?)),
        Err(error) => Err(batch.stopped_by(&error)),
    }
}

fn no_rows(summary: &Summary) -> String {
    match summary.rejects.first() {
        Some(first) => format!(
            "None of the file's {} rows could be read. The first, line {} of {}: {}",
            summary.rejected, first.line, first.file, first.reason
        ),
        None => "The file holds headers but no rows. Export a longer period and upload it again.".to_owned(),
    }
}

fn end(import_id: Uuid, batch_id: i64, summary: &Summary, totals: &Totals) -> Result<ImportEnd, JobError> {
    let market = summary.market.as_ref();
    let from = summary.from.or_else(|| market.and_then(|market| market.from));
    let to = summary.to.or_else(|| market.and_then(|market| market.to));
    Ok(ImportEnd {
        import_id,
        batch_id,
        rows: i64::try_from(summary.rows).unwrap_or(i64::MAX),
        rejected: i64::try_from(summary.rejected).unwrap_or(i64::MAX),
        kinds: kinds(summary),
        rejects: json!({"rows": summary.rejects, "reasons": summary.reasons}),
        totals: (totals.queries(), totals.of_site().0, totals.of_site().1),
        observed: (from, to),
    })
}

fn kinds(summary: &Summary) -> Vec<String> {
    let with_rows = summary.files.iter().filter(|file| file.rows > 0);
    let kinds: std::collections::BTreeSet<&str> = with_rows.map(|file| file.kind.as_str()).collect();
    kinds.into_iter().map(str::to_owned).collect()
}
