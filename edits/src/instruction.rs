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
        Change::SetCanonical { address, .. } => (
            format!("Page {at}: set the canonical address, in the SEO settings of the page or in its head."),
            head_link("canonical", None, address),
        ),
        Change::SetAlternate { language, address, .. } => (
            format!("Page {at}: name this version for the language {language}, in the head or the language settings."),
            head_link("alternate", Some(language), address),
        ),
        Change::SetAlternativeText { image, text, .. } => {
            (format!("Page {at}: set the alternative text of the image {image}."), text.clone())
        }
        Change::ReplaceLink { from, to, .. } => {
            (format!("Page {at}: let every link to {from} lead to this address."), to.clone())
        }
        Change::Remove { change } => removal(change),
        Change::AddRedirect { from, to, permanent } => {
            ("Settings for redirects of the website: add this redirect.".to_owned(), redirect(from, to, *permanent))
        }
    };
    Instruction { place, snippet }
}

fn link(target: &str, anchor: &str) -> String {
    let (target, anchor) = (escape::attribute(target, Charset::Unicode), escape::text(anchor, Charset::Unicode));
    format!("<a href=\"{target}\">{anchor}</a>")
}

fn head_link(rel: &str, language: Option<&str>, address: &str) -> String {
    let address = escape::attribute(address, Charset::Unicode);
    let language = language.map(|code| format!(" hreflang=\"{}\"", escape::attribute(code, Charset::Unicode)));
    format!("<link rel=\"{rel}\"{} href=\"{address}\">", language.unwrap_or_default())
}

fn redirect(from: &str, to: &str, permanent: bool) -> String {
    let kind = if permanent { "301 (permanent)" } else { "302 (temporary)" };
    format!("{from} {to} {kind}")
}

/// Returns what a person does to remove what a change adds: where, and what to look for.
fn removal(change: &Change) -> (String, String) {
    let at = change.path();
    let place = match change {
        Change::SetTitle { .. } => format!("Page {at}: remove the SEO title of the page (its `title` element)."),
        Change::SetDescription { .. } => format!("Page {at}: remove the meta description of the page."),
        Change::AddLink { .. } => format!("Page {at}: remove this link, and keep its words."),
        Change::SetStructuredData { .. } => format!("Page {at}: remove these structured data."),
        Change::SetCanonical { .. } => format!("Page {at}: remove the canonical address."),
        Change::SetAlternate { language, .. } => format!("Page {at}: remove the version for the language {language}."),
        Change::SetAlternativeText { image, .. } => {
            format!("Page {at}: remove the alternative text of the image {image}.")
        }
        Change::AddRedirect { .. } => "Settings for redirects of the website: remove this redirect.".to_owned(),
        Change::SetHeading { .. } | Change::ReplaceLink { .. } | Change::Remove { .. } => String::new(),
    };
    (place, instructions(change).snippet)
}
