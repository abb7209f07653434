//! Publishes a deploy that exists, and takes a site offline.

use super::api::{Api, Deploy};
use crate::{Remote, SiteKey, TargetError, owner};

pub(super) async fn activate(api: &Api<'_>, remote: &Remote) -> Result<(), TargetError> {
    let gone = || TargetError::Gone { release: remote.release.clone(), place: api.place() };
    let (Some(site), Some(deploy)) = (&remote.project, &remote.deploy) else { return Err(gone()) };
    let title = owner::title(&remote.site, &remote.release);
    let is_live = async || {
        let found = api.get(site).await?.ok_or_else(|| TargetError::Missing(api.place()))?;
        api.check_owner(&found, &remote.site)?;
        let is_same = |live: &Deploy| live.id == *deploy || live.title.as_deref() == Some(title.as_str());
        Ok::<_, TargetError>(found.published_deploy.as_ref().is_some_and(is_same))
    };
    if is_live().await? {
        return Ok(());
    }
    if !api.restore(site, deploy).await? {
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
    let reason = "Netlify still shows another deploy".to_owned();
    Err(TargetError::Mismatch { place: api.place(), path: "index.html".to_owned(), reason })
}

/// Deletes the site if it is one that this product created.
pub(super) async fn remove(api: &Api<'_>, site: &SiteKey) -> Result<(), TargetError> {
    let Some(found) = api.find().await? else { return Ok(()) };
    api.check_owner(&found, site)?;
    if api.is_own {
        return api.delete(&found.id).await;
    }
    Err(TargetError::Unsupported {
        place: api.place(),
        feature: "taking a site offline that was not created here",
        advice: "Delete or disable it at Netlify.",
    })
}
