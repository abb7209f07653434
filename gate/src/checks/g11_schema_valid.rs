//! G11: structured data can be read, is complete, and says what the page shows.

use engines::text::fold;
use serde_json::Value;

use super::{
    Context, Outcome,
    schema::{self, Meaning, Object},
};
use crate::{
    GateError,
    page::Reading,
    words::{counted, phone, short},
};

/// Properties whose values people must see.
const SHOWN: &[&str] = &[
    "name",
    "headline",
    "alternativeHeadline",
    "text",
    "description",
    "telephone",
    "email",
    "streetAddress",
    "addressLocality",
    "postalCode",
    "price",
    "lowPrice",
    "highPrice",
    "priceRange",
    "serviceType",
    "jobTitle",
    "openingHours",
    "award",
    "slogan",
    "legalName",
    "reviewBody",
    "ratingValue",
    "reviewCount",
    "areaServed",
    "author",
    "provider",
    "knowsAbout",
];
/// Properties that the title and the description of a page, which search results show, may carry.
const IN_HEAD: &[&str] = &["name", "headline", "description"];
/// Properties that are addresses.
const URLS: &[&str] =
    &["url", "item", "logo", "image", "contentUrl", "sameAs", "mainEntityOfPage", "target", "urlTemplate"];

/// Checks all JSON-LD.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let (mut outcome, mut documents) = (Outcome::new(), 0_usize);
    for reading in &context.content.readings {
        context.checkpoint()?;
        for document in &reading.json_ld {
            documents += 1;
            match document {
                Ok(document) => check(reading, document, &mut outcome),
                Err(error) => outcome.block(
                    Some(&reading.path),
                    format!("The JSON-LD cannot be read: {error}."),
                    "Write valid JSON.",
                ),
            }
        }
    }
    if documents == 0 && outcome.findings.is_empty() {
        return Ok(Outcome::not_applicable("The site has no structured data"));
    }
    Ok(outcome.measured(counted(documents, "document", "documents")))
}

fn check(reading: &Reading<'_>, document: &Value, outcome: &mut Outcome) {
    let path = Some(reading.path.as_str());
    let tops = document.as_array().map_or_else(|| std::slice::from_ref(document), Vec::as_slice);
    if !tops.iter().all(is_of_schema_org) {
        outcome.block(
            path,
            "The JSON-LD does not name https://schema.org as its vocabulary.",
            "Add \"@context\": \"https://schema.org\".",
        );
    }
    for node in schema::nodes(document) {
        if node.types().is_empty() && !node.has("@id") && !node.has("@value") {
            let place =
                if node.property.is_empty() { "An object".to_owned() } else { format!("The object {}", node.property) };
            outcome.block(path, format!("{place} of the JSON-LD has no type."), "Add \"@type\".");
        }
        if node.is_reference() {
            continue;
        }
        for missing in missing(node) {
            let detail = format!("Structured data of the type {} has no {missing}.", node.types().join(", "));
            outcome.block(path, detail, format!("Add {missing}, or remove the object."));
        }
        values(reading, node, outcome);
        breadcrumbs(reading, node, outcome);
    }
}

fn is_of_schema_org(top: &Value) -> bool {
    let is_it = |value: &Value| {
        let text = value.as_str().or_else(|| value.get("@vocab").and_then(Value::as_str)).unwrap_or_default();
        text.trim_end_matches('/').trim_start_matches("https://").trim_start_matches("http://") == "schema.org"
    };
    match top.get("@context") {
        Some(Value::Array(list)) => list.iter().any(is_it),
        Some(value) => is_it(value),
        None => false,
    }
}

/// Returns the required properties that are absent.
fn missing(node: Object<'_>) -> Vec<&'static str> {
    let needed = |kind: &str| -> &'static [&'static str] {
        match kind {
            "Organization" => &["name"],
            "WebSite" => &["name", "url"],
            "Service" => &["provider", "areaServed"],
            "BreadcrumbList" => &["itemListElement"],
            "ListItem" => &["position"],
            "Article" | "BlogPosting" => &["headline", "author", "dateModified"],
            "FAQPage" => &["mainEntity"],
            "Question" => &["name", "acceptedAnswer"],
            "Answer" => &["text"],
            kind if schema::meaning(kind) == Meaning::Business && kind != "OpeningHoursSpecification" => {
                &["name", "address"]
            }
            _ => &[],
        }
    };
    let all = node.types().into_iter().flat_map(needed).copied();
    let is_dated = |property: &str| property == "dateModified" && node.has("datePublished");
    all.filter(|property| !node.has(property) && !is_dated(property)).collect()
}

fn values(reading: &Reading<'_>, node: Object<'_>, outcome: &mut Outcome) {
    let path = Some(reading.path.as_str());
    for (property, value) in node.fields {
        let list = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
        for value in list {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => continue,
            };
            let property = property.as_str();
            if URLS.contains(&property) && !is_absolute(&text) {
                let detail =
                    format!("The {property} \"{}\" of the structured data is not an absolute address.", short(&text));
                outcome.block(path, detail, "Write the whole address, with https://.");
            }
            if property == "telephone" && !phone::is_e164(&text) {
                let detail = format!(
                    "The telephone number \"{}\" of the structured data is not in the international format.",
                    short(&text)
                );
                outcome.block(path, detail, "Write it as +19185550123.");
            }
            if SHOWN.contains(&property) && !is_shown(reading, property, &text) {
                let detail =
                    format!("The {property} \"{}\" of the structured data is not visible on the page.", short(&text));
                outcome.block(path, detail, "Show it on the page, or remove it from the structured data.");
            }
        }
    }
}

fn is_absolute(text: &str) -> bool {
    url::Url::parse(text.trim()).is_ok_and(|url| matches!(url.scheme(), "https" | "http") && url.has_host())
}

fn is_shown(reading: &Reading<'_>, property: &str, text: &str) -> bool {
    if property == "telephone" {
        let Some(key) = phone::key(text) else { return false };
        let mut numbers = reading.blocks.iter().flat_map(|block| phone::find(&block.text)).filter_map(phone::key);
        let is_linked = || {
            reading.links.iter().any(|link| {
                link.href.starts_with("tel:") && !link.is_hidden && phone::key(&link.href).as_ref() == Some(&key)
            })
        };
        return numbers.any(|number| number == key) || is_linked() || phone::digits(&reading.folded).contains(&key);
    }
    let text = fold(&without_tags(text));
    if text.is_empty() || reading.shows(&text) {
        return true;
    }
    let head = || [reading.title(), reading.meta("description").unwrap_or_default().to_owned()];
    IN_HEAD.contains(&property) && head().iter().any(|head| fold(head).contains(&text))
}

/// Removes the markup that answers may have.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let is_tag = rest[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let end = rest[at..].find('>').filter(|_| is_tag);
        out.push_str(&rest[..at]);
        out.push(' ');
        rest = end.map_or(&rest[at + 1..], |end| &rest[at + end + 1..]);
    }
    out.push_str(rest);
    out
}

/// Checks that positions of breadcrumbs count from one.
fn breadcrumbs(reading: &Reading<'_>, node: Object<'_>, outcome: &mut Outcome) {
    if !node.has_type("BreadcrumbList") {
        return;
    }
    let items = node.fields.get("itemListElement").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let is_ordered =
        items.iter().enumerate().all(|(at, item)| item.get("position").and_then(Value::as_u64) == Some(at as u64 + 1));
    if !is_ordered {
        outcome.block(
            Some(&reading.path),
            "The positions of the breadcrumbs do not count from 1.",
            "Number the breadcrumbs from 1.",
        );
    }
}
