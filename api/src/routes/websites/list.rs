//! Lists the workspace's websites.

use std::collections::HashMap;

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{site::SiteStatus, website::WebsiteKind},
    store::{
        site::{self, MOST_SITES, SiteFilter},
        website,
    },
};
use uuid::Uuid;

use super::view::WebsiteView;
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    routes::sites::view::{SiteView, views},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Params {
    /// Only of this kind: `own`, `sample`, `dominator` or `goldmine`.
    #[serde(rename = "type")]
    #[param(inline)]
    kind: Option<WebsiteKind>,
    /// Only websites that are built here and have this status.
    #[param(inline)]
    status: Option<SiteStatus>,
    /// Whether to list archived instead of active websites. Default: `false`.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    archived: bool,
}

/// A website with what is known of its site, if it is built and deployed here.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedWebsite)]
pub struct Listed {
    #[serde(flatten)]
    website: WebsiteView,
    /// Status of the site; `null` for a website that is not built here.
    status: Option<SiteStatus>,
    /// Time since which the site is live.
    deployed_at: Option<DateTime<Utc>>,
    /// Revenue of the site so far in units of the currency.
    current_revenue: Option<f64>,
    /// The same in cents.
    current_revenue_cents: Option<i64>,
}

impl Listed {
    fn new(website: WebsiteView, site: Option<&SiteView>) -> Self {
        Self {
            website,
            status: site.map(|site| site.status),
            deployed_at: site.and_then(SiteView::deployed_at),
            current_revenue: site.map(SiteView::current_revenue),
            current_revenue_cents: site.map(|site| site.current_revenue_cents),
        }
    }
}

/// All matching websites, oldest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Websites)]
pub struct Answer {
    success: Success,
    websites: Vec<Listed>,
}

/// List websites.
///
/// With the status and the revenue of those that are built and deployed here.
#[utoipa::path(
    get, path = "/api/websites", tag = "websites", params(Params), responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let websites = if params.archived {
        website::list_archived(&state.db, member.workspace_id).await?
    } else {
        website::list(&state.db, member.workspace_id, params.kind).await?
    };
    let is_site = |kind| matches!(kind, WebsiteKind::Dominator | WebsiteKind::Goldmine);
    let has_sites = websites.iter().any(|website| is_site(website.kind));
    let sites = if has_sites { sites(&state, member.workspace_id).await? } else { HashMap::new() };
    let websites = websites.into_iter().map(|website| {
        let site = sites.get(&website.id);
        Listed::new(website.into(), site)
    });
    let websites = websites.filter(|website| params.status.is_none() || website.status == params.status);
    Ok(Json(Answer { success: Success, websites: websites.collect() }))
}

/// Returns the sites of a workspace by their websites.
async fn sites(state: &AppState, workspace_id: Uuid) -> Result<HashMap<Uuid, SiteView>> {
    let most = usize::try_from(MOST_SITES).unwrap_or(usize::MAX);
    let found = site::list(&state.db, workspace_id, &SiteFilter::default(), most).await?;
    let views = views(state, workspace_id, found.items).await?;
    Ok(views.into_iter().map(|site| (site.id, site)).collect())
}
