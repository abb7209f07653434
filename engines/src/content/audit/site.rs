//! The website of an audit: its pages with their figures, links and topics.

use std::collections::{BTreeSet, HashMap};

use super::input::{AuditInput, AuditPage};
use super::plain::plain;
use super::topic::{Topic, site_name};
use crate::common::{Control, EngineError, checkpoint};
use crate::gazetteer::Gazetteer;
use crate::keyword::{Brand, Entry};
use crate::text::{Stemmer, fold, is_stopword, words};

/// Impressions below which a page of a query is an accident.
pub(super) const LEAST_SHOWN: f64 = 5.0;
/// Last position of the second page of results.
pub(super) const SECOND_PAGE: f64 = 20.0;
/// Maximum number of queries of a page that are looked at, those with most impressions.
const MOST_ROWS: usize = 200;

/// A website.
#[derive(Debug)]
pub(super) struct Site<'a> {
    pub(super) pages: Vec<Seen<'a>>,
    pub(super) queries: Vec<Query>,
    /// Name of the website at the end of most titles.
    pub(super) name: Option<String>,
    pub(super) period_days: Option<f64>,
    /// Impressions of pages that the crawl has not found.
    pub(super) unknown: Unknown,
    /// Whether any page has a description, and a first heading.
    pub(super) has_descriptions: bool,
    pub(super) has_headings: bool,
    pub(super) has_links: bool,
    pub(super) has_texts: bool,
}

/// Pages with impressions that the crawl has not found.
#[derive(Debug, Default)]
pub(super) struct Unknown {
    pub(super) pages: BTreeSet<String>,
    pub(super) impressions: f64,
}

/// A query.
#[derive(Debug, Default)]
pub(super) struct Query {
    pub(super) text: String,
    pub(super) folded: String,
    /// Stems of its content words, in order.
    pub(super) stems: Vec<String>,
    /// Stems of the words that name a place.
    pub(super) place: BTreeSet<String>,
    pub(super) is_brand: bool,
}

/// A page with what is known about it.
#[derive(Debug)]
pub(super) struct Seen<'a> {
    pub(super) page: &'a AuditPage,
    /// Address without scheme, `www.`, fragment and trailing slash.
    pub(super) key: String,
    /// It answers, is not a redirect, and search engines may list it under its own address.
    pub(super) is_living: bool,
    pub(super) is_home: bool,
    pub(super) clicks: f64,
    pub(super) impressions: f64,
    pub(super) position: Option<f64>,
    /// Rows by impressions, descending.
    pub(super) rows: Vec<Row>,
    /// Living pages that link to it.
    pub(super) links_in: Vec<usize>,
    /// Pages that it links to.
    pub(super) links_out: Vec<usize>,
    pub(super) words: Option<u64>,
    pub(super) topic: Topic,
}

/// Figures of a query on a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) query: usize,
    pub(super) clicks: f64,
    pub(super) impressions: f64,
    pub(super) position: Option<f64>,
}

impl<'a> Site<'a> {
    /// Reads the input.
    pub(super) fn read(
        input: &'a AuditInput, brand_terms: &[String], control: &dyn Control,
    ) -> Result<Self, EngineError> {
        let keys: Vec<String> = input.pages.iter().map(|page| key(&page.url)).collect();
        let mut by_key: HashMap<&str, usize> = HashMap::new();
        for (at, own) in keys.iter().enumerate() {
            by_key.entry(own).or_insert(at);
        }
        let by_url: HashMap<&str, usize> =
            input.pages.iter().enumerate().map(|(at, page)| (page.url.as_str(), at)).collect();
        let find = |url: &str| by_url.get(url).copied().or_else(|| by_key.get(key(url).as_str()).copied());
        let name = site_name(input.pages.iter().filter_map(|page| page.title.as_deref()));
        let mut pages = Vec::with_capacity(input.pages.len());
        let topics = Topic::read_all(&input.pages, name.as_deref());
        for (at, (page, topic)) in input.pages.iter().zip(topics).enumerate() {
            if at % 200 == 0 {
                checkpoint(control)?;
            }
            pages.push(Seen::new(page, keys[at].clone(), topic));
        }
        let mut site = Self {
            has_descriptions: input.pages.iter().any(|page| page.description.is_some()),
            has_headings: input.pages.iter().any(|page| page.h1.is_some()),
            has_links: input.pages.iter().any(|page| !page.links.is_empty()),
            has_texts: input.pages.iter().any(|page| !page.text.trim().is_empty()),
            queries: Vec::new(),
            unknown: Unknown::default(),
            period_days: input.period_days,
            name,
            pages,
        };
        site.add_queries(input, find, control)?;
        site.name_brands(brand_terms);
        site.name_places();
        site.add_links(find, control)?;
        Ok(site)
    }

