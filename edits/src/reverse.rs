//! Changes that bring back what a page showed.

use serde_json::Value;

use crate::{
    ApplyError, Change,
    apply::of_language,
    check,
    outline::Outline,
    page::Page,
    seek::{Sought, seek},
    words,
};

/// What undoes a change.
#[derive(Debug, Clone, PartialEq)]
pub enum Reverse {
    /// Another change.
    Change(Change),
    /// The page showed the change before it was made.
    Nothing,
    /// Nothing, for this reason.
    Impossible(String),
}

/// Returns what undoes a change of a page that was `before`. `None` is the page before a redirect, which has none.
///
/// # Errors
/// Returns an error if the page cannot be read, and if the caller cancels.
pub fn reverse(before: Option<&[u8]>, change: &Change, cancelled: &dyn Fn() -> bool) -> Result<Reverse, ApplyError> {
    if let Change::Remove { change } = change {
        return Ok(Reverse::Change((**change).clone()));
    }
    let remove = || Reverse::Change(Change::Remove { change: Box::new(change.clone()) });
    let Some(html) = before.filter(|_| change.is_on_page()) else { return Ok(valid(remove())) };
    if check(html, change, cancelled)?.is_applied {
        return Ok(Reverse::Nothing);
    }
    let page = Page::new(html, cancelled)?;
    match change {
        Change::ReplaceLink { path, from, to } => {
            let found = seek(&page, Sought::Links { from, to }, cancelled)?;
            if found.has_other {
                let why = format!("other links of {path} led to {to} before the change");
                return Ok(Reverse::Impossible(why));
            }
            Ok(valid(Reverse::Change(Change::ReplaceLink { path: path.clone(), from: to.clone(), to: from.clone() })))
        }
        Change::SetAlternativeText { path, image, .. } => {
            let found = seek(&page, Sought::Images(image), cancelled)?.all;
            let text = found.into_iter().find_map(|one| one.text).filter(|text| !text.trim().is_empty());
            let set =
                |text| Reverse::Change(Change::SetAlternativeText { path: path.clone(), image: image.clone(), text });
            Ok(valid(text.map_or_else(remove, set)))
        }
        _ => {
            let outline = Outline::read(&page, cancelled)?;
            Ok(valid(earlier(&page, &outline, change).map_or_else(remove, Reverse::Change)))
        }
    }
}

/// Returns why a change cannot be entered, such as a relative address.
fn valid(reverse: Reverse) -> Reverse {
    match &reverse {
        Reverse::Change(change) => match change.validate() {
            Ok(()) => reverse,
            Err(error) => Reverse::Impossible(format!("what the page had cannot be entered: {error}")),
        },
        Reverse::Nothing | Reverse::Impossible(_) => reverse,
    }
}

/// Returns the change that sets what a page showed; `None` if it showed nothing of the kind.
fn earlier(page: &Page<'_>, outline: &Outline, change: &Change) -> Option<Change> {
    let path = change.path().to_owned();
    let filled = |text: String| Some(words::spaced(&text)).filter(|text| !text.is_empty());
    Some(match change {
        Change::SetTitle { .. } => {
            let part = outline.title.as_ref().filter(|part| part.is_closed)?;
            Change::SetTitle { path, title: filled(page.text(&part.inner))? }
        }
        Change::SetDescription { .. } => {
            let text = outline.description.as_ref()?.text.clone()?;
            Change::SetDescription { path, description: filled(text)? }
        }
        Change::SetHeading { .. } => {
            Change::SetHeading { path, heading: filled(outline.heading.as_ref()?.shown(page))? }
        }
        Change::SetStructuredData { .. } => {
            let own = outline.blocks.iter().find(|block| block.is_own)?;
            let json: Value = serde_json::from_str(&page.written(&own.part.inner)).ok()?;
            Change::SetStructuredData { path, json }
        }
        Change::SetCanonical { .. } => {
            let link = outline.canonicals.first().filter(|link| !link.address.is_empty())?;
            Change::SetCanonical { path, address: link.address.clone() }
        }
        Change::SetAlternate { language, .. } => {
            let address = of_language(outline, language).first()?.address.clone();
            Change::SetAlternate { path, language: language.clone(), address }
        }
        _ => return None,
    })
}
