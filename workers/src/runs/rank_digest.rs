//! Digest of the ranks of a website since the previous one.

use serde::Deserialize;
use serde_json::json;
use shared::{
    ranks::DigestText,
    store::{
        rank::{self, RankDigestEnd},
        website,
    },
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError, runs::done::Done};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    website_id: Uuid,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Payload { website_id } = context.payload()?;
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let found = website::find(db, workspace_id, website_id).await?;
    let website = found.filter(|website| website.archived_at.is_none());
    let website = website.ok_or_else(|| JobError::permanent("website-gone", "The website no longer exists."))?;
    let settings = rank::digest_settings(db, workspace_id, website_id).await?;
    // The time of the request, so that another attempt covers the same period.
    let until = context.run.created_at;
    let digest = rank::digest(db, workspace_id, &website, (settings.next_from(until), until)).await?;
    let text = DigestText::new(&digest, &settings.time_zone);
    let result = json!({
        "websiteId": website_id, "from": digest.from, "until": digest.until, "isEmpty": digest.is_empty(),
        "subject": text.subject, "text": text.body(),
    });
    let end = RankDigestEnd { website_id, digest, limits: context.workspace };
    Ok(Done { result, effects: vec![end.into()] })
}
