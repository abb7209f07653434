//! What a crawl knows of a website's addresses, titles and languages, on disk: memory does not grow with the number of pages.

use std::{
    collections::{BTreeSet, HashMap},
    io,
    path::Path,
};

use crawler::{
    audit::Visit,
    disk::{Errors, Heap, Place, Table, hash},
    page::Page,
};
use edits::Change;
use url::Url;

/// Language versions of a page that are kept.
const MOST_VERSIONS: usize = 200;
/// Least length of a name that identifies a page, in characters.
const LEAST_NAME: usize = 8;
/// Names of files that a folder answers with.
const INDEXES: [&str; 3] = ["index.html", "index.htm", "index.php"];
/// Separators between a title and the name of its website.
pub(super) const SEPARATORS: [&str; 6] = [" | ", " – ", " — ", " - ", " · ", " » "];
/// Least number of titles that end with the name of the website.
const LEAST_NAMED: u64 = 3;
/// Endings of titles that are counted. The name of the website is among the first.
const MOST_NAMES: usize = 10_000;
/// Bytes of a slot with a place, and of one with a mark as well.
const PLACED: usize = 8 + Place::BYTES;
const MARKED: usize = PLACED + 1;

/// The end of redirects.
#[derive(Debug, Clone)]
pub(super) struct Final {
    pub(super) url: Url,
    /// Whether all redirects to it are permanent.
    pub(super) is_permanent: bool,
}

/// Facts of all pages.
#[derive(Debug)]
pub(in crate::runs) struct Known {
    /// Host without `www.`.
    host: String,
    /// Pages that search engines may show.
    pages: Table<8>,
    /// Those pages by the form of their address, and by its last part. Marked if several share it.
    by_form: Table<MARKED>,
    by_name: Table<MARKED>,
    /// Addresses that redirect to a page, marked if all redirects are permanent.
    finals: Table<MARKED>,
    /// Addresses that answered with 404 or 410.
    missing: Table<8>,
    /// Versions that pages name: their codes and addresses.
    versions: Table<PLACED>,
    /// Codes by which other pages name an address: the last one, which leads to the one before.
    codes: Table<PLACED>,
    /// Pairs of an address and a code.
    named: Table<8>,
    titles: Table<8>,
    descriptions: Table<8>,
    /// Titles by what follows their last separator.
    names: HashMap<String, u64>,
    texts: Heap,
    errors: Errors,
}

impl Known {
    /// Creates a collection for a website with this host, without `www.`. Its files, without names, are in the folder.
    pub(super) fn new(host: &str, dir: &Path) -> io::Result<Self> {
        Ok(Self {
            host: host.to_ascii_lowercase(),
            pages: Table::create(dir)?,
            by_form: Table::create(dir)?,
            by_name: Table::create(dir)?,
            finals: Table::create(dir)?,
            missing: Table::create(dir)?,
            versions: Table::create(dir)?,
            codes: Table::create(dir)?,
            named: Table::create(dir)?,
            titles: Table::create(dir)?,
            descriptions: Table::create(dir)?,
            names: HashMap::new(),
            texts: Heap::create(dir)?,
            errors: Errors::default(),
        })
    }

    /// Returns the first error since the last call; what could not be read counted as unknown.
    pub(super) fn check(&mut self) -> io::Result<()> {
        self.errors.take()
    }

    /// Notes a visit.
    pub(in crate::runs) fn see(&mut self, visit: &Visit<'_>) -> io::Result<()> {
        let address = bare(visit.url);
        if let (Some(last), true) = (visit.redirects.last(), is_success(visit.status)) {
            let is_permanent = visit.redirects.iter().all(|hop| matches!(hop.status, 301 | 308));
            let place = self.texts.push(last.target.as_str().as_bytes())?;
            return self.finals.put(hash(&address), |value, _| set(value, place, is_permanent));
        }
        if visit.redirects.is_empty() && matches!(visit.status, Some(404 | 410)) {
            return self.missing.insert(hash(&address)).map(|_| ());
        }
        let Some(page) = visit.page.filter(|_| visit.is_ok()) else { return Ok(()) };
        if let Some(title) = page.titles.first().filter(|title| !title.is_empty()) {
            self.titles.insert(hash(&folded(title)))?;
            self.count_name(title);
        }
        if let Some(text) = page.descriptions.first() {
            self.descriptions.insert(hash(&folded(text)))?;
        }
        if visit.is_indexable() { self.see_indexable(visit.url, &address, page) } else { Ok(()) }
    }

    fn count_name(&mut self, title: &str) {
        let Some((_, name)) = SEPARATORS.iter().find_map(|separator| title.rsplit_once(separator)) else { return };
        if let Some(count) = self.names.get_mut(name.trim()) {
            *count += 1;
        } else if self.names.len() < MOST_NAMES {
            self.names.insert(name.trim().to_owned(), 1);
        }
    }

