//! Growth of sites, in responses and for the calls that pause and resume it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use shared::{
    domain::{
        now,
        site::Site,
        site_growth::{GrowthStatus, PageLeftOut, SiteGrowth},
    },
    events,
    store::{
        audit::Action,
        kill_switch::{self, Scope},
        site,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view;
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::RequestContext,
    state::AppState,
};

/// Growth of a site: planned pages that follow after its launch, at most some on each day (UTC).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteGrowth)]
pub(super) struct GrowthView {
    status: GrowthStatus,
    /// Number of pages that visitors see.
    live_pages: i32,
    /// Number of pages with those that follow. It falls if a page cannot be written: see `leftOut`.
    planned_pages: i64,
    /// Number of planned pages that no release has yet.
    later_pages: i32,
    /// Maximum number of new pages on a day.
    pages_per_day: u32,
    is_paused: bool,
    /// Time of the next pages while it is `growing`.
    next_at: Option<DateTime<Utc>>,
    /// What must happen first while it is `stopped`.
    detail: Option<String>,
}

/// Growth of several sites, and what stops it.
#[derive(Debug, Default)]
pub(super) struct Growths {
    of_sites: HashMap<Uuid, SiteGrowth>,
    is_stopped: bool,
}

impl Growths {
    pub(super) async fn read(state: &AppState, workspace_id: Uuid, ids: &[Uuid]) -> Result<Self> {
        let all = site::growth(&state.db, workspace_id, ids).await?;
        let mut is_stopped = false;
        if !all.is_empty() {
            for scope in [Scope::Workspace(workspace_id), Scope::Operator] {
                is_stopped |= kill_switch::find(&state.db, scope).await?.is_some_and(|switch| switch.is_on);
            }
        }
        Ok(Self { of_sites: all.into_iter().map(|growth| (growth.website_id, growth)).collect(), is_stopped })
    }

    /// Returns the growth of a site; `None` if its launch had room for all pages.
    pub(super) fn view(&self, state: &AppState, site: &Site) -> Option<GrowthView> {
        let growth = self.of_sites.get(&site.id)?;
        let (status, detail) = growth.status(site, self.is_stopped);
        Some(GrowthView {
            live_pages: growth.live_pages.unwrap_or_default(),
            planned_pages: site.pages + i64::from(growth.later),
            later_pages: growth.later,
            pages_per_day: state.settings.sites.new_pages_per_day,
            is_paused: growth.is_paused,
            next_at: growth.next_at.filter(|_| status == GrowthStatus::Growing),
            status,
            detail,
        })
    }
}

/// Returns the planned pages of a site that no build could write.
pub(super) async fn left_out(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Vec<PageLeftOut>> {
    let found = site::growth(&state.db, workspace_id, &[id]).await?;
    Ok(found.into_iter().flat_map(|growth| growth.left_out.0).collect())
}

/// Pauses or resumes the growth of a site, and notes it in the audit log.
pub(super) async fn set_paused(
    state: &AppState, context: &RequestContext, (workspace_id, user_id): (Uuid, Uuid), id: Uuid,
    (is_paused, action): (bool, Action),
) -> Result<()> {
    view::found(state, workspace_id, id).await?;
    let mut tx = state.db.begin().await?;
    let changed = site::set_growth_paused(&mut tx, workspace_id, id, is_paused, now()).await?;
    let stored = changed.ok_or_else(|| {
        ApiError::Conflict(FieldError::new("/growth", "No pages follow after the launch of this site."))
    })?;
    session::note(&mut tx, Some(user_id), action, context, json!({"websiteId": id})).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, stored);
    Ok(())
}
