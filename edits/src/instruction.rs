//! Instructions for a person who edits a page in a content management system.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Change,
    escape::{self, Charset},
};

/// What a person must do for a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditInstruction)]
pub struct Instruction {
    /// Where to do it, in a sentence.
    #[serde(rename = "where")]
    pub place: String,
    /// What to enter there: text or HTML, to copy.
    pub snippet: String,
}

/// Returns what a person must do for a change.
#[must_use]
pub fn instructions(change: &Change) -> Instruction {
    let at = change.path();
    let (place, snippet) = match change {
        Change::SetTitle { title, .. } => {
            (format!("Page {at}: replace the SEO title of the page (its `title` element)."), title.clone())
        }
        Change::SetDescription { description, .. } => {
            (format!("Page {at}: replace the meta description of the page."), description.clone())
        }
        Change::SetHeading { heading, .. } => {
            (format!("Page {at}: replace the main heading of the page (its first `h1`)."), heading.clone())
        }
        Change::AddLink { target, anchor, .. } => (
            format!("Page {at}: in the main text, link the first occurrence of “{anchor}” that is not in a heading."),
            link(target, anchor),
        ),
        Change::SetStructuredData { json, .. } => (
            format!("Page {at}: add this to the custom HTML of the head, in place of an earlier version of it."),
            format!(
                "<script type=\"application/ld+json\" data-motherlode=\"\">{}</script>",
                escape::json(json, Charset::Unicode)
            ),
        ),
        Change::AddRedirect { from, to, permanent } => {
            let kind = if *permanent { "301 (permanent)" } else { "302 (temporary)" };
            ("Settings for redirects of the website: add this redirect.".to_owned(), format!("{from} {to} {kind}"))
        }
    };
    Instruction { place, snippet }
}

fn link(target: &str, anchor: &str) -> String {
    let (target, anchor) = (escape::attribute(target, Charset::Unicode), escape::text(anchor, Charset::Unicode));
    format!("<a href=\"{target}\">{anchor}</a>")
}
