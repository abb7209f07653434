//! Pages with live links that no longer answer.

use std::collections::{BTreeMap, BTreeSet};

use super::book::{Book, Domains, Merged, OWN, Standing, as_of, is_of, page_key};
use super::input::LinkedPage;
use super::output::{LinkProblem, ReclaimPage};

/// Redirects that are followed.
const MOST_HOPS: usize = 10;
/// Linking pages that are listed for a page.
const EXAMPLES: usize = 5;
/// Pages for which a similar living page is looked for.
const WITH_REPLACEMENT: usize = 200;
/// Least share of common words in two addresses (Jaccard) for a replacement.
const SIMILAR: f64 = 0.5;

/// Pages to reclaim, and how many linked pages have a known and an unknown status.
#[derive(Debug)]
pub(super) struct Reclaimed {
    pub(super) pages: Vec<ReclaimPage>,
    pub(super) checked: usize,
    pub(super) unchecked: usize,
}

/// Finds pages of your site that answer 404 or 410 or redirect to the home page, yet have live links.
pub(super) fn reclaim(book: &Book<'_>, pages: &[LinkedPage]) -> Reclaimed {
    let site = Pages::new(&book.sites[OWN], pages);
    let mut linked: BTreeMap<String, Vec<&Merged<'_>>> = BTreeMap::new();
    for link in book.of(OWN) {
        linked.entry(page_key(&link.rows[0].target_url)).or_default().push(link);
    }
    let mut found = Reclaimed { pages: Vec::new(), checked: 0, unchecked: 0 };
    for (key, links) in &linked {
        if links.iter().all(|link| link.standing == Standing::Lost) {
            continue;
        }
        match site.end(key) {
            End::Unknown => found.unchecked += 1,
            End::Living => found.checked += 1,
            End::Broken(broken) => {
                found.checked += 1;
                found.pages.push(page(links, broken));
            }
        }
    }
    found.pages.sort_by(|a, b| {
        let counts = |page: &ReclaimPage| (page.domains.followed, page.domains.referring_domains);
        counts(b).cmp(&counts(a)).then_with(|| a.url.cmp(&b.url))
    });
    let words = site.living_words();
    for page in found.pages.iter_mut().take(WITH_REPLACEMENT) {
        page.replacement = replacement(&page.url, &words);
    }
    found.pages.iter_mut().for_each(|page| page.fix = fix(page));
    found
}

fn page(links: &[&Merged<'_>], broken: Broken<'_>) -> ReclaimPage {
    let mut domains = Domains::default();
    links.iter().for_each(|link| domains.add(&link.domain, link.standing));
    let mut live: Vec<&&Merged<'_>> = links.iter().filter(|link| link.standing != Standing::Lost).collect();
    live.sort_by(|a, b| (a.standing, &a.domain).cmp(&(b.standing, &b.domain)));
    let mut seen = BTreeSet::new();
    live.retain(|link| seen.insert(link.domain.as_str()));
    let rows = || links.iter().flat_map(|link| link.rows.iter().copied());
    let providers: BTreeSet<&str> = rows().map(|row| row.provider.as_str()).collect();
    ReclaimPage {
        // A live link has the address that people follow today.
        url: live.first().map_or_else(String::new, |link| link.rows[0].target_url.clone()),
        problem: broken.problem,
        status: broken.status,
        leads_to: broken.leads_to,
        domains: domains.counts(),
        linked_from: live.iter().take(EXAMPLES).map(|link| link.rows[0].source_url.clone()).collect(),
        replacement: None,
        fix: String::new(),
        providers: providers.into_iter().map(str::to_owned).collect(),
        links_as_of: as_of(rows()),
        checked_at: broken.page.observed_at,
        status_source: broken.page.source.clone(),
    }
}

fn fix(page: &ReclaimPage) -> String {
    let to = page.replacement.as_ref().map_or_else(
        || "the page on the same subject".to_owned(),
        |url| format!("the page on the same subject, for example {url}"),
    );
    match page.problem {
        LinkProblem::Gone => format!("Publish the page again, or redirect it (301) to {to}, not to the home page"),
        LinkProblem::RedirectsHome => format!("Redirect it (301) to {to} instead of the home page"),
    }
}

/// How a linked page ends.
enum End<'a> {
    Living,
    Broken(Broken<'a>),
    Unknown,
}

/// A page that links lead nowhere.
struct Broken<'a> {
    problem: LinkProblem,
    status: u16,
    leads_to: Option<String>,
    page: &'a LinkedPage,
}