    fn see_indexable(&mut self, url: &Url, address: &str, page: &Page) -> io::Result<()> {
        let place = self.texts.push(address.as_bytes())?;
        self.by_form.put(hash(&form(url)), |value, is_new| set(value, place, !is_new))?;
        if let Some(name) = name(url) {
            self.by_name.put(hash(&name), |value, is_new| set(value, place, !is_new))?;
        }
        let named = page.document.alternates.iter().take(MOST_VERSIONS);
        let versions: Vec<(String, String)> =
            named.filter_map(|one| Some((one.language.trim().to_owned(), bare(one.url.as_ref()?)))).collect();
        for (code, version) in versions.iter().filter(|(_, version)| version != address) {
            self.name(version, &code.to_ascii_lowercase())?;
        }
        if !versions.is_empty() {
            let place = self.texts.push(&serde_json::to_vec(&versions)?)?;
            self.versions.put(hash(address), |value, _| value.copy_from_slice(&place.to_bytes()))?;
        }
        self.pages.insert(hash(address)).map(|_| ())
    }

    /// Notes that a page names an address by a code.
    fn name(&mut self, address: &str, code: &str) -> io::Result<()> {
        if !self.named.insert(hash(&format!("{code} {address}")))? {
            return Ok(());
        }
        let before = self.codes.find(hash(address))?.and_then(|slot| place(&slot[8..])).unwrap_or_default();
        let entry = [&before.to_bytes(), code.as_bytes()].concat();
        let place = self.texts.push(&entry)?;
        self.codes.put(hash(address), |value, _| value.copy_from_slice(&place.to_bytes()))
    }

    /// Notes the texts of changes, so that no other page gets them.
    pub(super) fn claim<'a>(&mut self, changes: impl Iterator<Item = &'a Change>) {
        for change in changes {
            match change {
                Change::SetTitle { title, .. } => {
                    self.errors.or_default(self.titles.insert(hash(&folded(title))));
                }
                Change::SetDescription { description, .. } => {
                    self.errors.or_default(self.descriptions.insert(hash(&folded(description))));
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
        self.has(&self.pages, &bare(url))
    }

    pub(super) fn final_of(&self, url: &Url) -> Option<Final> {
        let slot = self.errors.or_default(self.finals.find(hash(&bare(url))))?;
        let is_permanent = slot[MARKED - 1] != 0;
        Some(Final { url: self.url(&slot)?, is_permanent })
    }

    pub(super) fn is_missing(&self, url: &Url) -> bool {
        self.has(&self.missing, &bare(url))
    }

    /// Returns the versions that a page names.
    pub(super) fn versions(&self, url: &Url) -> Vec<(String, String)> {
        let slot = self.errors.or_default(self.versions.find(hash(&bare(url))));
        let Some(place) = slot.and_then(|slot| place(&slot[8..])) else { return Vec::new() };
        self.errors.or_default(self.texts.get(place).and_then(|bytes| Ok(serde_json::from_slice(&bytes)?)))
    }

    /// Returns the codes by which other pages name a page.
    pub(super) fn codes_of(&self, url: &Url) -> BTreeSet<String> {
        let slot = self.errors.or_default(self.codes.find(hash(&bare(url))));
        let mut at = slot.and_then(|slot| place(&slot[8..])).unwrap_or_default();
        let mut codes = BTreeSet::new();
        while at != Place::default() {
            let entry = self.errors.or_default(self.texts.get(at));
            let Some((before, code)) = entry.split_first_chunk() else { break };
            codes.insert(String::from_utf8_lossy(code).into_owned());
            at = Place::from_bytes(*before);
        }
        codes
    }

    /// Returns the one page that an address without a page means, and why.
    pub(super) fn clear_target(&self, url: &Url) -> Option<(Url, &'static str)> {
        if let Some(page) = self.only(&self.by_form, &form(url)) {
            return Some((page, "the only page whose address differs in its spelling alone"));
        }
        let page = self.only(&self.by_name, &name(url)?)?;
        Some((page, "the only page whose address ends with the same name"))
    }

    /// Returns the page of a key, if no other page shares it.
    fn only(&self, pages: &Table<MARKED>, key: &str) -> Option<Url> {
        let slot = self.errors.or_default(pages.find(hash(key))).filter(|slot| slot[MARKED - 1] == 0)?;
        self.url(&slot)
    }

    fn url(&self, slot: &[u8; MARKED]) -> Option<Url> {
        let text = self.errors.or_default(self.texts.text(place(&slot[8..])?));
        Url::parse(&text).ok()
    }

    fn has(&self, texts: &Table<8>, text: &str) -> bool {
        self.errors.or_default(texts.find(hash(text))).is_some()
    }

    pub(super) fn has_title(&self, title: &str) -> bool {
        self.has(&self.titles, &folded(title))
    }

    pub(super) fn has_description(&self, description: &str) -> bool {
        self.has(&self.descriptions, &folded(description))
    }

    /// Returns the name of the website: that with which most titles end.
    pub(super) fn name_of_site(&self) -> Option<&str> {
        let (name, count) = self.names.iter().max_by_key(|(name, count)| (**count, name.as_str()))?;
        (*count >= LEAST_NAMED && *count * 2 >= self.titles.len()).then_some(name)
    }
}

/// Sets a place with a mark.
fn set(value: &mut [u8], place: Place, is_marked: bool) {
    value[..Place::BYTES].copy_from_slice(&place.to_bytes());
    value[Place::BYTES] = u8::from(is_marked);
}

fn place(value: &[u8]) -> Option<Place> {
    value.first_chunk().map(|bytes| Place::from_bytes(*bytes))
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
