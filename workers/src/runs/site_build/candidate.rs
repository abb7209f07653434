//! What the checks know of a site and of the other sites of its workspace.

use std::collections::HashSet;

use engines::{common::Control, content::PlaceFacts};
use gate::{Limits, Market, PageKey, Portfolio, PortfolioSite, Prepared, Report, Shingles, State};
use shared::{
    domain::site::SitePlace,
    store::site::{self, OtherSite},
};
use sites::Site;
use uuid::Uuid;

use super::load::Loaded;
use crate::{context::RunContext, error::JobError};

/// Returns the facts of a site that its files do not show.
pub(super) fn state(loaded: &Loaded, site: &Site) -> State {
    let live: HashSet<&str> = loaded.live_paths.iter().map(String::as_str).collect();
    let is_new = |path: &&str| !live.contains(file_of(path).as_str());
    State {
        site_id: loaded.site.id.to_string(),
        markets: markets(&loaded.site.vertical, &loaded.site.places, true),
        is_first_launch: loaded.site.live_release_id.is_none(),
        new_pages: site.pages.iter().map(|page| page.path.as_str()).filter(is_new).map(str::to_owned).collect(),
        pages_published_today: loaded.today.0,
        sites_launched_today: loaded.today.1,
        generated_pages: Vec::new(),
        form_reach: loaded.form_reach.clone(),
        review: loaded.review.clone(),
        competitors: loaded.competitors.clone(),
    }
}

/// Returns the path of the file of a page.
pub(super) fn file_of(path: &str) -> String {
    format!("{}index.html", path.trim_start_matches('/'))
}

/// Returns the markets of a site; their metropolitan areas are looked up only where they matter.
fn markets(vertical: &str, places: &[SitePlace], with_metro: bool) -> Vec<Market> {
    let market = |place: &SitePlace| Market {
        vertical: vertical.to_owned(),
        place: place.id.clone(),
        metro: with_metro.then(|| PlaceFacts::find(&place.id, None, None)).flatten().and_then(|facts| facts.metro),
    };
    places.iter().map(market).collect()
}

/// Checks a site. Of the pages of other sites, the shingles of those are loaded that may be similar.
pub(super) fn check(
    context: &RunContext, loaded: &Loaded, prepared: &Prepared<'_>, control: &dyn Control,
) -> Result<Report, JobError> {
    let limits: Limits = loaded.limits.clone();
    // A round before this one may have loaded shingles already.
    let mut pages = loaded.sketches.clone();
    let keys = prepared.needs(&pages, &limits, control).map_err(gate_error)?;
    let wanted: Vec<(Uuid, String)> =
        keys.iter().filter_map(|key| Some((key.site.parse().ok()?, key.path.clone()))).collect();
    let load = site::shingles(&context.db, context.run.workspace_id, &wanted);
    let found = tokio::runtime::Handle::current().block_on(load)?;
    for (id, path, bytes) in found {
        let shingles = Shingles::from_bytes(&bytes).map_err(gate_error)?;
        let key = PageKey { site: id.to_string(), path };
        let page = pages.iter_mut().find(|page| page.site == key.site && page.path == key.path);
        if let Some(page) = page {
            page.shingles = Some(shingles);
        }
    }
    let missing: HashSet<(&str, &str)> = keys.iter().map(|key| (key.site.as_str(), key.path.as_str())).collect();
    // A page that was built again since is compared when its site is checked.
    pages.retain(|page| page.shingles.is_some() || !missing.contains(&(page.site.as_str(), page.path.as_str())));
    let sites = loaded.others.iter().map(|other| portfolio_site(other, &loaded.site.vertical)).collect();
    let mut report = prepared.check(&Portfolio { sites, pages }, &limits, control).map_err(gate_error)?;
    loaded.address.warn(&mut report);
    Ok(report)
}

fn portfolio_site(other: &OtherSite, vertical: &str) -> PortfolioSite {
    PortfolioSite {
        id: other.id.to_string(),
        name: other.name.clone(),
        hosts: vec![other.host.clone()],
        // Of two sites of one market, the earlier one has it.
        markets: if other.is_first {
            markets(&other.vertical, &other.places, other.vertical == vertical)
        } else {
            Vec::new()
        },
    }
}

/// Converts an error of the checks.
pub(super) fn gate_error(error: gate::GateError) -> JobError {
    match error {
        gate::GateError::Cancelled => JobError::Cancelled,
        other => JobError::permanent("cannot-be-checked", format!("The site cannot be checked: {other}.")),
    }
}
