//! An import as clients see it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use shared::domain::import::{Import, ImportStatus};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::routes::shapes::{ImportMarket, ImportPreview, ImportReject, ImportRejectReason};

/// An export of another tool, from its upload on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
pub(crate) struct ImportView {
    id: Uuid,
    /// The website it is for; `null` until it is committed, unless it was named with the upload.
    website_id: Option<Uuid>,
    /// As the user's computer calls it.
    file_name: String,
    size_bytes: i64,
    /// Its status.
    status: ImportStatus,
    /// What a first look found; `null` before that look has ended.
    #[schema(value_type = Option<ImportPreview>)]
    preview: Option<Value>,
    /// Period, country and filters of the export.
    #[schema(value_type = Option<ImportMarket>)]
    market: Option<Value>,
    /// Website of its pages, if they identify one.
    suggested_url: Option<String>,
    /// Rows that count.
    rows: i64,
    /// Rows that were left out.
    rejected: i64,
    /// The first hundred of them.
    #[schema(value_type = Vec<ImportReject>)]
    rejects: Value,
    /// Every reason for which rows were left out, most rows first.
    #[schema(value_type = Vec<ImportRejectReason>)]
    reject_reasons: Value,
    /// The run that reads it or takes it out.
    run_id: Option<Uuid>,
    created_at: DateTime<Utc>,
    /// When its rows began to count.
    imported_at: Option<DateTime<Utc>>,
    /// Why it failed.
    error: Option<String>,
}

impl From<Import> for ImportView {
    fn from(import: Import) -> Self {
        let mut preview = import.preview.0;
        let market = take(&mut preview, "market");
        let suggested = take(&mut preview, "suggestedUrl");
        let (rejects, reject_reasons) = rejects(import.rejects.0);
        if let Some(preview) = preview.as_object_mut() {
            // Previews of earlier releases have none.
            for name in ["rejects", "rejectReasons"] {
                preview.entry(name).or_insert_with(|| json!([]));
            }
        }
        Self {
            id: import.id,
            website_id: import.website_id,
            file_name: import.file_name,
            size_bytes: import.size_bytes,
            status: import.status,
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

/// The rows that were left out, and the reasons. Imports of earlier releases have the rows alone.
fn rejects(stored: Value) -> (Value, Value) {
    match stored {
        Value::Array(rows) => (Value::Array(rows), json!([])),
        mut report => (report["rows"].take(), report["reasons"].take()),
    }
}

/// The address that a preview suggests.
pub(super) fn suggested_url(import: &Import) -> Option<String> {
    import.preview.get("suggestedUrl").and_then(Value::as_str).map(str::to_owned)
}

fn take(preview: &mut Value, name: &str) -> Option<Value> {
    preview.as_object_mut()?.remove(name).filter(|value| !value.is_null())
}
