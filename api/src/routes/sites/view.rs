//! A site, in responses.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::{
        ledger::{LedgerGroup, LedgerSum},
        site::{Site, SiteDomain, SiteKind, SitePlace, SiteStatus},
    },
    store::{
        ledger::{self, LedgerFilter},
        site,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Theme,
    domains::DomainView,
    growth::{GrowthView, Growths},
};
use crate::{
    error::{ApiError, Result},
    extract::Success,
    state::AppState,
};

/// Currency of sites without revenue.
const CURRENCY: &str = "USD";

/// The release that visitors see.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LiveRelease {
    id: Uuid,
    /// Number in the site, from 1.
    number: i32,
    /// Address at which it was deployed.
    url: Option<String>,
    deployed_at: Option<DateTime<Utc>>,
}

/// The latest release.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LatestRelease {
    id: Uuid,
    /// Number in the site, from 1.
    number: i32,
    /// Whether the checks forbid its deployment.
    is_blocked: bool,
    /// Time at which a person approved it.
    approved_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

/// A site: a website that is built and deployed here.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Site)]
pub(crate) struct SiteView {
    /// Id of its website.
    pub(crate) id: Uuid,
    pub(crate) name: String,
    /// URL of its home page, once it is live.
    pub(crate) url: String,
    /// First label of its host name at built-in hosting.
    slug: String,
    kind: SiteKind,
    pub(crate) status: SiteStatus,
    theme: Theme,
    /// Slug of the vertical.
    vertical: String,
    vertical_name: String,
    places: Vec<SitePlace>,
    /// Number of pages.
    pages: i64,
    /// Planned pages that follow after the launch; `null` if the launch has room for all pages, or before the first build.
    growth: Option<GrowthView>,
    /// Telephone number in E.164.
    phone: Option<String>,
    /// Whether the account states that it owns the number.
    phone_is_owned: bool,
    /// Whether calls to the number are recorded: the pages then say so.
    phone_is_recorded: bool,
    /// Target; `null` for built-in hosting.
    target_id: Option<Uuid>,
    /// Own host names, in lower case.
    domains: Vec<String>,
    /// Those of them that no DNS record has proved: they are not served.
    unverified_domains: Vec<String>,
    /// The same host names with the records that prove them.
    domain_checks: Vec<DomainView>,
    /// Whether it has a form that receives leads. Without a public URL of the server it has none.
    has_form: bool,
    /// Preview of the latest release; `null` without one.
    preview_url: Option<String>,
    live_release: Option<LiveRelease>,
    latest_release: Option<LatestRelease>,
    /// The run at work.
    pub(crate) run_id: Option<Uuid>,
    /// Problem of the latest build or deployment, with the remedy.
    last_error: Option<String>,
    deployment_id: Option<Uuid>,
    /// Revenue so far after refunds, in cents of `currency`.
    pub(crate) current_revenue_cents: i64,
    /// ISO 4217 code of the revenue: the one with most transactions.
    #[schema(examples("USD"))]
    currency: String,
    /// Number of received leads without spam and duplicates.
    leads: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl SiteView {
    /// Returns the time since which it is live.
    pub(crate) fn deployed_at(&self) -> Option<DateTime<Utc>> {
        self.live_release.as_ref().and_then(|live| live.deployed_at)
    }

    /// Returns the revenue in units of the currency.
    pub(crate) fn current_revenue(&self) -> f64 {
        units(self.current_revenue_cents)
    }
}

/// Converts cents to units of the currency.
#[expect(clippy::cast_precision_loss, reason = "exact to 90 trillion units")]
pub(crate) fn units(cents: i64) -> f64 {
    cents as f64 / 100.0
}

/// Response with a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OneSiteAtWork)]
pub(crate) struct AtWork {
    pub(crate) success: Success,
    pub(crate) site: SiteView,
    /// The run that was started; `null` if none is needed.
    pub(crate) run_id: Option<Uuid>,
}

/// What sites show in addition to their rows.
#[derive(Debug, Default)]
struct Extras {
    domains: HashMap<Uuid, Vec<SiteDomain>>,
    revenue: HashMap<Uuid, LedgerSum>,
    growth: Growths,
}

impl Extras {
    async fn read(state: &AppState, workspace_id: Uuid, sites: &[Site]) -> Result<Self> {
        let mut extras = Self::default();
        if sites.is_empty() {
            return Ok(extras);
        }
        let ids: Vec<Uuid> = sites.iter().map(|site| site.id).collect();
        for domain in site::domains(&state.db, workspace_id, &ids).await? {
            extras.domains.entry(domain.website_id).or_default().push(domain);
        }
        extras.growth = Growths::read(state, workspace_id, &ids).await?;
        let only = if let [one] = sites { Some(one.id) } else { None };
        let filter = LedgerFilter { website_id: only, ..LedgerFilter::default() };
        for sum in ledger::sums(&state.db, workspace_id, &filter, LedgerGroup::Website).await? {
            let Some(id) = sum.id else { continue };
            let known = extras.revenue.get(&id);
            if known.is_none_or(|known| known.transactions < sum.transactions) {
                extras.revenue.insert(id, sum);
            }
        }
        Ok(extras)
    }

