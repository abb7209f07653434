//! Structured data: only of kinds that a site without a tenant may use, and only what the page shows.

use engines::local::catalog::schema_type;
use serde_json::{Map, Value, json};

use super::{Context, body::Parts, html::clean, picture, words};
use crate::{Page, PageKind, Tenant, phone};

/// Returns the script element.
pub(super) fn script(context: &Context<'_>, page: &Page, parts: &Parts<'_>) -> String {
    let data = json!({ "@context": "https://schema.org", "@graph": graph(context, page, parts) });
    // The text of a script ends at `</script`, whatever surrounds it.
    let text = data.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
    format!("<script type=\"application/ld+json\">{text}</script>\n")
}

fn graph(context: &Context<'_>, page: &Page, parts: &Parts<'_>) -> Vec<Value> {
    let mut graph = vec![organization(context), website(context), web_page(context, page, parts)];
    if page.path != "/" {
        graph.push(crumbs(context, page));
    }
    if matches!(page.kind, PageKind::Home | PageKind::Service | PageKind::Area) {
        graph.extend(service(context, page));
    }
    if page.kind == PageKind::Article {
        graph.push(article(context, page, parts));
    }
    if let Some(tenant) = context.tenant().filter(|_| matches!(page.kind, PageKind::Home | PageKind::Contact)) {
        graph.extend(business(context, tenant));
    }
    graph.extend(questions(context, page, parts));
    graph
}

fn id(context: &Context<'_>, path: &str, name: &str) -> String {
    format!("{}#{name}", context.absolute(path))
}

fn organization(context: &Context<'_>) -> Value {
    json!({
        "@type": "Organization",
        "@id": id(context, "/", "organization"),
        "name": clean(context.operator()),
        "url": context.absolute("/"),
    })
}

fn website(context: &Context<'_>) -> Value {
    json!({
        "@type": "WebSite",
        "@id": id(context, "/", "website"),
        "name": clean(&context.site.name),
        "url": context.absolute("/"),
        "inLanguage": context.site.language,
        "publisher": { "@id": id(context, "/", "organization") },
    })
}

fn web_page(context: &Context<'_>, page: &Page, parts: &Parts<'_>) -> Value {
    json!({
        "@type": "WebPage",
        "@id": id(context, &page.path, "page"),
        "url": context.absolute(&page.path),
        "name": clean(&parts.heading),
        "inLanguage": context.site.language,
        "dateModified": page.updated_on.to_string(),
        "isPartOf": { "@id": id(context, "/", "website") },
    })
}

/// Returns the pages above a page, from home to the page itself.
pub(super) fn trail<'a>(context: &'a Context<'_>, page: &'a Page) -> Vec<&'a Page> {
    let mut trail: Vec<&Page> = context.find("/").into_iter().collect();
    if page.kind == PageKind::Area && page.place.is_some() {
        trail.extend(context.index());
    }
    trail.push(page);
    trail
}

fn crumbs(context: &Context<'_>, page: &Page) -> Value {
    let items = trail(context, page).into_iter().enumerate().map(|(at, page)| {
        json!({
            "@type": "ListItem",
            "position": at + 1,
            "name": clean(&page.label),
            "item": context.absolute(&page.path),
        })
    });
    json!({
        "@type": "BreadcrumbList",
        "@id": id(context, &page.path, "breadcrumb"),
        "itemListElement": items.collect::<Vec<_>>(),
    })
}

/// Returns the service where it is offered: at the place of the page, or at the places of the site that the page names.
fn service(context: &Context<'_>, page: &Page) -> Option<Value> {
    let places = served(context, page);
    if places.is_empty() {
        return None;
    }
    let mut service = Map::new();
    service.insert("@type".to_owned(), json!("Service"));
    service.insert("@id".to_owned(), json!(id(context, &page.path, "service")));
    service.insert("name".to_owned(), json!(clean(&context.site.trade.name)));
    service.insert("url".to_owned(), json!(context.absolute(&page.path)));
    service.insert("provider".to_owned(), json!({ "@id": id(context, "/", "organization") }));
    let areas: Vec<Value> = places.iter().map(|place| json!({ "@type": "Place", "name": place })).collect();
    service.insert("areaServed".to_owned(), json!(areas));
    Some(Value::Object(service))
}

