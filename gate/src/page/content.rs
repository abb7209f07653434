//! Reads the files of a site.

use std::collections::{BTreeMap, BTreeSet};

use engines::common::Control;
use sites::{File, Page, Site};
use url::Url;

use super::{Cascades, Reading};
use crate::{
    Candidate, GateError,
    css::{self, Sheet},
    error::checkpoint,
};

/// Maximum number of pages and files of a site, and of their bytes.
const MOST_PAGES: usize = 10_000;
const MOST_FILES: usize = 50_000;
const MOST_BYTES: usize = 1 << 30;
/// Bytes of a style sheet that are read.
const SHEET_BYTES: usize = 1 << 20;

/// The files of a site, read.
#[derive(Debug)]
pub(crate) struct Content<'a> {
    /// HTML files; first the pages, in the order of the model.
    pub(crate) readings: Vec<Reading<'a>>,
    /// Files by their path.
    pub(crate) files: BTreeMap<&'a str, &'a File>,
    /// Style sheets by their path.
    pub(crate) sheets: BTreeMap<&'a str, Sheet>,
    /// Address of the home page.
    pub(crate) base: Url,
    /// Pages of the model that have no file.
    pub(crate) missing: Vec<&'a Page>,
}

impl Content<'_> {
    /// Returns the page at a path of the site, if there is one.
    pub(crate) fn reading(&self, path: &str) -> Option<&Reading<'_>> {
        self.readings.iter().find(|reading| reading.path == path)
    }

    /// Iterates over the pages of the model that have a file.
    pub(crate) fn pages(&self) -> impl Iterator<Item = (&Reading<'_>, &Page)> {
        self.readings.iter().filter_map(|reading| Some((reading, reading.page?)))
    }

    /// Returns the path of the file that answers a path of the site; directories answer with their index.
    pub(crate) fn file_of(&self, path: &str) -> Option<&str> {
        let plain = path.trim_start_matches('/');
        let names = if plain.is_empty() || plain.ends_with('/') {
            [format!("{plain}index.html"), String::new(), String::new()]
        } else {
            [plain.to_owned(), format!("{plain}/index.html"), format!("{plain}.html")]
        };
        names.iter().find_map(|name| self.files.get_key_value(name.as_str())).map(|(path, _)| *path)
    }
}

/// Reads the files of a site.
pub(crate) fn read<'a>(candidate: &'a Candidate<'a>, control: &dyn Control) -> Result<Content<'a>, GateError> {
    let base = check_size(candidate)?;
    let files: BTreeMap<&str, &File> = candidate.files.iter().map(|file| (file.path.as_str(), file)).collect();
    let mut sheets = BTreeMap::new();
    for file in candidate.files.iter().filter(|file| is(file, "text/css", ".css")) {
        checkpoint(control)?;
        let bytes = file.bytes.get(..SHEET_BYTES).unwrap_or(&file.bytes);
        sheets.insert(file.path.as_str(), css::parse(&String::from_utf8_lossy(bytes), control)?);
    }
    let pages = candidate.site.pages.iter().enumerate();
    let by_path: BTreeMap<&str, (usize, &Page)> = pages.map(|(at, page)| (page.path.as_str(), (at, page))).collect();
    let (mut readings, mut cascades) = (Vec::new(), Cascades::default());
    for file in candidate.files.iter().filter(|file| is(file, "text/html", ".html")) {
        checkpoint(control)?;
        let path = path_of(&file.path);
        let page = by_path.get(path.as_str()).map(|(_, page)| *page);
        readings.push(Reading::new(file, path, page, &base, &sheets, &mut cascades, control)?);
    }
    readings.sort_by_cached_key(|one| {
        let position = by_path.get(one.path.as_str()).map_or(usize::MAX, |(at, _)| *at);
        (position, one.path.clone())
    });
    let missing = {
        let found: BTreeSet<&str> = readings.iter().map(|one| one.path.as_str()).collect();
        candidate.site.pages.iter().filter(|page| !found.contains(page.path.as_str())).collect()
    };
    Ok(Content { readings, files, sheets, base, missing })
}

fn is(file: &File, media_type: &str, extension: &str) -> bool {
    file.content_type.starts_with(media_type) || file.path.ends_with(extension)
}

/// Returns the path under which a file is served: `/cost/` for `cost/index.html`.
fn path_of(file: &str) -> String {
    match file.strip_suffix("index.html") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => format!("/{folder}"),
        _ => format!("/{file}"),
    }
}

fn check_size(candidate: &Candidate<'_>) -> Result<Url, GateError> {
    let bytes = candidate.files.iter().map(|file| file.bytes.len()).sum();
    let sizes = [
        ("pages", candidate.site.pages.len(), MOST_PAGES),
        ("files", candidate.files.len(), MOST_FILES),
        ("bytes of files", bytes, MOST_BYTES),
    ];
    if let Some(&(what, got, limit)) = sizes.iter().find(|(_, got, limit)| got > limit) {
        return Err(GateError::TooLarge { what, got, limit });
    }
    if candidate.site.pages.is_empty() {
        return Err(GateError::input("site.pages", "must have a home page"));
    }
    base_of(candidate.site)
}

fn base_of(site: &Site) -> Result<Url, GateError> {
    let url = Url::parse(&format!("{}/", site.url.trim_end_matches('/')));
    url.ok()
        .filter(|url| url.has_host() && matches!(url.scheme(), "http" | "https"))
        .ok_or_else(|| GateError::input("site.url", "must be an address that begins with https://"))
}
