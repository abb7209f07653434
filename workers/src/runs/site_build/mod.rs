//! Builds a site: plans it, writes the pages that it does not have, renders it and checks it.

mod address;
mod candidate;
mod changes;
mod claim;
mod competitors;
mod growth;
mod input;
mod load;
mod page;
mod page_changes;
mod questions;
mod reach;
mod release;
mod work;

use chrono::NaiveDate;
use engines::common::Day;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{
        now,
        site::{Site, SiteStatus},
    },
    store::{
        edit::{EditBuilt, EditRefused},
        effect::Effect,
        site::{self, GrowthStep, Taken},
        usage,
    },
};
use uuid::Uuid;

pub(in crate::runs) use self::address::hosting_origin;
use self::{load::Loaded, work::Built};
use crate::{context::RunContext, error::JobError, runs::done::Done};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    site_id: Uuid,
    /// Paths of pages whose texts are written again.
    #[serde(default)]
    rewrite: Vec<String>,
    /// Edit that the release shall carry, or no longer.
    edit_id: Option<Uuid>,
    /// Day (UTC) of a build that adds the next planned pages.
    growth_day: Option<NaiveDate>,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let payload: Payload = context.payload()?;
    let site = take(context, payload.site_id, SiteStatus::Building).await?;
    usage::room(&context.db, context.workspace, context.run.workspace_id, now()).await?.check(1)?;
    context.progress(1, "loading", "");
    let loaded = Loaded::load(context, site, &payload.rewrite, payload.edit_id, payload.growth_day).await?;
    let today = Day::parse(&now().to_rfc3339()).unwrap_or_default();
    let (loaded, step) =
        context.compute(move |context| growth::step(&context, &loaded, today).map(|step| (loaded, step))).await?;
    context.progress(5, "writing", "");
    let mut built = claim::built(context, loaded).await?;
    let new_pages = usize::try_from(built.effect.release.pages.1).unwrap_or_default();
    built.growth.step = step.map(|step| GrowthStep { new_pages, ..step });
    Ok(done(&payload, built))
}

fn done(payload: &Payload, built: Built) -> Done {
    let release = &built.effect.release;
    let result: Value = json!({
        "siteId": payload.site_id, "digest": release.digest, "isBlocked": release.is_blocked, "pages": release.pages.0,
        "files": release.files.len(), "written": built.written, "leftOut": built.left_out, "notes": built.notes,
    });
    Done { result, effects: effects(payload.edit_id, built) }
}

/// A build for an edit that the checks refuse leaves no release: the site stays as it is.
fn effects(edit_id: Option<Uuid>, mut built: Built) -> Vec<Effect> {
    let Some(id) = edit_id else { return vec![built.effect.into(), built.growth.into()] };
    let refusal = built.refusal.take().or_else(|| built.effect.blocked_by.take());
    match refusal {
        Some(detail) => vec![EditRefused { id, detail }.into()],
        None => vec![built.effect.into(), EditBuilt { id, is_alone: built.is_alone }.into()],
    }
}

/// Takes a site for the run of the context.
pub(in crate::runs) async fn take(
    context: &RunContext, site_id: Uuid, status: SiteStatus,
) -> Result<Box<Site>, JobError> {
    match site::take(&context.db, &context.run, site_id, status, now()).await? {
        Taken::Site(site, stored) => {
            context.publish_stored(stored);
            Ok(site)
        }
        Taken::Busy(_) => {
            Err(JobError::transient("site-busy", "Another run works on the site. It is tried again later."))
        }
        Taken::Gone => Err(JobError::permanent("site-gone", "The site was deleted.")),
    }
}
