//! What a crawl knows of a website's addresses, titles and languages.

use std::collections::{HashMap, HashSet};

use crawler::audit::Visit;
use edits::Change;
use url::Url;

/// Pages that are compared with. A website with more has no clear targets.
const MOST_PAGES: usize = 200_000;
/// Language versions of a page that are kept.
const MOST_VERSIONS: usize = 200;
/// Least length of a name that identifies a page, in characters.
const LEAST_NAME: usize = 8;
/// Names of files that a folder answers with.
const INDEXES: [&str; 3] = ["index.html", "index.htm", "index.php"];
/// Separators between a title and the name of its website.
pub(super) const SEPARATORS: [&str; 6] = [" | ", " – ", " — ", " - ", " · ", " » "];
/// Least number of titles that end with the name of the website.
const LEAST_NAMED: usize = 3;

/// The end of redirects.
#[derive(Debug, Clone)]
pub(super) struct Final {
    pub(super) url: Url,
    /// Whether all redirects to it are permanent.
    pub(super) is_permanent: bool,
}

/// Facts of all pages.
#[derive(Debug, Default)]
pub(in crate::runs) struct Known {
    /// Host without `www.`.
    host: String,
    is_full: bool,
    /// Pages that search engines may show.
    pages: HashSet<String>,
    /// Those pages by the form of their address, and by its last part; `None` if several share it.
    by_form: HashMap<String, Option<String>>,
    by_name: HashMap<String, Option<String>>,
    /// Addresses that redirect to a page.
    finals: HashMap<String, Final>,
    /// Addresses that answered with 404 or 410.
    missing: HashSet<String>,
    /// Versions that pages name: their codes and addresses.
    versions: HashMap<String, Vec<(String, String)>>,
    /// Codes by which other pages name an address.
    codes: HashMap<String, HashSet<String>>,
    titles: HashSet<String>,
    descriptions: HashSet<String>,
    /// Titles by what follows their last separator.
    names: HashMap<String, usize>,
}

impl Known {
    pub(super) fn new(host: &str) -> Self {
        Self { host: host.to_ascii_lowercase(), ..Self::default() }
    }

    /// Notes a visit.
    pub(in crate::runs) fn see(&mut self, visit: &Visit<'_>) {
        if self.pages.len() + self.finals.len() + self.missing.len() >= MOST_PAGES {
            self.is_full = true;
            return;
        }
        let address = bare(visit.url);
        if let (Some(last), true) = (visit.redirects.last(), is_success(visit.status)) {
            let is_permanent = visit.redirects.iter().all(|hop| matches!(hop.status, 301 | 308));
            self.finals.insert(address, Final { url: last.target.clone(), is_permanent });
            return;
        }
        if visit.redirects.is_empty() && matches!(visit.status, Some(404 | 410)) {
            self.missing.insert(address);
            return;
        }
        let Some(page) = visit.page.filter(|_| visit.is_ok()) else { return };
        if let Some(title) = page.titles.first().filter(|title| !title.is_empty()) {
            self.titles.insert(folded(title));
            if let Some(name) = SEPARATORS.iter().filter_map(|separator| title.rsplit_once(separator)).next() {
                *self.names.entry(name.1.trim().to_owned()).or_default() += 1;
            }
        }
        self.descriptions.extend(page.descriptions.first().map(|text| folded(text)));
        if visit.is_indexable() {
            let put = |all: &mut HashMap<String, Option<String>>, key: String| {
                all.entry(key).and_modify(|known| *known = None).or_insert_with(|| Some(address.clone()));
            };
            put(&mut self.by_form, form(visit.url));
            if let Some(name) = name(visit.url) {
                put(&mut self.by_name, name);
            }
            let named = page.document.alternates.iter().take(MOST_VERSIONS);
            let versions: Vec<_> =
                named.filter_map(|one| Some((one.language.trim().to_owned(), bare(one.url.as_ref()?)))).collect();
            for (code, version) in versions.iter().filter(|(_, version)| *version != address) {
                self.codes.entry(version.clone()).or_default().insert(code.to_ascii_lowercase());
            }
            if !versions.is_empty() {
                self.versions.insert(address.clone(), versions);
            }
            self.pages.insert(address);
        }
    }

