//! Builds a site: plans it, writes the pages that it does not have, renders it and checks it.

mod candidate;
mod input;
mod load;
mod page;
mod reach;
mod release;
mod work;

use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{
        now,
        site::{Site, SiteStatus},
    },
    store::{
        site::{self, Taken},
        usage,
    },
};
use uuid::Uuid;

pub(in crate::runs) use self::input::hosting_origin;
use self::{load::Loaded, work::Built};
use crate::{context::RunContext, error::JobError, runs::done::Done};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    site_id: Uuid,
    /// Paths of pages whose texts are written again.
    #[serde(default)]
    rewrite: Vec<String>,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let payload: Payload = context.payload()?;
    let site = take(context, payload.site_id, SiteStatus::Building).await?;
    usage::room(&context.db, context.workspace, context.run.workspace_id, now()).await?.check(1)?;
    context.progress(1, "loading", "");
    let loaded = Loaded::load(context, site, &payload.rewrite).await?;
    context.progress(5, "writing", "");
    let built = context.compute(move |context| work::build(&context, loaded)).await?;
    Ok(done(&payload, built))
}

fn done(payload: &Payload, built: Built) -> Done {
    let release = &built.effect.release;
    let result: Value = json!({
        "siteId": payload.site_id, "digest": release.digest, "isBlocked": release.is_blocked, "pages": release.pages.0,
        "files": release.files.len(), "written": built.written, "leftOut": built.left_out, "notes": built.notes,
    });
    Done { result, effects: vec![built.effect.into()] }
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
