//! Compares what a website shows with a change.

use url::Url;

use crate::{
    ApplyError, Change, Checked,
    apply::{elements, is_shown, of_language},
    facts::shown,
    instructions,
    link::Finder,
    outline::{HeadLink, Outline, Way},
    page::Page,
    seek::{self, Sought, seek},
    words,
};

/// Compares a page with a change of it.
///
/// # Errors
/// Returns an error if the page cannot be read, and if the caller cancels.
pub fn check(html: &[u8], change: &Change, cancelled: &dyn Fn() -> bool) -> Result<Checked, ApplyError> {
    let page = Page::new(html, cancelled)?;
    match change {
        Change::AddLink { target, anchor, .. } => {
            let found = Finder::read(&page, target, anchor, cancelled)?;
            let shown_target = if found.is_linked { Some(target.clone()) } else { found.linked_to };
            Ok(Checked { is_applied: found.is_linked, found: shown_target.and_then(|text| shown(&text)) })
        }
        Change::ReplaceLink { from, to, .. } => {
            let found = seek(&page, Sought::Links { from, to }, cancelled)?;
            let is_applied = found.all.is_empty() && found.has_other;
            let leads_to = if found.all.is_empty() { found.has_other.then_some(to) } else { Some(from) };
            Ok(Checked { is_applied, found: leads_to.and_then(|text| shown(text)) })
        }
        Change::SetAlternativeText { image, text, .. } => {
            let found = seek(&page, Sought::Images(image), cancelled)?;
            let is_it = |one: &seek::Found| one.text.as_deref().map(words::spaced) == Some(words::spaced(text));
            let other = found.all.iter().find(|one| !is_it(one)).or(found.all.first());
            let is_applied = !found.all.is_empty() && found.all.iter().all(is_it);
            Ok(Checked { is_applied, found: other.and_then(|one| shown(one.text.as_deref()?)) })
        }
        Change::Remove { change } => removed(&page, change, cancelled),
        _ => Ok(outlined(&page, &Outline::read(&page, cancelled)?, change)),
    }
}

/// Compares a page with a removal: what the other change adds must not be there.
fn removed(page: &Page<'_>, change: &Change, cancelled: &dyn Fn() -> bool) -> Result<Checked, ApplyError> {
    let is_there = match change {
        Change::AddLink { target, anchor, .. } => Finder::read(page, target, anchor, cancelled)?.is_linked,
        Change::SetAlternativeText { image, text, .. } => {
            let found = seek(page, Sought::Images(image), cancelled)?.all;
            found.iter().any(|one| one.text.as_deref().map(words::spaced) == Some(words::spaced(text)))
        }
        _ => !elements(page, &Outline::read(page, cancelled)?, change)?.is_empty(),
    };
    let found = is_there.then(|| instructions(change).snippet);
    Ok(Checked { is_applied: !is_there, found: found.and_then(|text| shown(&text)) })
}

/// Compares the parts of a page that search engines read first with a change.
fn outlined(page: &Page<'_>, outline: &Outline, change: &Change) -> Checked {
    let address = |links: &[&HeadLink], wanted: &str| {
        let first = links.first().map(|link| link.address.clone());
        Checked { is_applied: first.as_deref() == Some(wanted), found: first.and_then(|text| shown(&text)) }
    };
    match change {
        Change::SetTitle { title, .. } => {
            let part = outline.title.as_ref().filter(|part| part.is_closed);
            compare(part.map(|part| page.text(&part.inner)), title)
        }
        Change::SetDescription { description, .. } => {
            compare(outline.description.as_ref().and_then(|found| found.text.clone()), description)
        }
        Change::SetHeading { heading, .. } => {
            let found = outline.heading.as_ref();
            let is_applied = found.is_some_and(|one| matches!(one.way(page, heading), Way::Equal));
            Checked { is_applied, found: found.and_then(|one| shown(&one.shown(page))) }
        }
        Change::SetStructuredData { json, .. } => {
            let block = outline.blocks.iter().find(|block| block.is_own).or(outline.blocks.first());
            let found = block.and_then(|block| shown(&page.written(&block.part.inner)));
            Checked { is_applied: is_shown(page, outline, json), found }
        }
        Change::SetCanonical { address: wanted, .. } => address(&outline.canonicals.iter().collect::<Vec<_>>(), wanted),
        Change::SetAlternate { language, address: wanted, .. } => address(&of_language(outline, language), wanted),
        _ => Checked { is_applied: false, found: None },
    }
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
        (Change::Remove { change }, location) => !check_redirect(change, status, location, base).is_applied,
        _ => false,
    };
    Checked { is_applied, found: shown(&found) }
}
