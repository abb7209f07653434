//! Structured data with what a page shows.

use crawler::page::Page;
use edits::Change;
use serde_json::{Map, Value, json};
use url::Url;

use super::{Case, Outcome, known::bare};

/// Longest headline, in characters.
const LONGEST_HEADLINE: usize = 110;

/// Adds the data of an article, of the website on its home page, or of a page.
pub(super) fn missing(case: &Case<'_>) -> Outcome {
    let Some(page) = case.visit.page else { return Outcome::default() };
    let found =
        article(case.visit.url, page).or_else(|| website(case, page)).or_else(|| web_page(case.visit.url, page));
    let Some((kind, json)) = found else {
        return Outcome::need("It shows neither a title nor a heading: add one first.");
    };
    let change = Change::SetStructuredData { path: case.path.clone(), json };
    Outcome::fix(case.visit.url, change, (None, kind.to_owned()), "what the page shows and its head states")
}

type Data = Option<(&'static str, Value)>;

fn social<'a>(page: &'a Page, name: &str) -> Option<&'a str> {
    page.document.open_graph.get(name).map(|text| text.trim()).filter(|text| !text.is_empty())
}

fn heading(page: &Page) -> Option<&str> {
    let found = page.headings.iter().find(|heading| heading.level == 1);
    found.map(|heading| heading.text.trim()).filter(|text| !text.is_empty())
}

/// An article: the page names itself one, and states its date.
fn article(url: &Url, page: &Page) -> Data {
    let published = page.document.published.as_deref().filter(|date| is_date(date))?;
    let headline = heading(page).filter(|text| text.chars().count() <= LONGEST_HEADLINE)?;
    if social(page, "og:type") != Some("article") {
        return None;
    }
    let mut item = item("Article", [("headline", headline), ("datePublished", published)]);
    item.insert("mainEntityOfPage".to_owned(), json!(bare(url)));
    // Some pages name a profile here.
    if let Some(author) = page.document.author.as_deref().filter(|name| !name.contains("://")) {
        item.insert("author".to_owned(), json!({ "@type": "Person", "name": author }));
    }
    if let Some(image) = social(page, "og:image").filter(|image| Url::parse(image).is_ok()) {
        item.insert("image".to_owned(), json!(image));
    }
    Some(("Article", item.into()))
}

fn website(case: &Case<'_>, page: &Page) -> Data {
    let name = social(page, "og:site_name").or(case.known.name_of_site()).filter(|_| case.path == "/")?;
    let address = bare(case.visit.url);
    Some(("WebSite", item("WebSite", [("name", name), ("url", &address)]).into()))
}

fn web_page(url: &Url, page: &Page) -> Data {
    let title = page.titles.first().map(|title| title.trim()).filter(|title| !title.is_empty());
    let address = bare(url);
    let mut item = item("WebPage", [("name", title.or_else(|| heading(page))?), ("url", &address)]);
    let description = page.descriptions.first().filter(|text| !text.is_empty());
    for (name, value) in [("description", description), ("inLanguage", page.document.language.as_ref())] {
        if let Some(value) = value {
            item.insert(name.to_owned(), json!(value));
        }
    }
    Some(("WebPage", item.into()))
}

fn item<'a>(kind: &'a str, fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Map<String, Value> {
    let all = [("@context", "https://schema.org"), ("@type", kind)].into_iter().chain(fields);
    all.map(|(name, value)| (name.to_owned(), json!(value))).collect()
}

/// Returns true for a date of ISO 8601, with or without a time.
fn is_date(text: &str) -> bool {
    text.get(..10).is_some_and(|day| day.parse::<chrono::NaiveDate>().is_ok())
}