    fn view(&mut self, state: &AppState, site: Site) -> SiteView {
        let domains = self.domains.remove(&site.id).unwrap_or_default();
        let revenue = self.revenue.remove(&site.id);
        let own = state.hosting.own_name(&site.slug);
        let unverified = domains.iter().filter(|domain| domain.verified_at.is_none());
        SiteView {
            growth: self.growth.view(state, &site),
            preview_url: site.latest_preview_key.as_deref().map(|key| preview_url(state, key)),
            live_release: live(&site),
            latest_release: latest(&site),
            run_id: site.run_at_work(),
            id: site.id,
            name: site.name,
            url: site.url,
            slug: site.slug,
            kind: site.kind,
            status: site.status,
            theme: Theme::of(&site.theme),
            vertical: site.vertical,
            vertical_name: site.vertical_name,
            places: site.places.0,
            pages: site.pages,
            phone: site.phone,
            phone_is_owned: site.phone_is_owned,
            phone_is_recorded: site.phone_is_recorded,
            target_id: site.target_id,
            unverified_domains: unverified.map(|domain| domain.host.clone()).collect(),
            domains: domains.iter().map(|domain| domain.host.clone()).collect(),
            domain_checks: domains.into_iter().map(|domain| DomainView::of(domain, &own)).collect(),
            has_form: site.lead_source_id.is_some(),
            last_error: site.last_error,
            deployment_id: site.deployment_id,
            current_revenue_cents: revenue.as_ref().map_or(0, |sum| sum.revenue_cents),
            currency: revenue.map_or_else(|| CURRENCY.to_owned(), |sum| sum.currency),
            leads: site.leads,
            created_at: site.created_at,
            updated_at: site.updated_at,
        }
    }
}

fn live(site: &Site) -> Option<LiveRelease> {
    Some(LiveRelease {
        id: site.live_release_id?,
        number: site.live_number?,
        url: site.live_url.clone(),
        deployed_at: site.live_deployed_at,
    })
}

fn latest(site: &Site) -> Option<LatestRelease> {
    Some(LatestRelease {
        id: site.latest_release_id?,
        number: site.latest_number?,
        is_blocked: site.latest_is_blocked?,
        approved_at: site.latest_approved_at,
        created_at: site.latest_created_at?,
    })
}

/// Returns the address of the preview with this key.
pub(crate) fn preview_url(state: &AppState, key: &str) -> String {
    format!("{}/preview/{key}/", state.settings.public_url.trim_end_matches('/'))
}

/// Returns the views of sites, in order.
pub(crate) async fn views(state: &AppState, workspace_id: Uuid, sites: Vec<Site>) -> Result<Vec<SiteView>> {
    let mut extras = Extras::read(state, workspace_id, &sites).await?;
    Ok(sites.into_iter().map(|site| extras.view(state, site)).collect())
}

/// Returns a site of the workspace that is not deleted.
pub(crate) async fn found(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Site> {
    let found = site::find(&state.db, workspace_id, id).await?;
    found.filter(|site| site.archived_at.is_none()).ok_or(ApiError::NotFound("site"))
}

/// Returns the view of a site of the workspace.
pub(crate) async fn one(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<SiteView> {
    let site = found(state, workspace_id, id).await?;
    views(state, workspace_id, vec![site]).await?.into_iter().next().ok_or(ApiError::NotFound("site"))
}
