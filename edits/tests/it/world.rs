//! Pages and changes.

use edits::{Applied, ApplyError, Change, OutcomeStatus, PageFacts};
use scraper::{Html, Selector};

/// A page with everything that changes concern.
pub(crate) const PAGE: &str = r#"<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Old title</title>
  <meta name="description" content="Old description">
  <link rel="canonical" href="/plumber/">
  <style>p { color: #333 }</style>
</head>
<body>
  <nav><a href="/">Home</a> <p>emergency plumber</p></nav>
  <main>
    <h1>Emergency plumber in Tulsa</h1>
    <p class=intro>Call an emergency plumber at any hour. Our emergency plumber comes fast.</p>
    <ul><li>Burst pipes<li>Water heaters</ul>
  </main>
  <footer><p>emergency plumber</p></footer>
</body>
</html>
"#;

pub(crate) fn never() -> bool {
    false
}

pub(crate) fn title(title: &str) -> Change {
    Change::SetTitle { path: "/".to_owned(), title: title.to_owned() }
}

pub(crate) fn description(description: &str) -> Change {
    Change::SetDescription { path: "/".to_owned(), description: description.to_owned() }
}

pub(crate) fn heading(heading: &str) -> Change {
    Change::SetHeading { path: "/".to_owned(), heading: heading.to_owned() }
}

pub(crate) fn link(anchor: &str, target: &str) -> Change {
    Change::AddLink { path: "/".to_owned(), target: target.to_owned(), anchor: anchor.to_owned() }
}

pub(crate) fn data(json: serde_json::Value) -> Change {
    Change::SetStructuredData { path: "/".to_owned(), json }
}

pub(crate) fn organization(name: &str) -> Change {
    data(serde_json::json!({"@context": "https://schema.org", "@type": "Organization", "name": name}))
}

pub(crate) fn redirect(from: &str, to: &str) -> Change {
    Change::AddRedirect { from: from.to_owned(), to: to.to_owned(), permanent: true }
}

pub(crate) fn try_apply(html: &[u8], changes: &[Change]) -> Result<Applied, ApplyError> {
    edits::apply(html, &changes.iter().collect::<Vec<_>>(), &never)
}

/// Applies changes, asserts that a second time changes nothing, and returns the page.
pub(crate) fn apply(html: &[u8], changes: &[Change]) -> Applied {
    let applied = try_apply(html, changes).unwrap();
    let again = try_apply(&applied.html, changes).unwrap();
    assert_eq!(text(&again.html), text(&applied.html), "applied twice");
    assert!(!again.is_changed(), "{:?}", again.outcomes);
    assert_eq!(again.is_complete(), applied.is_complete());
    applied
}

/// Applies a change that the page has a place for.
pub(crate) fn applied(html: &str, change: Change) -> String {
    let applied = apply(html.as_bytes(), std::slice::from_ref(&change));
    assert_eq!(applied.outcomes[0].status, OutcomeStatus::Changed, "{:?}", applied.outcomes);
    let checked = edits::check(&applied.html, &change, &never).unwrap();
    assert!(checked.is_applied, "{checked:?}");
    text(&applied.html)
}

/// Applies a change that the page has no place for and returns the reason.
pub(crate) fn impossible(html: &str, change: &Change) -> String {
    let applied = apply(html.as_bytes(), std::slice::from_ref(change));
    assert_eq!(applied.outcomes[0].status, OutcomeStatus::Impossible, "{}", text(&applied.html));
    assert_eq!(applied.html, html.as_bytes());
    assert!(!edits::check(html.as_bytes(), change, &never).unwrap().is_applied);
    applied.outcomes[0].detail.clone().unwrap()
}

pub(crate) fn text(html: &[u8]) -> String {
    String::from_utf8_lossy(html).into_owned()
}

pub(crate) fn facts(html: &str) -> PageFacts {
    edits::facts(html.as_bytes(), &never).unwrap()
}

/// Returns the elements of a page as a browser's parser builds them.
pub(crate) fn shape(html: &str) -> Vec<String> {
    let every = Selector::parse("*").unwrap();
    let document = Html::parse_document(html);
    let shape = |element: scraper::ElementRef<'_>| {
        let names: Vec<&str> = element.value().attrs().map(|(name, _)| name).collect();
        format!("{} {}", element.value().name(), names.join(" "))
    };
    document.select(&every).map(shape).collect()
}

/// Returns the texts of the elements that a selector matches, as a browser's parser reads them.
pub(crate) fn texts(html: &str, selector: &str) -> Vec<String> {
    let document = Html::parse_document(html);
    document.select(&Selector::parse(selector).unwrap()).map(|element| element.text().collect()).collect()
}

/// Returns an attribute of the first element that a selector matches.
pub(crate) fn attribute(html: &str, selector: &str, name: &str) -> Option<String> {
    let document = Html::parse_document(html);
    let element = document.select(&Selector::parse(selector).unwrap()).next()?;
    element.attr(name).map(str::to_owned)
}