    fn add_queries(
        &mut self, input: &AuditInput, find: impl Fn(&str) -> Option<usize>, control: &dyn Control,
    ) -> Result<(), EngineError> {
        let (mut numbers, stemmer) = (HashMap::new(), Stemmer::default());
        let mut rows: HashMap<(usize, usize), (Row, f64, f64)> = HashMap::new();
        for (at, row) in input.queries.iter().enumerate() {
            if at % 10_000 == 0 {
                checkpoint(control)?;
            }
            let Some(page) = find(&row.page) else {
                self.unknown.impressions += row.impressions;
                if self.unknown.pages.len() < 1_000 {
                    self.unknown.pages.insert(plain(&row.page));
                }
                continue;
            };
            let folded = fold(&row.query);
            if folded.is_empty() {
                continue;
            }
            let query = *numbers.entry(folded.clone()).or_insert_with(|| {
                self.queries.push(Query::new(&row.query, folded, &stemmer));
                self.queries.len() - 1
            });
            let empty = Row { query, clicks: 0.0, impressions: 0.0, position: None };
            let (sum, weighted, weight) = rows.entry((page, query)).or_insert((empty, 0.0, 0.0));
            sum.clicks += row.clicks;
            sum.impressions += row.impressions;
            if let Some(position) = row.position.filter(|position| *position >= 1.0) {
                *weighted += position * row.impressions.max(f64::MIN_POSITIVE);
                *weight += row.impressions.max(f64::MIN_POSITIVE);
            }
        }
        for ((page, _), (row, weighted, weight)) in rows {
            self.pages[page].rows.push(Row { position: (weight > 0.0).then(|| weighted / weight), ..row });
        }
        self.pages.iter_mut().for_each(Seen::finish);
        Ok(())
    }

    /// Marks queries that name the brand. They show several pages of a website and say nothing about competition.
    fn name_brands(&mut self, terms: &[String]) {
        let mut entries: Vec<Entry> = self
            .queries
            .iter()
            .map(|query| Entry { query: query.text.clone(), folded: query.folded.clone(), ..Entry::default() })
            .collect();
        for page in &self.pages {
            for row in &page.rows {
                entries[row.query].clicks += row.clicks;
                entries[row.query].position = entries[row.query].position.or(row.position);
            }
        }
        let host = self.pages.iter().find(|page| page.key.contains('.')).map(|page| page.key.clone());
        let terms: Vec<&str> = terms.iter().map(String::as_str).collect();
        let brand = Brand::new(host.as_deref(), &terms, &entries);
        self.queries.iter_mut().for_each(|query| query.is_brand = brand.is_named(&query.folded));
    }

    fn name_places(&mut self) {
        let folded: Vec<&str> = self.queries.iter().map(|query| query.folded.as_str()).collect();
        let places = Gazetteer::new(&[]).find_all(&folded);
        let stemmer = Stemmer::default();
        for (query, place) in self.queries.iter_mut().zip(places) {
            let Some((first, end)) = place.map(|place| place.span) else { continue };
            let named = words(&query.folded).skip(first).take(end.saturating_sub(first));
            query.place = named.map(|word| stemmer.stem(word)).collect();
        }
    }

    fn add_links(&mut self, find: impl Fn(&str) -> Option<usize>, control: &dyn Control) -> Result<(), EngineError> {
        for at in 0..self.pages.len() {
            if at % 200 == 0 {
                checkpoint(control)?;
            }
            let targets: BTreeSet<usize> =
                self.pages[at].page.links.iter().filter_map(|link| find(&link.url)).collect();
            for target in targets.into_iter().filter(|target| *target != at) {
                self.pages[at].links_out.push(target);
                if self.pages[at].is_living {
                    self.pages[target].links_in.push(at);
                }
            }
        }
        Ok(())
    }

