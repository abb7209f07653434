//! Sends a digest with the end of its run, so that each period is sent once.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::json;
use uuid::Uuid;

use super::{digest::digest_settings, subscriber};
use crate::{
    config::WorkspaceLimits,
    domain::{
        event::{Audience, NewEvent},
        rank::RankTopic,
        run::Run,
    },
    mail::Letter,
    ranks::{Digest, DigestText},
    store::{
        Result, Tx,
        effect::{Applied, Apply, NewFindings},
        macros::*,
    },
};

/// Effect: the digest of a period is sent.
#[derive(Debug)]
pub struct RankDigestEnd {
    /// Website.
    pub website_id: Uuid,
    /// What is sent.
    pub digest: Digest,
    /// Limits of the workspace.
    pub limits: WorkspaceLimits,
}

impl Apply for RankDigestEnd {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        send(tx, run.workspace_id, self, now).boxed()
    }
}

async fn send(tx: &mut Tx, workspace_id: Uuid, end: &RankDigestEnd, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let (website_id, digest) = (end.website_id, &end.digest);
    // A digest that was switched off meanwhile, or whose period another run has sent, is not sent.
    let sql = "UPDATE rank_digests SET covered_until = $3, last_at = $4, last_is_empty = $5, last_emails = 0, last_refused = 0
                WHERE website_id = $1 AND workspace_id = $2 AND frequency <> 'off'
                  AND (covered_until IS NULL OR covered_until < $3)";
    if execute!(&mut *tx, sql, website_id, workspace_id, digest.until, now, digest.is_empty())? == 0 {
        return Ok(Vec::new());
    }
    let settings = digest_settings(&mut *tx, workspace_id, website_id).await?;
    if digest.is_empty() && !settings.sends_empty {
        return Ok(Vec::new());
    }
    let text = DigestText::new(digest, &settings.time_zone);
    let letter = |base_url: &str| digest_letter(&text, website_id, base_url);
    let emailed = subscriber::email(tx, (workspace_id, website_id), RankTopic::Digest, end.limits, letter, now).await?;
    let sql = "UPDATE rank_digests SET last_emails = $3, last_refused = $4 WHERE website_id = $1 AND workspace_id = $2";
    execute!(&mut *tx, sql, website_id, workspace_id, emailed.sent, emailed.refused)?;
    let payload = json!({
        "websiteId": website_id, "title": text.subject, "message": format!("{}\n\n{}", text.subject, text.body()),
        "digest": digest,
    });
    Ok(vec![NewEvent { audience: Audience::Workspace(workspace_id), r#type: "performance:digest", payload }])
}

/// Composes the email of a digest.
#[must_use]
pub fn digest_letter(text: &DigestText, website_id: Uuid, base_url: &str) -> Letter {
    let sections = text.sections.iter().map(DigestText::section);
    let letter = sections.fold(Letter::about(&text.subject), |letter, section| letter.say(&section));
    letter.link("Open rank tracking", &format!("{base_url}/ranks?website={website_id}"))
}
