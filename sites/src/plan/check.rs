//! Checks of the input before work begins.

use std::collections::BTreeSet;

use super::{PlanError, PlanInput};
use crate::{SiteKind, origin, path};

/// Maximum number of places and pages.
const MOST: usize = 2_000;
/// Minimum number of pages: home, about, contact, privacy and terms, and one that says more.
const FEWEST_PAGES: usize = 6;
/// Maximum number of characters of a name.
const NAME: usize = 300;
/// Maximum number of characters of a text, such as a postal address.
const TEXT: usize = 2_000;
/// Maximum number of characters of the name of the site.
const SITE_NAME: usize = 60;

/// Checks sizes, the address and the names.
pub(super) fn check(input: &PlanInput) -> Result<(), PlanError> {
    origin::check(&input.url).map_err(|problem| PlanError::invalid("url", problem))?;
    places(input)?;
    pages(input)?;
    texts(input)
}

fn places(input: &PlanInput) -> Result<(), PlanError> {
    match (input.kind, input.places.len()) {
        (_, 0) => return Err(PlanError::invalid("places", "must have at least one place")),
        (SiteKind::Goldmine, 1) => {}
        (SiteKind::Goldmine, count) => {
            let problem = format!("has {count} places; a goldmine site has one, a dominator site several");
            return Err(PlanError::invalid("places", problem));
        }
        (SiteKind::Dominator, count) if count > MOST => {
            return Err(PlanError::invalid("places", format!("has {count} places; at most {MOST} are planned")));
        }
        (SiteKind::Dominator, _) => {}
    }
    for (at, place) in input.places.iter().enumerate() {
        let name = place.facts.name.trim();
        if !name.chars().any(char::is_alphanumeric) || name.chars().count() > NAME {
            let problem = format!("must be a name of at most {NAME} characters");
            return Err(PlanError::invalid(format!("places[{at}].facts.name"), problem));
        }
    }
    Ok(())
}

fn pages(input: &PlanInput) -> Result<(), PlanError> {
    if input.max_pages != 0 && !(FEWEST_PAGES..=MOST).contains(&input.max_pages) {
        return Err(PlanError::invalid("maxPages", format!("must be {FEWEST_PAGES} to {MOST}, or 0")));
    }
    if input.existing.len() > MOST {
        return Err(PlanError::invalid("existing", format!("has more than {MOST} pages")));
    }
    let mut paths = BTreeSet::new();
    for (at, page) in input.existing.iter().enumerate() {
        let field = || format!("existing[{at}].path");
        path::check(&page.path).map_err(|problem| PlanError::invalid(field(), problem))?;
        if !paths.insert(page.path.as_str()) {
            return Err(PlanError::invalid(field(), format!("`{}` is there twice", page.path)));
        }
    }
    Ok(())
}

fn texts(input: &PlanInput) -> Result<(), PlanError> {
    let operator = &input.operator;
    let tenant = input.tenant.as_ref();
    let fields = [
        ("name", input.name.as_deref(), SITE_NAME),
        ("operator.legalName", Some(operator.legal_name.as_str()), NAME),
        ("operator.brandName", Some(operator.brand_name.as_str()), NAME),
        ("operator.email", Some(operator.email.as_str()), NAME),
        ("operator.phone", Some(operator.phone.as_str()), NAME),
        ("operator.privacyEmail", Some(operator.privacy_email.as_str()), NAME),
        ("operator.postalAddress", Some(operator.postal_address.as_str()), TEXT),
        ("operator.reviewer.name", operator.reviewer.as_ref().map(|one| one.name.as_str()), NAME),
        ("operator.reviewer.credentials", operator.reviewer.as_ref().map(|one| one.credentials.as_str()), NAME),
        ("tenant.name", tenant.map(|one| one.name.as_str()), NAME),
        ("contact.form.consent", input.contact.form.as_ref().map(|one| one.consent.as_str()), TEXT),
    ];
    for (field, text, most) in fields {
        if text.is_some_and(|text| text.chars().count() > most) {
            return Err(PlanError::invalid(field, format!("must have at most {most} characters")));
        }
    }
    Ok(())
}
