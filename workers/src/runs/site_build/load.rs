//! Loads what a site is built from.

use std::collections::HashSet;

use chrono::NaiveDate;
use engines::common::Day;
use gate::{Competitor, FormReach, Limits, Review, Sketch, StoredPage};
use shared::{
    domain::{
        lead::LeadSource,
        now,
        release::Release,
        site::{Site, SiteDomain},
        site_operator::SiteOperator,
    },
    store::{
        deploy_target, lead,
        pack::{self, PackKey},
        release, rental,
        site::{self, OtherSite, StoredPage as StoredText},
        site_operator,
    },
};
use uuid::Uuid;

use super::{address::Address, competitors, growth::Growth, page_changes::PageChanges, questions, reach};
use crate::{context::RunContext, error::JobError};

/// Maximum number of pages of other sites that a site is compared with.
const MOST_SKETCHES: i64 = 200_000;

/// What a site is built from.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) site: Box<Site>,
    /// Where visitors find it.
    pub(super) address: Address,
    pub(super) operator: SiteOperator,
    /// Text of the workspace's own pack of the vertical.
    pub(super) pack: Option<String>,
    /// Form that receives its leads, with its address.
    pub(super) form: Option<(LeadSource, String)>,
    pub(super) form_reach: FormReach,
    /// Pages that exist.
    pub(super) pages: Vec<StoredText>,
    /// Paths of those that are written again.
    pub(super) rewrite: Vec<String>,
    pub(super) latest: Option<Release>,
    /// Paths of the files of the live release.
    pub(super) live_paths: Vec<String>,
    pub(super) others: Vec<OtherSite>,
    pub(super) sketches: Vec<StoredPage>,
    /// Number of the latest claim that the sketches have.
    pub(super) claim: i64,
    /// Latest recorded review of a release of the site.
    pub(super) review: Option<Review>,
    /// Rental whose tenant the site states.
    pub(super) rental_id: Option<Uuid>,
    /// Questions that people ask about the trade.
    pub(super) questions: Vec<String>,
    pub(super) competitors: Vec<Competitor>,
    /// Changes of edits that its pages keep.
    pub(super) changes: PageChanges,
    /// Planned pages that follow after the launch.
    pub(super) growth: Growth,
    pub(super) limits: Limits,
    /// New pages of this site, and new other sites, that went live today.
    pub(super) today: (u32, u32),
}

impl Loaded {
    /// Adds pages of other sites; they replace those of the same path.
    pub(super) fn replace(&mut self, pages: Vec<StoredPage>) {
        let keys: HashSet<(String, String)> = pages.iter().map(|page| (page.site.clone(), page.path.clone())).collect();
        self.sketches.retain(|page| !keys.contains(&(page.site.clone(), page.path.clone())));
        self.sketches.extend(pages);
    }

