//! Checks of a site before it is rendered.

use std::collections::BTreeSet;

use super::RenderError;
use crate::{PageKind, Site, origin, path};

/// Maximum number of pages, of blocks of a page, and of bytes of all texts.
const PAGES: usize = 2_000;
const BLOCKS: usize = 5_000;
const BYTES: usize = 64 << 20;

/// Checks addresses, paths and sizes.
pub(super) fn check(site: &Site) -> Result<(), RenderError> {
    origin::check(&site.url).map_err(|problem| RenderError::invalid("url", problem))?;
    if site.name.trim().is_empty() {
        return Err(RenderError::invalid("name", "must not be empty"));
    }
    let is_tag = |tag: &str| !tag.is_empty() && tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !is_tag(&site.language) {
        return Err(RenderError::invalid("language", "must be a language tag such as `en-US`"));
    }
    size("pages", site.pages.len(), PAGES)?;
    pages(site)?;
    contact(site)
}

fn size(what: &'static str, got: usize, limit: usize) -> Result<(), RenderError> {
    if got > limit { Err(RenderError::TooLarge { what, got, limit }) } else { Ok(()) }
}

fn pages(site: &Site) -> Result<(), RenderError> {
    let first = site.pages.first();
    if !first.is_some_and(|page| page.path == "/" && page.kind == PageKind::Home) {
        return Err(RenderError::invalid("pages", "must start with the home page, whose path is `/`"));
    }
    let mut paths = BTreeSet::new();
    let mut bytes = 0_usize;
    for (at, page) in site.pages.iter().enumerate() {
        path::check(&page.path).map_err(|problem| RenderError::invalid(format!("pages[{at}].path"), problem))?;
        if !paths.insert(page.path.as_str()) {
            return Err(RenderError::invalid(format!("pages[{at}].path"), format!("`{}` is there twice", page.path)));
        }
        if page.draft.title.text.trim().is_empty() {
            return Err(RenderError::invalid(format!("pages[{at}].draft.title"), "must not be empty"));
        }
        if page.label.trim().is_empty() {
            return Err(RenderError::invalid(format!("pages[{at}].label"), "must not be empty"));
        }
        size("blocks of a page", page.draft.blocks.len(), BLOCKS)?;
        bytes += page.draft.body().map(|sentence| sentence.text.len()).sum::<usize>();
        size("bytes of text", bytes, BYTES)?;
    }
    Ok(())
}

fn contact(site: &Site) -> Result<(), RenderError> {
    if let Some(form) = &site.contact.form {
        if origin::web(&form.action).is_none() {
            return Err(RenderError::invalid("contact.form.action", "must be an absolute http(s) address"));
        }
        if form.consent.trim().is_empty() {
            return Err(RenderError::invalid("contact.form.consent", "must say what a visitor agrees to"));
        }
    }
    if let Some(phone) = &site.contact.phone
        && crate::phone::link(&phone.number).is_none()
    {
        return Err(RenderError::invalid("contact.phone.number", "must have 7 to 15 digits, such as `+19185550123`"));
    }
    if let Some(beacon) = &site.beacon
        && origin::web(&beacon.src).is_none()
    {
        return Err(RenderError::invalid("beacon.src", "must be an absolute http(s) address"));
    }
    Ok(())
}