/// Maximum number of places in the structured data of a page.
const MOST_PLACES: usize = 10;

fn served(context: &Context<'_>, page: &Page) -> Vec<String> {
    let names = |page: &Page| page.place.as_deref().map(clean).filter(|place| !place.trim().is_empty());
    if let Some(place) = names(page) {
        return vec![place];
    }
    if page.kind == PageKind::Area {
        return Vec::new();
    }
    let text: String = page.draft.body().map(|sentence| clean(&sentence.text) + "\n").collect();
    let mut places: Vec<String> = context.site.pages.iter().filter_map(names).collect();
    places.sort();
    places.dedup();
    places.retain(|place| text.contains(place.as_str()));
    places.truncate(MOST_PLACES);
    places
}

fn article(context: &Context<'_>, page: &Page, parts: &Parts<'_>) -> Value {
    json!({
        "@type": "Article",
        "@id": id(context, &page.path, "article"),
        "headline": clean(&parts.heading).chars().take(110).collect::<String>(),
        "url": context.absolute(&page.path),
        "image": context.absolute(picture::PATH),
        "dateModified": page.updated_on.to_string(),
        "inLanguage": context.site.language,
        "author": { "@id": id(context, "/", "organization") },
        "publisher": { "@id": id(context, "/", "organization") },
        "mainEntityOfPage": { "@id": id(context, &page.path, "page") },
    })
}

/// Returns the tenant as a local business of the type of its trade; without an address there is none.
fn business(context: &Context<'_>, tenant: &Tenant) -> Option<Value> {
    let parts = [&tenant.street, &tenant.city, &tenant.state].map(|part| clean(part).trim().to_owned());
    let [street, city, state] = parts;
    if street.is_empty() || city.is_empty() {
        return None;
    }
    let mut address = Map::new();
    address.insert("@type".to_owned(), json!("PostalAddress"));
    address.insert("streetAddress".to_owned(), json!(street));
    address.insert("addressLocality".to_owned(), json!(city));
    for (name, value) in [("addressRegion", state), ("postalCode", clean(tenant.postal_code.trim()))] {
        if !value.is_empty() {
            address.insert(name.to_owned(), json!(value));
        }
    }
    let mut business = Map::new();
    let kind = schema_type(&context.site.trade.vertical).unwrap_or("LocalBusiness");
    business.insert("@type".to_owned(), json!(kind));
    business.insert("@id".to_owned(), json!(id(context, "/", "business")));
    business.insert("name".to_owned(), json!(clean(tenant.name.trim())));
    business.insert("address".to_owned(), Value::Object(address));
    if let Some(number) = phone::link(&tenant.phone).filter(|number| number.starts_with('+')) {
        business.insert("telephone".to_owned(), json!(number));
    }
    if let Some(url) = tenant.url.as_deref().and_then(crate::origin::web) {
        business.insert("url".to_owned(), json!(url.as_str()));
    }
    Some(Value::Object(business))
}

/// Returns the questions that the page shows with their answers.
fn questions(context: &Context<'_>, page: &Page, parts: &Parts<'_>) -> Option<Value> {
    let questions = parts.questions();
    if questions.is_empty() || words::is_about_site(page.kind) {
        return None;
    }
    let entities = questions.into_iter().map(|(question, answer)| {
        json!({
            "@type": "Question",
            "name": clean(&question),
            "acceptedAnswer": { "@type": "Answer", "text": clean(&answer) },
        })
    });
    Some(json!({
        "@type": "FAQPage",
        "@id": id(context, &page.path, "faq"),
        "mainEntity": entities.collect::<Vec<_>>(),
    }))
}
