//! Edits and accesses to websites in an export.

use serde_json::{Value, json};
use shared::{
    domain::{
        Page,
        edit::{Edit, WebsiteAccess},
    },
    store::{
        Db, StoreError,
        edit::{self, EditFilter},
        website_access,
    },
};
use uuid::Uuid;

/// Rows per read.
const AT_ONCE: usize = 200;

/// Returns edits with their changes.
pub(super) async fn edits(db: &Db, id: Uuid, before: Option<Uuid>) -> Result<Page<Value>, StoreError> {
    let page = edit::list(db, id, &EditFilter { before, ..EditFilter::default() }, AT_ONCE).await?;
    let row = |one: &Edit| {
        json!({
            "id": one.id, "websiteId": one.website_id, "opportunityId": one.opportunity_id, "title": one.title,
            "reason": one.reason, "changes": one.changes, "status": one.status, "detail": one.detail, "way": one.way,
            "isMeasured": one.is_measured, "experimentId": one.experiment_id, "annotationId": one.annotation_id,
            "releaseId": one.release_id, "createdBy": one.created_by, "createdAt": one.created_at,
            "approvedBy": one.approved_by, "approvedAt": one.approved_at, "appliedAt": one.applied_at,
            "undoneAt": one.undone_at,
        })
    };
    Ok(Page { items: page.items.iter().map(row).collect(), next_cursor: page.next_cursor })
}

/// Returns accesses without their credentials.
pub(super) async fn accesses(db: &Db, id: Uuid) -> Result<Vec<Value>, StoreError> {
    let row = |access: &WebsiteAccess| {
        json!({
            "websiteId": access.website_id, "kind": access.kind, "settings": access.settings, "baseUrl": access.base_url,
            "createdAt": access.created_at,
        })
    };
    Ok(website_access::list(db, id).await?.iter().map(row).collect())
}
