//! Pages parse as HTML without errors, and what is in them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use scraper::{Html, Selector};
use sites::{File, theme};

use crate::world::{files, sites, text};

pub(crate) fn select(html: &Html, selector: &str) -> Vec<scraper::node::Element> {
    let selector = Selector::parse(selector).expect("a selector");
    html.select(&selector).map(|element| element.value().clone()).collect()
}

pub(crate) fn attributes(html: &Html, selector: &str, name: &str) -> Vec<String> {
    select(html, selector).iter().filter_map(|element| element.attr(name)).map(str::to_owned).collect()
}

pub(crate) fn pages(files: &BTreeMap<String, File>) -> impl Iterator<Item = (&String, Html)> {
    let pages = files.iter().filter(|(path, _)| path.ends_with(".html"));
    pages.map(|(path, file)| (path, Html::parse_document(text(file))))
}

/// Returns the file that a link of a page leads to.
pub(crate) fn target(page: &str, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") || link.starts_with("tel:") || link.starts_with('#') {
        return None;
    }
    let base = url::Url::parse(&format!("https://x.example/{}", page.trim_end_matches("index.html"))).expect("a base");
    let url = base.join(link).expect("a link");
    let path = url.path().trim_start_matches('/').to_owned();
    Some(if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path })
}

#[test]
fn pages_in_all_themes_parse_without_errors() {
    for mut site in sites() {
        for theme in theme::ALL {
            site.theme = theme;
            for (path, html) in pages(&files(&site)) {
                assert!(html.errors.is_empty(), "{} {theme:?} {path}: {:?}", site.name, html.errors);
            }
        }
    }
}

#[test]
fn links_of_pages_lead_to_files() {
    for site in sites() {
        let files = files(&site);
        for (path, html) in pages(&files) {
            let links = ["href", "src"].map(|name| attributes(&html, &format!("[{name}]"), name)).concat();
            assert!(!links.is_empty());
            for link in links {
                if path != "404.html" {
                    assert!(!link.starts_with('/'), "{path}: {link} is not relative");
                }
                if let Some(target) = target(path, &link) {
                    assert!(files.contains_key(&target), "{path}: {link} leads to {target}");
                }
            }
            let ids: BTreeSet<String> = attributes(&html, "[id]", "id").into_iter().collect();
            for link in attributes(&html, "a[href^='#']", "href") {
                assert!(ids.contains(&link[1..]), "{path}: nothing has the id {link}");
            }
        }
    }
}

#[test]
fn every_page_is_within_three_clicks_of_home() {
    for site in sites() {
        let files = files(&site);
        let links: BTreeMap<&String, BTreeSet<String>> = pages(&files)
            .map(|(path, html)| {
                (path, attributes(&html, "a[href]", "href").iter().filter_map(|link| target(path, link)).collect())
            })
            .collect();
        let mut clicks: BTreeMap<String, usize> = BTreeMap::from([("index.html".to_owned(), 0)]);
        let mut queue: VecDeque<String> = clicks.keys().cloned().collect();
        while let Some(path) = queue.pop_front() {
            for next in links.get(&path).into_iter().flatten() {
                if !clicks.contains_key(next) {
                    clicks.insert(next.clone(), clicks[&path] + 1);
                    queue.push_back(next.clone());
                }
            }
        }
        for page in &site.pages {
            let file = format!("{}index.html", page.path.trim_start_matches('/'));
            assert!(clicks.get(&file).is_some_and(|count| *count <= 3), "{}: {:?}", page.path, clicks.get(&file));
        }
    }
}

#[test]
fn ids_are_unique_and_labels_name_their_fields() {
    for site in sites() {
        for (path, html) in pages(&files(&site)) {
            let ids = attributes(&html, "[id]", "id");
            let unique: BTreeSet<&String> = ids.iter().collect();
            assert_eq!(ids.len(), unique.len(), "{path}");
            for name in ["for", "aria-labelledby"] {
                for id in attributes(&html, &format!("[{name}]"), name) {
                    assert!(unique.contains(&id), "{path}: nothing has the id {id}");
                }
            }
            let fields = attributes(&html, "input:not([type=hidden]), textarea", "id");
            let labels: BTreeSet<String> = attributes(&html, "label", "for").into_iter().collect();
            assert!(fields.iter().all(|id| labels.contains(id)), "{path}: a field has no label");
        }
    }
}

#[test]
fn pages_have_one_heading_and_a_complete_head() {
    for site in sites() {
        let mut titles = BTreeSet::new();
        for (path, html) in pages(&files(&site)) {
            assert_eq!(select(&html, "h1").len(), 1, "{path}");
            assert_eq!(select(&html, "main").len(), 1, "{path}");
            assert_eq!(attributes(&html, "html", "lang"), ["en-US"]);
            assert_eq!(select(&html, "meta[name=viewport]").len(), 1);
            assert_eq!(select(&html, "title").len(), 1);
            let title =
                html.select(&Selector::parse("title").expect("a selector")).next().expect("a title").inner_html();
            assert!(titles.insert(title), "{path} has the title of another page");
            let canonical = attributes(&html, "link[rel=canonical]", "href");
            if path == "404.html" {
                assert_eq!(canonical, Vec::<String>::new());
                assert_eq!(attributes(&html, "meta[name=robots]", "content"), ["noindex"]);
                continue;
            }
            let address = format!("https://guide.example.com/{}", path.trim_end_matches("index.html"));
            assert_eq!(canonical, std::slice::from_ref(&address));
            assert_eq!(attributes(&html, "meta[property='og:url']", "content"), [address]);
            assert_eq!(
                attributes(&html, "meta[property='og:image']", "content"),
                ["https://guide.example.com/assets/share.png"]
            );
            let description = attributes(&html, "meta[name=description]", "content");
            assert!((70..=155).contains(&description[0].chars().count()), "{path}: {description:?}");
            assert_eq!(select(&html, "meta[name=robots]").len(), 0, "{path}");
        }
    }
}

#[test]
fn headings_do_not_skip_a_level() {
    for site in sites() {
        for (path, html) in pages(&files(&site)) {
            let mut last = 0_u32;
            for heading in select(&html, "h1, h2, h3, h4, h5, h6") {
                let level = heading.name()[1..].parse::<u32>().expect("a level");
                assert!(level <= last + 1, "{path}: h{level} after h{last}");
                last = level;
            }
        }
    }
}

#[test]
fn pages_and_style_sheets_are_small() {
    for mut site in sites() {
        for theme in theme::ALL {
            site.theme = theme;
            for (path, file) in files(&site) {
                let most = if path.ends_with(".css") { 30 << 10 } else { 100 << 10 };
                assert!(file.bytes.len() <= most, "{theme:?} {path} has {} bytes", file.bytes.len());
            }
        }
    }
}
