//! Builds that add the next planned pages to a live site.

use std::collections::{BTreeMap, HashSet};

use chrono::NaiveDate;
use engines::common::Day;
use shared::{
    domain::{
        document::VersionOrigin,
        release::Release,
        site::{Site, SitePageKind},
        site_growth::{ComingPage, PageLeftOut, SiteGrowth},
    },
    store::{
        release,
        site::{self, GrowthPlanned, GrowthStep, StoredPage},
    },
};
use sites::{LeftOut, PlanInput};
use uuid::Uuid;

use super::{
    candidate::file_of,
    input::plan_input,
    load::Loaded,
    page::existing,
    release::{digest, manifest},
    work::{Stage, plan_error, render_error},
};
use crate::{context::RunContext, error::JobError};

/// Growth of a site as a build finds it.
#[derive(Debug, Default)]
pub(super) struct Growth {
    /// What was planned before; `None` if the launch had room for all pages, or if there was no build yet.
    stored: Option<SiteGrowth>,
    /// Day (UTC) of the next pages, if the build adds them.
    pub(super) day: Option<NaiveDate>,
    /// The live release, if the build adds the next pages.
    base: Option<Release>,
}

impl Growth {
    /// Loads the growth of a site. `day` is that of a build for the next pages.
    pub(super) async fn load(context: &RunContext, site: &Site, day: Option<NaiveDate>) -> Result<Self, JobError> {
        let (db, ws) = (&context.db, context.run.workspace_id);
        let stored = site::growth(db, ws, &[site.id]).await?.into_iter().next();
        let base = match site.live_release_id.filter(|_| day.is_some()) {
            Some(id) => release::find(db, ws, id).await?,
            None => None,
        };
        Ok(Self { stored, day, base })
    }

    /// Whether the site gets no new pages for now.
    pub(super) fn is_held(&self, site: &Site) -> bool {
        site.tenant.is_some() || self.stored.as_ref().is_some_and(|growth| growth.is_paused)
    }

    /// Returns pages that an earlier build could not write: a build for the next pages does not try them again.
    pub(super) fn without(&self) -> BTreeMap<String, String> {
        if self.day.is_none() {
            return BTreeMap::new();
        }
        self.known().iter().map(|page| (page.path.clone(), page.reason.clone())).collect()
    }

    /// Whether the plan writes a page again because its list of places grows. A text that a person or a language model wrote stays.
    pub(super) fn rewrites(&self, page: &StoredPage) -> bool {
        let is_index = page.kind == SitePageKind::Area && page.place.is_none();
        self.day.is_some() && is_index && page.origin == VersionOrigin::Composed
    }

    /// Returns what is planned after a build that left these pages out.
    pub(super) fn planned(&self, site_id: Uuid, all: &[LeftOut]) -> GrowthPlanned {
        let (later, others): (Vec<&LeftOut>, Vec<&LeftOut>) = all.iter().partition(|page| page.is_later);
        let waiting: HashSet<&str> = later.iter().map(|page| page.path.as_str()).collect();
        // A plan without room does not try a page again that an earlier one could not write.
        let known = self.known().iter().filter(|page| waiting.contains(page.path.as_str())).cloned();
        let mut left_out: Vec<PageLeftOut> = others.into_iter().map(left_out).collect();
        left_out.extend(known);
        let known: HashSet<&str> = left_out.iter().map(|page| page.path.as_str()).collect();
        let is_coming = |page: &&&LeftOut| !known.contains(page.path.as_str());
        let coming = later.iter().filter(is_coming).map(|page| coming(page)).collect();
        GrowthPlanned { site_id, coming, left_out, step: None }
    }

    fn known(&self) -> &[PageLeftOut] {
        self.stored.as_ref().map_or(&[], |growth| growth.left_out.0.as_slice())
    }
}

fn coming(page: &LeftOut) -> ComingPage {
    ComingPage { path: page.path.clone(), label: page.label.clone() }
}

fn left_out(page: &LeftOut) -> PageLeftOut {
    PageLeftOut { path: page.path.clone(), label: page.label.clone(), reason: page.reason.clone() }
}

/// Returns what a build for the next pages continues, without the number of new pages; `None` for other builds.
///
/// The release may go live without an approval of its own only if nothing but the new pages differs: so the live pages are
/// rendered as they would be now, and compared with the live release.
pub(super) fn step(context: &RunContext, loaded: &Loaded, today: Day) -> Result<Option<GrowthStep>, JobError> {
    let (Some(day), Some(base)) = (loaded.growth.day, &loaded.growth.base) else { return Ok(None) };
    let live: HashSet<&str> = loaded.live_paths.iter().map(String::as_str).collect();
    let is_live = |page: &&StoredPage| live.contains(file_of(&page.path).as_str());
    let pages = loaded.pages.iter().filter(is_live).map(existing).collect::<Result<Vec<_>, JobError>>()?;
    let max_pages = pages.len().clamp(6, 2_000);
    let control = Stage { context, from: 2, to: 5 };
    let input = PlanInput { max_pages, ..plan_input(context, loaded, pages, today)? };
    let mut site = sites::plan(&input, &control).map_err(plan_error)?.site;
    site.built_on = Day::parse(&base.created_at.to_rfc3339()).unwrap_or(site.built_on);
    let mut files = sites::render(&site).map_err(render_error)?;
    loaded.changes.apply(context, &mut files)?;
    let is_alone = digest(&manifest(&files))? == base.digest;
    Ok(Some(GrowthStep { day, base_release_id: base.id, is_alone, new_pages: 0 }))
}
