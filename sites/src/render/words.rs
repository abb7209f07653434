//! Texts that all pages share.

use engines::text::with_article;

use super::{Context, html::clean};
use crate::{Page, PageKind, date};

/// Says that the site refers visitors to businesses.
pub(super) fn disclosure(context: &Context<'_>) -> String {
    let operator = context.operator();
    if let Some(tenant) = context.tenant() {
        return format!(
            "This is a referral service. Requests go to {}, which rents this site from {operator}.",
            tenant.name.trim()
        );
    }
    let business = context.site.trade.business.trim();
    let not = if business.is_empty() { String::new() } else { format!(", not {}", with_article(business)) };
    format!(
        "This is a referral service{not}. {operator} passes requests to independent businesses and may be paid for it."
    )
}

/// Says how a page was made, when it was changed, and who is responsible for it. Whether that person reviewed a release is
/// recorded with its approval, after its files were made, so that no file states it.
pub(super) fn made(context: &Context<'_>, page: &Page) -> String {
    let mut text = if is_about_site(page.kind) {
        "How we made this page: written from the facts of the operator by a program.".to_owned()
    } else {
        "How we made this page: composed by a program from an editorial library and public data.".to_owned()
    };
    if page.is_generated {
        text.push_str(" A language model wrote parts of it.");
    }
    text.push_str(&format!(" Last changed on {}.", date::in_words(page.updated_on)));
    let reviewer = context.site.operator.reviewer.as_ref().filter(|one| !one.name.trim().is_empty());
    if let Some(reviewer) = reviewer.filter(|_| !is_about_site(page.kind)) {
        let credentials = reviewer.credentials.trim();
        let comma = if credentials.is_empty() { "" } else { ", " };
        text.push_str(&format!(" Responsible for the content: {}{comma}{credentials}.", reviewer.name.trim()));
    }
    clean(&text)
}

/// True for pages about the site.
pub(super) const fn is_about_site(kind: PageKind) -> bool {
    matches!(kind, PageKind::About | PageKind::Contact | PageKind::Privacy | PageKind::Terms)
}
