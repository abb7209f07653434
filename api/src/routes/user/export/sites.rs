//! Sites, their operator, targets, deployments and campaigns in an export.

use serde_json::{Value, json};
use shared::{
    domain::{
        Page,
        campaign::CampaignAction,
        deploy_target::DeployTarget,
        deployment::Deployment,
        site::{Site, SitePage},
    },
    store::{
        Db, StoreError, campaign, deploy_target,
        deployment::{self, DeploymentFilter},
        release,
        site::{self, SiteFilter},
    },
};
use uuid::Uuid;

/// Rows per read.
const AT_ONCE: usize = 200;
/// Releases of each site.
const RELEASES: usize = 200;

/// Returns sites with their pages, host names and releases.
pub(super) async fn sites(db: &Db, id: Uuid, before: Option<Uuid>) -> Result<Page<Value>, StoreError> {
    let page = site::list(db, id, &SiteFilter { before, ..SiteFilter::default() }, AT_ONCE).await?;
    let mut items = Vec::with_capacity(page.items.len());
    for one in &page.items {
        let pages = site::pages(db, id, one.id).await?;
        let domains = site::domains(db, id, &[one.id]).await?;
        let releases = release::list(db, id, one.id, None, RELEASES).await?.items;
        let mut row = row(one);
        row["pages"] = pages.iter().map(page_row).collect();
        row["domains"] = json!(domains);
        row["releases"] = json!(releases);
        items.push(row);
    }
    Ok(Page { items, next_cursor: page.next_cursor })
}

fn row(site: &Site) -> Value {
    json!({
        "id": site.id, "name": site.name, "url": site.url, "slug": site.slug, "kind": site.kind,
        "vertical": site.vertical, "places": site.places, "theme": site.theme, "phone": site.phone,
        "phoneIsOwned": site.phone_is_owned, "phoneIsRecorded": site.phone_is_recorded, "targetId": site.target_id, "leadSourceId": site.lead_source_id,
        "deploymentId": site.deployment_id, "status": site.status, "lastError": site.last_error,
        "tenant": site.tenant, "liveReleaseId": site.live_release_id, "createdBy": site.created_by,
        "createdAt": site.created_at, "updatedAt": site.updated_at,
    })
}

fn page_row(page: &SitePage) -> Value {
    json!({
        "path": page.path, "kind": page.kind, "label": page.label, "place": page.place,
        "documentId": page.document_id, "title": page.title,
    })
}

/// Returns targets without their credentials.
pub(super) async fn targets(db: &Db, id: Uuid) -> Result<Vec<Value>, StoreError> {
    let row = |target: &DeployTarget| {
        json!({
            "id": target.id, "kind": target.kind, "name": target.name, "settings": target.settings,
            "createdAt": target.created_at,
        })
    };
    Ok(deploy_target::list(db, id).await?.iter().map(row).collect())
}

/// Returns deployments.
pub(super) async fn deployments(db: &Db, id: Uuid, before: Option<Uuid>) -> Result<Page<Value>, StoreError> {
    let page = deployment::list(db, id, DeploymentFilter { before, ..DeploymentFilter::default() }, AT_ONCE).await?;
    let row = |one: &Deployment| {
        json!({
            "id": one.id, "name": one.name, "kind": one.kind, "plan": one.plan, "status": one.status,
            "sitesPlanned": one.sites_planned, "counts": one.counts, "approvedBy": one.approved_by,
            "approvedAt": one.approved_at, "createdBy": one.created_by, "createdAt": one.created_at,
            "finishedAt": one.finished_at,
        })
    };
    Ok(Page { items: page.items.iter().map(row).collect(), next_cursor: page.next_cursor })
}

/// Returns campaigns with their decisions.
pub(super) async fn campaigns(db: &Db, id: Uuid, before: Option<Uuid>) -> Result<Page<Value>, StoreError> {
    let page = campaign::list(db, id, None, before, AT_ONCE).await?;
    let mut items = Vec::with_capacity(page.items.len());
    for one in &page.items {
        let actions = decisions(db, (id, one.id)).await?;
        items.push(json!({
            "id": one.id, "name": one.name, "goal": one.goal, "targets": one.targets, "site": one.site, "rules": one.rules,
            "budget": one.budget, "status": one.status, "pauseReason": one.pause_reason, "approvedBy": one.approved_by,
            "approvedAt": one.approved_at, "createdBy": one.created_by, "createdAt": one.created_at, "actions": actions,
        }));
    }
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// Returns all decisions of a campaign, newest first.
async fn decisions(db: &Db, key: (Uuid, Uuid)) -> Result<Vec<CampaignAction>, StoreError> {
    let mut all: Vec<CampaignAction> = Vec::new();
    loop {
        let page = campaign::actions(db, key, None, all.last().map(|last| last.id), AT_ONCE).await?;
        all.extend(page.items);
        if page.next_cursor.is_none() {
            return Ok(all);
        }
    }
}
