//! Switches to a deployment that exists, and takes a site offline.

use super::api::{Api, Deployment};
use crate::{Remote, SiteKey, TargetError, owner};

pub(super) async fn activate(api: &Api<'_>, remote: &Remote) -> Result<(), TargetError> {
    let gone = || TargetError::Gone { release: remote.release.clone(), place: api.place() };
    let Some(deployment) = &remote.deploy else { return Err(gone()) };
    let title = owner::title(&remote.site, &remote.release);
    let is_live = async || {
        let found = api.find().await?.ok_or_else(|| TargetError::Missing(api.place()))?;
        api.check_owner(&found, &remote.site)?;
        // A rollback may have an id of its own.
        let is_same = |live: &Deployment| live.id == *deployment || live.title() == Some(title.as_str());
        Ok::<_, TargetError>(found.canonical_deployment.as_ref().is_some_and(is_same))
    };
    if is_live().await? {
        return Ok(());
    }
    if !api.roll_back(deployment).await? {
        return Err(gone());
    }
    let mut pause = api.limits.pause;
    for _ in 0..api.limits.looks {
        if is_live().await? {
            return Ok(());
        }
        tokio::time::sleep(pause.min(api.limits.longest_pause)).await;
        pause *= 2;
    }
    let reason = "Cloudflare Pages still shows another deployment".to_owned();
    Err(TargetError::Mismatch { place: api.place(), path: "index.html".to_owned(), reason })
}

/// Deletes the project if it is one that this product created.
pub(super) async fn remove(api: &Api<'_>, site: &SiteKey) -> Result<(), TargetError> {
    let Some(found) = api.find().await? else { return Ok(()) };
    api.check_owner(&found, site)?;
    if api.is_own {
        return api.delete().await;
    }
    Err(TargetError::Unsupported {
        place: api.place(),
        feature: "taking a project offline that was not created here",
        advice: "Delete it at Cloudflare.",
    })
}