/// Pages of your site by the part of their address that counts.
struct Pages<'a> {
    own: &'a str,
    by_key: BTreeMap<String, Vec<&'a LinkedPage>>,
}

impl<'a> Pages<'a> {
    fn new(own: &'a str, pages: &'a [LinkedPage]) -> Self {
        let mut by_key: BTreeMap<String, Vec<&LinkedPage>> = BTreeMap::new();
        for page in pages {
            by_key.entry(page_key(&page.url)).or_default().push(page);
        }
        Self { own, by_key }
    }

    /// Follows the redirects of a page. Of variants of an address (scheme, `www.`, slash), a living one counts.
    fn end(&self, key: &str) -> End<'a> {
        let (mut at, mut first, mut leads_to) = (key.to_owned(), None, None);
        for _ in 0..MOST_HOPS {
            let Some(pages) = self.by_key.get(&at) else { return End::Unknown };
            if pages.iter().any(|page| page.status.is_some_and(|status| (200..300).contains(&status))) {
                return End::Living;
            }
            let onward = pages.iter().find_map(|page| {
                let to = page.redirect.as_deref().filter(|_| is_redirect(page.status))?;
                Some((*page, to)).filter(|(_, to)| page_key(to) != at)
            });
            if let Some((page, to)) = onward {
                first = first.or(Some(page));
                at = page_key(to);
                leads_to = Some(to.to_owned());
                if self.is_home(&at) && !self.is_home(key) {
                    return broken(LinkProblem::RedirectsHome, first.unwrap_or(page), leads_to);
                }
                continue;
            }
            let Some(gone) = pages.iter().find(|page| matches!(page.status, Some(404 | 410))) else {
                return End::Unknown;
            };
            return broken(LinkProblem::Gone, first.unwrap_or(gone), leads_to);
        }
        End::Unknown
    }

    fn is_home(&self, key: &str) -> bool {
        !key.contains(['/', '?']) && is_of(key, self.own)
    }

    /// Returns the living pages with the words of their addresses.
    fn living_words(&self) -> Vec<(&'a str, BTreeSet<String>)> {
        let is_living = |page: &&&LinkedPage| page.status == Some(200);
        let all = self.by_key.values().flatten().filter(is_living);
        all.map(|page| (page.url.as_str(), words(&page.url))).filter(|(_, words)| !words.is_empty()).collect()
    }
}

fn broken(problem: LinkProblem, page: &LinkedPage, leads_to: Option<String>) -> End<'_> {
    End::Broken(Broken { problem, status: page.status.unwrap_or_default(), leads_to, page })
}

fn is_redirect(status: Option<u16>) -> bool {
    matches!(status, Some(301 | 302 | 303 | 307 | 308))
}

/// Returns the living page whose address has the most words in common.
fn replacement(url: &str, living: &[(&str, BTreeSet<String>)]) -> Option<String> {
    let own = words(url);
    let likeness = |other: &BTreeSet<String>| {
        let common = own.intersection(other).count();
        common as f64 / (own.len() + other.len() - common).max(1) as f64
    };
    let rated = living.iter().map(|(url, words)| (likeness(words), *url)).filter(|(share, _)| *share >= SIMILAR);
    rated.min_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1))).map(|(_, url)| url.to_owned())
}

/// Words in the path of an address.
fn words(url: &str) -> BTreeSet<String> {
    let key = page_key(url);
    let path = key.find('/').map_or("", |at| &key[at..]);
    let path = path.split('?').next().unwrap_or_default().to_lowercase();
    let parts = path.split(|c: char| !c.is_alphanumeric());
    let is_word = |part: &&str| part.chars().count() > 1 && !matches!(*part, "html" | "htm" | "php" | "index");
    parts.filter(is_word).map(str::to_owned).collect()
}
