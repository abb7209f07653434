//! Mark of the site that a place belongs to, so that two sites never mix.

use serde::{Deserialize, Serialize};

use crate::{TargetError, release::SiteKey};

/// Name of the mark in a folder.
pub(crate) const FILE: &str = ".motherlode.json";

#[derive(Serialize, Deserialize)]
struct Mark {
    site: String,
}

/// Returns the mark of a site.
pub(crate) fn mark(site: &SiteKey) -> Vec<u8> {
    serde_json::to_vec(&Mark { site: site.id.clone() }).unwrap_or_default()
}

/// Checks the mark that was found at a place; an unreadable one is refused as well.
pub(crate) fn check(found: &[u8], site: &SiteKey, place: &str) -> Result<(), TargetError> {
    let is_own = serde_json::from_slice::<Mark>(found).is_ok_and(|mark| mark.site == site.id);
    if is_own { Ok(()) } else { Err(TargetError::Occupied(place.to_owned())) }
}

/// Returns the text that marks a deploy at a service: its site and its release.
pub(crate) fn title(site: &SiteKey, release: &str) -> String {
    format!("motherlode {} {release}", site.id)
}

/// Returns the id of the site that a deploy at a service is marked with; `None` if it is not marked.
pub(crate) fn site_of(title: &str) -> Option<&str> {
    title.strip_prefix("motherlode ")?.split(' ').next()
}