    /// Pages in the order in which they are kept: most clicks, then most links to them, then the shortest address. The home
    /// page is first.
    pub(super) fn by_precedence(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.pages.len()).collect();
        order.sort_by(|a, b| {
            let (a, b) = (&self.pages[*a], &self.pages[*b]);
            let figures = b.clicks.total_cmp(&a.clicks).then(b.links_in.len().cmp(&a.links_in.len()));
            let address = a.page.url.len().cmp(&b.page.url.len()).then(a.page.url.cmp(&b.page.url));
            b.is_home.cmp(&a.is_home).then(figures).then(address)
        });
        order
    }

    /// Place of each page in an order.
    pub(super) fn ranks(order: &[usize]) -> Vec<usize> {
        let mut rank = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, at)| rank[*at] = place);
        rank
    }

    /// Rows of a page that are no brand queries.
    pub(super) fn rows_of(&self, at: usize) -> impl Iterator<Item = &Row> {
        self.pages[at].rows.iter().filter(|row| !self.queries[row.query].is_brand)
    }
}

impl<'a> Seen<'a> {
    fn new(page: &'a AuditPage, key: String, topic: Topic) -> Self {
        let is_own = page.canonical.as_deref().is_none_or(|canonical| {
            canonical.trim().is_empty()
                || self::key(canonical) == key
                || canonical.starts_with('/') && key.ends_with(canonical.trim_end_matches('/'))
        });
        let counted = || page.text.split_whitespace().count() as u64;
        Self {
            is_living: page.status.is_none_or(|status| status == 200) && page.is_indexable != Some(false) && is_own,
            is_home: !key.contains('/') || key == "/",
            clicks: page.clicks.unwrap_or(0.0),
            impressions: page.impressions.unwrap_or(0.0),
            position: None,
            rows: Vec::new(),
            links_in: Vec::new(),
            links_out: Vec::new(),
            words: page.words.or_else(|| (!page.text.trim().is_empty()).then(counted)),
            topic,
            page,
            key,
        }
    }

    /// Adds up and sorts the rows.
    fn finish(&mut self) {
        self.rows.sort_by(|a, b| b.impressions.total_cmp(&a.impressions).then(a.query.cmp(&b.query)));
        self.clicks = self.clicks.max(self.rows.iter().map(|row| row.clicks).sum());
        self.impressions = self.impressions.max(self.rows.iter().map(|row| row.impressions).sum());
        let ranked = || self.rows.iter().filter_map(|row| Some((row.position?, row.impressions)));
        let weight: f64 = ranked().map(|(_, weight)| weight).sum();
        let sum: f64 = ranked().map(|(position, weight)| position * weight).sum();
        self.position = (weight > 0.0).then(|| sum / weight);
        self.rows.truncate(MOST_ROWS);
    }

    /// True for a page that is gone.
    pub(super) fn is_broken(&self) -> bool {
        matches!(self.page.status, Some(404 | 410))
    }
}

impl Query {
    fn new(text: &str, folded: String, stemmer: &Stemmer) -> Self {
        let content = words(&folded).filter(|word| !is_stopword(word));
        let stems = content.map(|word| stemmer.stem(word)).collect();
        Self { text: plain(text), stems, folded, place: BTreeSet::new(), is_brand: false }
    }
}

/// Returns an address without scheme, `www.`, fragment and trailing slash, its host in lower case.
pub(super) fn key(url: &str) -> String {
    let bare = url.split('#').next().unwrap_or_default();
    let bare = bare.strip_prefix("https://").or_else(|| bare.strip_prefix("http://")).unwrap_or(bare);
    if bare.starts_with('/') {
        return format!("/{}", bare.trim_matches('/'));
    }
    let (host, path) = bare.split_once('/').unwrap_or((bare, ""));
    let host = host.to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    match path.trim_end_matches('/') {
        "" => host.to_owned(),
        path => format!("{host}/{path}"),
    }
}