    pub(super) async fn load(
        context: &RunContext, site: Box<Site>, rewrite: &[String], edit_id: Option<Uuid>, growth_day: Option<NaiveDate>,
    ) -> Result<Self, JobError> {
        let (db, ws, id) = (&context.db, context.run.workspace_id, site.id);
        let operator = site_operator::find(db, ws).await?.ok_or_else(|| {
            JobError::permanent("no-operator", "Enter who runs your sites first: each site names its operator.")
        })?;
        let key = PackKey { language: "en".to_owned(), vertical: site.vertical.clone() };
        let pages = site::page_texts(db, ws, id).await?;
        if let Some(unknown) = rewrite.iter().find(|path| !pages.iter().any(|page| page.path == **path)) {
            return Err(JobError::permanent("unknown-page", format!("The site has no page {unknown}.")));
        }
        let target = match site.target_id {
            Some(target_id) => deploy_target::find(db, ws, target_id).await?,
            None => None,
        };
        let domains: Vec<SiteDomain> = site::domains(db, ws, &[id]).await?;
        let form = form(context, &site).await?;
        let form_reach = match &form {
            Some((_, address)) => reach::test(address, &context.stop()).await,
            None => FormReach::Untested,
        };
        let today = growth_day.unwrap_or_else(|| now().date_naive());
        let midnight = today.and_time(chrono::NaiveTime::MIN).and_utc();
        let published = site::pages_since(db, ws, id, midnight).await?;
        // The sites of a deployment go live on days that have room for them.
        let launched = match site.deployment_id {
            Some(_) => 0,
            None => site::launched_since(db, ws, id, midnight).await?,
        };
        // Read before the sketches, so that none is missed.
        let claim = site::latest_claim(db, ws).await?;
        Ok(Self {
            address: Address::new(&context.sites, &site, &domains, target.as_ref()),
            operator,
            pack: pack::text(db, ws, &key).await?,
            form,
            form_reach,
            pages,
            rewrite: rewrite.to_vec(),
            latest: release::latest(db, ws, id).await?,
            live_paths: site::live_paths(db, ws, id).await?,
            others: site::others(db, ws, id).await?,
            claim,
            sketches: sketches(context, &site).await?,
            review: review(context, &site).await?,
            rental_id: rental(context, &site).await?,
            questions: questions::load(context, &site).await?,
            competitors: competitors::load(context, &site).await?,
            changes: PageChanges::load(context, &site, edit_id).await?,
            growth: Growth::load(context, &site, growth_day).await?,
            limits: limits(context),
            today: (number(published), number(launched)),
            site,
        })
    }
}

/// Returns the latest recorded review of a release of a site.
async fn review(context: &RunContext, site: &Site) -> Result<Option<Review>, JobError> {
    let found = release::latest_review(&context.db, site.workspace_id, site.id).await?;
    Ok(found.map(|(review, at)| Review {
        name: review.name,
        credentials: review.credentials,
        on: Day::parse(&at.to_rfc3339()).unwrap_or_default(),
    }))
}

/// Returns the rental whose tenant a site states.
async fn rental(context: &RunContext, site: &Site) -> Result<Option<Uuid>, JobError> {
    let Some(tenant) = &site.tenant else { return Ok(None) };
    if let Some(id) = tenant.0.get("rentalId").and_then(|id| id.as_str()?.parse().ok()) {
        return Ok(Some(id));
    }
    // Tenants that were stored without their rental.
    let found = rental::active(&context.db, site.workspace_id, site.id).await?;
    Ok(found.map(|rental| rental.id))
}

/// Returns the form of a site with its address, if it has one and visitors can reach this server.
async fn form(context: &RunContext, site: &Site) -> Result<Option<(LeadSource, String)>, JobError> {
    let Some(source_id) = site.lead_source_id else { return Ok(None) };
    let found = lead::find_source(&context.db, site.workspace_id, source_id).await?;
    let Some(source) = found.filter(|source| source.is_enabled) else { return Ok(None) };
    Ok(context.sites.form_action(&source.key).map(|address| (source, address)))
}

async fn sketches(context: &RunContext, site: &Site) -> Result<Vec<StoredPage>, JobError> {
    let found = site::sketches(&context.db, site.workspace_id, site.id, MOST_SKETCHES).await?;
    let read = |row: site::StoredSketch| {
        let sketch = Sketch::from_bytes(&row.sketch).map_err(|error| JobError::defect(&error))?;
        Ok(StoredPage { site: row.website_id.to_string(), path: row.path, sketch, shingles: None })
    };
    found.into_iter().map(read).collect()
}

fn limits(context: &RunContext) -> Limits {
    let settings = &context.sites;
    Limits {
        pages_at_launch: settings.pages_at_launch as usize,
        new_pages_per_day: settings.new_pages_per_day as usize,
        new_sites_per_day: settings.new_sites_per_day as usize,
        ..Limits::default()
    }
}

fn number(count: i64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