    /// Notes the texts of changes, so that no other page gets them.
    pub(super) fn claim<'a>(&mut self, changes: impl Iterator<Item = &'a Change>) {
        for change in changes {
            match change {
                Change::SetTitle { title, .. } => {
                    self.titles.insert(folded(title));
                }
                Change::SetDescription { description, .. } => {
                    self.descriptions.insert(folded(description));
                }
                _ => {}
            }
        }
    }

    /// Returns true if an address is one of the website.
    pub(super) fn is_own(&self, url: &Url) -> bool {
        url.host_str().is_some_and(|host| host.strip_prefix("www.").unwrap_or(host) == self.host)
    }

    /// Returns the path of a page of the website; `None` for one with a query.
    pub(super) fn path(&self, url: &Url) -> Option<String> {
        (self.is_own(url) && url.query().is_none()).then(|| url.path().to_owned())
    }

    /// Returns an address as a link of the website names it.
    pub(super) fn target(&self, url: &Url) -> String {
        if self.is_own(url) { url[url::Position::BeforePath..url::Position::AfterQuery].to_owned() } else { bare(url) }
    }

    /// Returns true for a page that search engines may show.
    pub(super) fn has_page(&self, url: &Url) -> bool {
        self.pages.contains(&bare(url))
    }

    pub(super) fn final_of(&self, url: &Url) -> Option<&Final> {
        self.finals.get(&bare(url))
    }

    pub(super) fn is_missing(&self, url: &Url) -> bool {
        self.missing.contains(&bare(url))
    }

    /// Returns the versions that a page names.
    pub(super) fn versions(&self, url: &Url) -> &[(String, String)] {
        self.versions.get(&bare(url)).map_or(&[], Vec::as_slice)
    }

    /// Returns the codes by which other pages name a page.
    pub(super) fn codes_of(&self, url: &Url) -> HashSet<String> {
        self.codes.get(&bare(url)).cloned().unwrap_or_default()
    }

    /// Returns the one page that an address without a page means, and why.
    pub(super) fn clear_target(&self, url: &Url) -> Option<(Url, &'static str)> {
        if self.is_full {
            return None;
        }
        let own = |found: Option<&Option<String>>| Url::parse(found?.as_ref()?).ok();
        if let Some(page) = own(self.by_form.get(&form(url))) {
            return Some((page, "the only page whose address differs in its spelling alone"));
        }
        let page = own(self.by_name.get(&name(url)?))?;
        Some((page, "the only page whose address ends with the same name"))
    }

    pub(super) fn has_title(&self, title: &str) -> bool {
        self.titles.contains(&folded(title))
    }

    pub(super) fn has_description(&self, description: &str) -> bool {
        self.descriptions.contains(&folded(description))
    }

    /// Returns the name of the website: that with which most titles end.
    pub(super) fn name(&self) -> Option<&str> {
        let (name, count) = self.names.iter().max_by_key(|(name, count)| (**count, name.as_str()))?;
        (*count >= LEAST_NAMED && *count * 2 >= self.titles.len()).then_some(name)
    }
}

fn is_success(status: Option<u16>) -> bool {
    status.is_some_and(|status| (200..300).contains(&status))
}

/// Returns an address without its fragment.
pub(super) fn bare(url: &Url) -> String {
    url[..url::Position::AfterQuery].to_owned()
}

/// Returns a text for comparison.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns an address in a form in which spellings of the same page are equal.
fn form(url: &Url) -> String {
    let path = url.path().to_lowercase().replace('_', "-");
    let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    if parts.last().is_some_and(|last| INDEXES.contains(last)) {
        parts.pop();
    }
    let joined = parts.join("/");
    let stem = [".html", ".htm", ".php"].iter().find_map(|end| joined.strip_suffix(end)).unwrap_or(&joined);
    let host = url.host_str().unwrap_or_default();
    format!("{}/{stem}?{}", host.strip_prefix("www.").unwrap_or(host), url.query().unwrap_or_default())
}

/// Returns the last part of an address, if it identifies a page: several words.
fn name(url: &Url) -> Option<String> {
    let form = form(url);
    let (path, query) = form.split_once('?')?;
    let last = path.rsplit('/').next()?;
    (query.is_empty() && last.contains('-') && last.chars().count() >= LEAST_NAME).then(|| last.to_owned())
}
