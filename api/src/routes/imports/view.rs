//! An import, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use shared::domain::import::{Import, ImportOptions, ImportStatus};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::routes::shapes::{ImportMarket, ImportPreview, ImportReject, ImportRejectReason};

/// An import of another tool's export.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
pub(crate) struct ImportView {
    id: Uuid,
    /// Website of the import; `null` until it is committed, unless given with the upload.
    website_id: Option<Uuid>,
    /// Name on the user's computer.
    file_name: String,
    size_bytes: i64,
    /// Its status.
    status: ImportStatus,
    /// Result of the inspection; `null` before.
    #[schema(value_type = Option<ImportPreview>)]
    preview: Option<Value>,
    /// How it is read.
    options: ImportOptions,
    /// Period, country and filters of the export.
    #[schema(value_type = Option<ImportMarket>)]
    market: Option<Value>,
    /// Website of its pages, if they identify one.
    suggested_url: Option<String>,
    /// Number of imported rows.
    rows: i64,
    /// Number of rejected rows.
    rejected: i64,
    /// The first hundred rejected rows.
    #[schema(value_type = Vec<ImportReject>)]
    rejects: Value,
    /// Reasons for rejecting rows, most rows first.
    #[schema(value_type = Vec<ImportRejectReason>)]
    reject_reasons: Value,
    /// Run that reads or removes it.
    run_id: Option<Uuid>,
    created_at: DateTime<Utc>,
    /// Time at which the import was completed.
    imported_at: Option<DateTime<Utc>>,
    /// Error of a failed import.
    error: Option<String>,
}

impl From<Import> for ImportView {
    fn from(import: Import) -> Self {
        let mut preview = import.preview.0;
        let market = take(&mut preview, "market");
        let suggested = take(&mut preview, "suggestedUrl");
        let (rejects, reject_reasons) = rejects(import.rejects.0);
        if let Some(preview) = preview.as_object_mut() {
            // Previews of earlier releases lack these fields.
            for name in ["rejects", "rejectReasons", "targets"] {
                preview.entry(name).or_insert_with(|| json!([]));
            }
        }
        Self {
            id: import.id,
            website_id: import.website_id,
            file_name: import.file_name,
            size_bytes: import.size_bytes,
            status: import.status,
            options: import.options.0,
            preview: Some(preview).filter(Value::is_object),
            market,
            suggested_url: suggested.and_then(|url| url.as_str().map(str::to_owned)),
            rows: import.rows,
            rejected: import.rejected,
            rejects,
            reject_reasons,
            run_id: import.run_id,
            created_at: import.created_at,
            imported_at: import.imported_at,
            error: import.error,
        }
    }
}

/// Returns the rejected rows and the reasons. Imports of earlier releases have only the rows.
fn rejects(stored: Value) -> (Value, Value) {
    match stored {
        Value::Array(rows) => (Value::Array(rows), json!([])),
        mut report => (report["rows"].take(), report["reasons"].take()),
    }
}

/// Returns the suggested URL of a preview.
pub(super) fn suggested_url(import: &Import) -> Option<String> {
    import.preview.get("suggestedUrl").and_then(Value::as_str).map(str::to_owned)
}

fn take(preview: &mut Value, name: &str) -> Option<Value> {
    preview.as_object_mut()?.remove(name).filter(|value| !value.is_null())
}
