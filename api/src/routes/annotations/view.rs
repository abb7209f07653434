//! An annotation, in responses.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use shared::domain::annotation::{Annotation, AnnotationKind};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::extract::Success;

/// An annotation of the change log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Annotation)]
pub(super) struct AnnotationView {
    id: Uuid,
    /// `null` for all websites of the workspace.
    website_id: Option<Uuid>,
    /// The day, in the time zone of the site.
    #[schema(examples("2026-08-01"))]
    day: NaiveDate,
    /// The time, if known.
    at: Option<DateTime<Utc>>,
    /// One of `deploy`, `edit`, `title`, `link`, `migration`, `google_update`, `other`.
    #[schema(examples("deploy"))]
    kind: AnnotationKind,
    title: String,
    /// Optional; may be empty.
    detail: String,
    /// Addresses of the changed pages; empty for the whole site.
    pages: Vec<String>,
    created_by: Uuid,
    created_at: DateTime<Utc>,
}

/// Response with an annotation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneAnnotation)]
pub(super) struct Answer {
    pub(super) success: Success,
    pub(super) annotation: AnnotationView,
}

impl From<Annotation> for AnnotationView {
    fn from(noted: Annotation) -> Self {
        Self {
            id: noted.id,
            website_id: noted.website_id,
            day: noted.day,
            at: noted.at,
            kind: noted.kind,
            title: noted.title,
            detail: noted.detail,
            pages: noted.pages.0,
            created_by: noted.created_by,
            created_at: noted.created_at,
        }
    }
}

impl From<Annotation> for Answer {
    fn from(noted: Annotation) -> Self {
        Self { success: Success, annotation: noted.into() }
    }
}
