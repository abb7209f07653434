//! Compares what a website shows with a change.

use url::Url;

use crate::{
    ApplyError, Change, Checked,
    apply::is_shown,
    facts::shown,
    link::Finder,
    outline::{Outline, Way},
    page::Page,
    words,
};

/// Compares a page with a change of it.
///
/// # Errors
/// Returns an error if the page cannot be read, and if the caller cancels.
pub fn check(html: &[u8], change: &Change, cancelled: &dyn Fn() -> bool) -> Result<Checked, ApplyError> {
    let page = Page::new(html, cancelled)?;
    if let Change::AddLink { target, anchor, .. } = change {
        let found = Finder::read(&page, target, anchor, cancelled)?;
        let shown_target = if found.is_linked { Some(target.clone()) } else { found.linked_to };
        return Ok(Checked { is_applied: found.is_linked, found: shown_target.and_then(|text| shown(&text)) });
    }
    let outline = Outline::read(&page, cancelled)?;
    Ok(match change {
        Change::SetTitle { title, .. } => {
            let part = outline.title.as_ref().filter(|part| part.is_closed);
            compare(part.map(|part| page.text(&part.inner)), title)
        }
        Change::SetDescription { description, .. } => {
            compare(outline.description.and_then(|found| found.text), description)
        }
        Change::SetHeading { heading, .. } => {
            let is_applied = outline.heading.as_ref().is_some_and(|one| matches!(one.way(&page, heading), Way::Equal));
            Checked { is_applied, found: outline.heading.and_then(|one| shown(&one.shown(&page))) }
        }
        Change::SetStructuredData { json, .. } => {
            let block = outline.blocks.iter().find(|block| block.is_own).or(outline.blocks.first());
            let found = block.and_then(|block| shown(&page.written(&block.part.inner)));
            Checked { is_applied: is_shown(&page, &outline, json), found }
        }
        Change::AddLink { .. } | Change::AddRedirect { .. } => Checked { is_applied: false, found: None },
    })
}

fn compare(found: Option<String>, wanted: &str) -> Checked {
    let is_applied = found.as_ref().is_some_and(|text| words::spaced(text) == words::spaced(wanted));
    Checked { is_applied, found: found.and_then(|text| shown(&text)) }
}

/// Compares the response to a request for the old path of a redirect with the redirect. `base` is the address that was
/// requested, `status` and `location` are the first response; other changes are never applied by it.
#[must_use]
pub fn check_redirect(change: &Change, status: u16, location: Option<&str>, base: &Url) -> Checked {
    let found = location.map_or_else(|| status.to_string(), |location| format!("{status} {location}"));
    let is_applied = match (change, location) {
        (Change::AddRedirect { to, permanent, .. }, Some(location)) => {
            let is_kind = if *permanent { matches!(status, 301 | 308) } else { matches!(status, 302 | 303 | 307) };
            let resolved = base.join(location).ok();
            is_kind && resolved.is_some() && resolved == base.join(to).ok()
        }
        _ => false,
    };
    Checked { is_applied, found: shown(&found) }
}
