//! Applies changes to the bytes of a page.

mod description;
mod head_link;
mod heading;
mod insert;
mod link;
mod places;
mod remove;
mod structured_data;
mod tag;
mod title;

use crate::{
    Applied, ApplyError, Change, Outcome, OutcomeStatus,
    outline::Outline,
    page::Page,
    splice::{Splice, splice},
};

pub(crate) use head_link::of_language;
pub(crate) use remove::elements;
pub(crate) use structured_data::is_shown;

/// What a change does to a page.
enum Step {
    /// It replaces parts of the page. The remark is for a person.
    Change(Vec<Splice>, Option<String>),
    /// The page already is as requested.
    Nothing,
    /// The page lacks what the change needs, for this reason.
    Impossible(String),
}

/// Applies changes of one page in order. Bytes outside the changed elements are the same afterwards, and applying the
/// changes again changes nothing.
///
/// # Errors
/// Returns an error if a change is invalid, if the page cannot be read with certainty, and if the caller cancels. A
/// change that the page has no place for is not an error: its outcome gives the reason.
pub fn apply(html: &[u8], changes: &[&Change], cancelled: &dyn Fn() -> bool) -> Result<Applied, ApplyError> {
    for change in changes {
        change.validate()?;
    }
    let encoding = Page::new(html, cancelled)?.encoding;
    let mut current = html.to_vec();
    let mut outcomes = Vec::with_capacity(changes.len());
    for change in changes {
        let step = step(&Page { html: &current, encoding }, change, cancelled)?;
        if let Step::Change(splices, _) = &step {
            current = splice(&current, splices);
        }
        outcomes.push(outcome(step));
    }
    Ok(Applied { html: current, outcomes })
}

fn step(page: &Page<'_>, change: &Change, cancelled: &dyn Fn() -> bool) -> Result<Step, ApplyError> {
    match change {
        Change::AddLink { target, anchor, .. } => return link::step(page, target, anchor, cancelled),
        Change::ReplaceLink { from, to, .. } => return places::links(page, from, to, cancelled),
        Change::SetAlternativeText { image, text, .. } => return places::images(page, image, text, cancelled),
        Change::Remove { change } => return remove::step(page, change, cancelled),
        _ => {}
    }
    let outline = Outline::read(page, cancelled)?;
    match change {
        Change::SetTitle { title, .. } => title::step(page, &outline, title),
        Change::SetDescription { description, .. } => Ok(description::step(page, &outline, description)),
        Change::SetHeading { heading, .. } => Ok(heading::step(page, &outline, heading)),
        Change::SetStructuredData { json, .. } => structured_data::step(page, &outline, json),
        Change::SetCanonical { address, .. } => Ok(head_link::canonical(page, &outline, address)),
        Change::SetAlternate { language, address, .. } => Ok(head_link::alternate(page, &outline, language, address)),
        Change::AddLink { .. }
        | Change::ReplaceLink { .. }
        | Change::SetAlternativeText { .. }
        | Change::Remove { .. }
        | Change::AddRedirect { .. } => Ok(Step::Impossible("a redirect is not part of a page".to_owned())),
    }
}

fn outcome(step: Step) -> Outcome {
    match step {
        Step::Change(_, detail) => Outcome { status: OutcomeStatus::Changed, detail },
        Step::Nothing => Outcome { status: OutcomeStatus::Unchanged, detail: None },
        Step::Impossible(reason) => Outcome { status: OutcomeStatus::Impossible, detail: Some(reason) },
    }
}

/// Returns the remark on a page with several elements of which only the first counts.
fn remark(count: u32, name: &str) -> Option<String> {
    (count > 1).then(|| format!("the page has {count} {name}; the first was changed"))
}
