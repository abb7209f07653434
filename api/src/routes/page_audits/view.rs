//! An audit of a page, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use shared::domain::{page_audit::PageAudit, run::RunStatus};
use utoipa::{
    ToSchema,
    openapi::{
        Ref, RefOr,
        schema::{ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type},
    },
};
use uuid::Uuid;

/// An audit of a page for a keyword.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PageAudit)]
pub(super) struct PageAuditView {
    id: Uuid,
    /// Website of the workspace that the page belongs to; `null` for a page of none.
    website_id: Option<Uuid>,
    /// Its run, with its progress.
    run_id: Uuid,
    url: String,
    keyword: String,
    created_at: DateTime<Utc>,
    /// `null` until it is complete.
    finished_at: Option<DateTime<Utc>>,
    /// Number of fixes; `null` until it is complete.
    fixes: Option<i64>,
    /// Status of its run; `null` if the run is no longer kept.
    status: Option<RunStatus>,
    /// Why it failed; `null` if it did not.
    error: Option<String>,
}

impl From<PageAudit> for PageAuditView {
    fn from(audit: PageAudit) -> Self {
        Self {
            id: audit.id,
            website_id: audit.website_id,
            run_id: audit.run_id,
            url: audit.url,
            keyword: audit.keyword,
            created_at: audit.created_at,
            finished_at: audit.finished_at,
            fixes: audit.fixes,
            error: audit.error.filter(|_| audit.status == Some(RunStatus::Failed)).map(|error| error.0.detail),
            status: audit.status,
        }
    }
}

/// An audit of a page with its report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FullPageAudit)]
pub(super) struct FullView {
    #[serde(flatten)]
    pub(super) audit: PageAuditView,
    /// Scores and fixes, best first; `null` until it is complete.
    #[schema(schema_with = report_or_null)]
    pub(super) report: Option<Value>,
}

fn report_or_null() -> RefOr<Schema> {
    let none = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Null));
    OneOfBuilder::new().item(none).item(Ref::from_schema_name("PageAuditReport")).into()
}
