//! G10: structured data has only types that are true of the site.

use engines::text::fold;

use super::{
    Context, Outcome,
    schema::{self, Meaning, Object},
};
use crate::{GateError, page::Reading, words::counted};

/// Properties that praise.
const PRAISE: &[&str] = &["review", "reviews", "aggregateRating", "starRating", "award", "awards"];
/// Properties that only a business with a shop has.
const SHOP: &[&str] = &["openingHours", "openingHoursSpecification", "priceRange", "geo", "hasMap", "paymentAccepted"];

/// Checks the types and properties of all structured data.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let (mut outcome, mut objects) = (Outcome::new(), 0_usize);
    for reading in &context.content.readings {
        context.checkpoint()?;
        for node in reading.json_ld.iter().flatten().flat_map(schema::nodes) {
            objects += 1;
            types(context, reading, node, &mut outcome);
            properties(context, reading, node, &mut outcome);
        }
        attributes(context, reading, &mut outcome);
    }
    Ok(outcome.measured(counted(objects, "object", "objects")))
}

fn types(context: &Context<'_>, reading: &Reading<'_>, node: Object<'_>, outcome: &mut Outcome) {
    for kind in node.types() {
        let problem = problem(context, kind).or_else(|| {
            let is_business = schema::meaning(kind) == Meaning::Business && kind != "OpeningHoursSpecification";
            is_business.then(|| foreign(context, node, kind)).flatten()
        });
        if let Some((detail, fix)) = problem {
            outcome.block(Some(&reading.path), detail, fix);
        }
    }
}

/// Returns why a type is not allowed, and what to do.
fn problem(context: &Context<'_>, kind: &str) -> Option<(String, &'static str)> {
    match schema::meaning(kind) {
        Meaning::Plain => None,
        Meaning::Judgement => Some((
            format!("Structured data of the type {kind} is about the site itself; search engines treat that as spam."),
            "Remove reviews and ratings from the structured data.",
        )),
        Meaning::Business if context.tenant().is_some() => None,
        Meaning::Business => Some((
            format!(
                "Structured data of the type {kind} claims a real local business, and the site has no verified tenant."
            ),
            "Use Organization and Service until a verified business rents the site.",
        )),
        Meaning::Unknown => Some((
            format!("Structured data of the type {kind} is not on the list of allowed types."),
            "Use Organization, WebSite, WebPage, Service, BreadcrumbList, Article or FAQPage.",
        )),
    }
}

/// Returns why a local business is not the tenant.
fn foreign(context: &Context<'_>, node: Object<'_>, kind: &str) -> Option<(String, &'static str)> {
    let tenant = context.tenant()?;
    let name = node.text("name").unwrap_or_default();
    (!node.is_reference() && fold(name) != fold(&tenant.name)).then(|| {
        let detail =
            format!("Structured data of the type {kind} names \"{name}\", and the verified tenant is {}.", tenant.name);
        (detail, "Give the name and address of the tenant.")
    })
}

fn properties(context: &Context<'_>, reading: &Reading<'_>, node: Object<'_>, outcome: &mut Outcome) {
    for property in PRAISE.iter().filter(|property| node.has(property)) {
        let detail = format!("Structured data has the property {property} about the site itself.");
        outcome.block(Some(&reading.path), detail, "Remove reviews, ratings and awards from the structured data.");
    }
    if context.tenant().is_some() {
        return;
    }
    for property in SHOP.iter().filter(|property| node.has(property)) {
        let is_place =
            node.types().iter().any(|kind| matches!(*kind, "Place" | "City" | "State" | "AdministrativeArea"));
        if *property == "geo" && is_place {
            continue;
        }
        let detail = format!("Structured data has the property {property}, which only a real local business has.");
        outcome.block(Some(&reading.path), detail, "Remove it until a verified business rents the site.");
    }
    let street = node.text("streetAddress");
    let own = fold(&context.site.operator.postal_address);
    if let Some(street) = street.filter(|street| !own.contains(&fold(street))) {
        let detail = format!("Structured data has the street address \"{street}\", which is not that of the operator.");
        outcome.block(Some(&reading.path), detail, "Remove the address.");
    }
}

/// Checks types that are written as attributes.
fn attributes(context: &Context<'_>, reading: &Reading<'_>, outcome: &mut Outcome) {
    for (_, element) in reading.tree.all() {
        let given = [element.attribute("itemtype"), element.attribute("typeof")];
        let kinds = given.into_iter().flatten().flat_map(str::split_ascii_whitespace);
        for kind in kinds.map(|kind| kind.rsplit(['/', ':']).next().unwrap_or(kind)) {
            if let Some((detail, fix)) = problem(context, kind) {
                outcome.block(Some(&reading.path), detail, fix);
            }
        }
        let is_praise = element
            .attribute("itemprop")
            .is_some_and(|given| given.split_ascii_whitespace().any(|one| PRAISE.contains(&one)));
        if is_praise {
            outcome.block(
                Some(&reading.path),
                "An attribute marks text as a review, rating or award of the site itself.",
                "Remove the attribute.",
            );
        }
    }
}
