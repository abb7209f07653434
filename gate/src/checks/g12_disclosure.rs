//! G12: every page says that the site refers visitors, who runs it, and how to reach them.

use sites::PageKind;

use super::{Context, Outcome};
use crate::{
    GateError,
    page::{Reading, Target},
    words::{counted, matches, patterns},
};

patterns! {
    /// A statement that the site passes visitors on, or advertises for a business.
    STATEMENT = r"(?i)\breferral\b|\brefers? (?:you|your|visitors|requests|people|readers|homeowners)\b|\b(?:pass|passes|send|sends|forward|forwards) (?:your|their|each|every|on)\b|\bconnects? (?:you|visitors|homeowners|readers|people|customers)\b|\blead[- ]generation\b|\bmatching service\b|\badvertis(?:es?|ement|ing)\b|\bindependent (?:local )?(?:business|businesses|provider|providers|contractor|contractors|company|companies|professionals)\b|\b(?:do|does) not (?:perform|do|carry out|provide) the (?:work|services?)\b|\b(?:is|are) not a (?:contractor|business|provider)\b|\bmay (?:earn|receive) (?:a|money|payment|fees)\b";
}

/// Checks every page of the model.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    let operator = &context.site.operator;
    let names: Vec<&str> = [&operator.legal_name, &operator.brand_name]
        .into_iter()
        .map(|name| name.trim())
        .filter(|name| !name.is_empty())
        .collect();
    if operator.legal_name.trim().is_empty() {
        outcome.block(
            None,
            "The legal name of the operator is unknown.",
            "Enter it in the settings of the site operator.",
        );
    }
    if operator.email.trim().is_empty() && operator.phone.trim().is_empty() {
        outcome.block(
            None,
            "No address of the operator is known.",
            "Enter an email address in the settings of the site operator.",
        );
    }
    for (kind, title) in [(PageKind::Privacy, "privacy policy"), (PageKind::Terms, "page of terms")] {
        if !context.site.pages.iter().any(|page| page.kind == kind) {
            outcome.block(None, format!("The site has no {title}."), format!("Add a {title}."));
        }
    }
    let mut read = 0_usize;
    for (reading, page) in context.content.pages() {
        context.checkpoint()?;
        read += 1;
        let path = Some(page.path.as_str());
        if !names.is_empty() && !names.iter().any(|name| reading.shows(name)) {
            outcome.block(
                path,
                "The page does not name the operator.",
                "Name the operator in the footer of every page.",
            );
        }
        if !reading.blocks.iter().any(|block| matches(&STATEMENT, &block.text)) {
            let fix =
                "Say in the header or footer of every page that the site passes requests to independent businesses.";
            outcome.block(path, "The page does not say that the site refers visitors to a business.", fix);
        }
        if let Some(tenant) = context.tenant().filter(|tenant| !reading.shows(&tenant.name)) {
            outcome.block(
                path,
                format!("The page does not name {}, which rents the site.", tenant.name),
                "Name the business on every page.",
            );
        }
        links(context, reading, &mut outcome);
    }
    Ok(outcome.measured(counted(read, "page checked", "pages checked")))
}

/// Checks that a page links to the privacy policy, the terms and a way to get in touch.
fn links(context: &Context<'_>, reading: &Reading<'_>, outcome: &mut Outcome) {
    let leads_to = |kind: PageKind| {
        let mut pages = context.site.pages.iter().filter(|page| page.kind == kind);
        pages.any(|page| {
            reading.path == page.path
                || reading.links.iter().any(|link| {
                    !link.is_hidden && matches!(&link.target, Target::Internal(path, _) if *path == page.path)
                })
        })
    };
    for (kind, title) in [(PageKind::Privacy, "privacy policy"), (PageKind::Terms, "terms")] {
        if context.site.pages.iter().any(|page| page.kind == kind) && !leads_to(kind) {
            outcome.block(
                Some(&reading.path),
                format!("The page does not link to the {title}."),
                format!("Link to the {title} in the footer."),
            );
        }
    }
    let email = context.site.operator.email.trim();
    let has_app = || {
        reading
            .links
            .iter()
            .any(|link| matches!(&link.target, Target::App(scheme) if scheme == "mailto" || scheme == "tel"))
    };
    if !leads_to(PageKind::Contact) && !has_app() && (email.is_empty() || !reading.shows(email)) {
        outcome.block(
            Some(&reading.path),
            "The page shows no way to get in touch.",
            "Link to the contact page in the footer.",
        );
    }
}
