//! Results of a search.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{Device, SerpRequest};
use crate::{provider::Provider, web};

/// Kind of an element on the page of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// Ordinary result.
    Organic,
    /// Advertisement.
    Paid,
    /// Business in the pack of local results.
    LocalPack,
    /// Business in the results of a map.
    MapResult,
    /// Excerpt above the results.
    FeaturedSnippet,
    /// Answer of a model above the results.
    AiOverview,
    /// Questions.
    PeopleAlsoAsk,
    /// Related queries.
    RelatedSearches,
    /// Facts about a subject.
    KnowledgeGraph,
    /// Videos.
    Video,
    /// Images.
    Images,
    /// News.
    News,
    /// Products.
    Shopping,
    /// Threads of forums.
    Discussions,
    /// Any other element.
    Other,
}

/// A business in local results.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// Google's identifier of the business.
    pub cid: Option<String>,
    /// Google's identifier of the place.
    pub place_id: Option<String>,
    /// Address.
    pub address: Option<String>,
    /// Telephone number.
    pub phone: Option<String>,
    /// Category.
    pub category: Option<String>,
    /// Rating, from 1 to 5.
    pub rating: Option<f64>,
    /// Number of reviews.
    pub reviews: Option<u64>,
    /// Latitude and longitude, in degrees.
    pub point: Option<(f64, f64)>,
}

/// An element on the page of results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Kind.
    pub kind: ItemKind,
    /// Rank among elements of its kind, from 1: the position that users mean.
    pub rank: Option<u32>,
    /// Rank among all elements, from 1. Absent where a provider does not report it.
    pub absolute_rank: Option<u32>,
    /// URL.
    pub url: Option<String>,
    /// Host of the URL, without `www.`.
    pub host: Option<String>,
    /// Title; of a question or related query, its text.
    pub title: String,
    /// Excerpt.
    pub snippet: Option<String>,
    /// Business.
    pub listing: Option<Listing>,
}

impl Item {
    /// Creates an element.
    #[must_use]
    pub fn new(kind: ItemKind, rank: Option<u32>, title: &str, url: Option<String>) -> Self {
        let host = url.as_deref().and_then(web::host);
        Self { kind, rank, absolute_rank: None, url, host, title: title.to_owned(), snippet: None, listing: None }
    }
}

/// A page that an AI overview names as its source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// URL.
    pub url: String,
    /// Host of the URL, without `www.`.
    pub host: Option<String>,
    /// Title.
    pub title: Option<String>,
    /// Name of the website.
    pub source: Option<String>,
    /// Excerpt.
    pub text: Option<String>,
}

/// Text of an AI overview.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overview {
    /// Text.
    pub text: String,
    /// Sources in the order of the provider, each URL once.
    pub references: Vec<Reference>,
}

impl Overview {
    /// Adds a source unless its page is already there.
    pub fn cite(&mut self, reference: Reference) {
        let page = web::normalise(&reference.url);
        let is_known =
            |known: &Reference| known.url == reference.url || (page.is_some() && web::normalise(&known.url) == page);
        if !reference.url.is_empty() && !self.references.iter().any(is_known) {
            let host = web::host(&reference.url);
            self.references.push(Reference { host, ..reference });
        }
    }
}

/// Whether there is an AI overview.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum AiOverview {
    /// The page has none.
    #[default]
    Absent,
    /// The provider does not report overviews: the page may have one.
    Unknown,
    /// The page has one that loads later; its sources are not known.
    NotLoaded {
        /// Token with which SerpApi loads it, within a minute or so.
        token: Option<String>,
    },
    /// The page has one.
    Present(Overview),
}

/// Results of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Serp {
    /// Provider.
    pub provider: Provider,
    /// Query.
    pub query: String,
    /// Place, see [`super::Place::label`].
    pub place: String,
    /// Device.
    pub device: Device,
    /// Language.
    pub language: String,
    /// When the provider fetched the page.
    pub fetched_at: DateTime<Utc>,
    /// Address at which the results can be compared.
    pub check_url: Option<String>,
    /// Number of results that the search engine claims.
    pub total: Option<u64>,
    /// Results that were asked for: a page that is not among them ranks beyond this depth, which is not the same as not
    /// ranking.
    pub depth: u32,
    /// Elements in order.
    pub items: Vec<Item>,
    /// AI overview.
    pub ai_overview: AiOverview,
}

impl Serp {
    /// Creates empty results.
    #[must_use]
    pub fn new(provider: Provider, request: &SerpRequest, fetched_at: DateTime<Utc>) -> Self {
        Self {
            provider,
            query: request.query.clone(),
            place: request.place.label(),
            device: request.device,
            language: request.language.clone(),
            fetched_at,
            check_url: None,
            total: None,
            depth: request.depth,
            items: Vec::new(),
            ai_overview: AiOverview::Absent,
        }
    }

    /// Returns the elements of a kind.
    pub fn of_kind(&self, kind: ItemKind) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.kind == kind)
    }

    /// Returns the kinds of elements besides ordinary results.
    #[must_use]
    pub fn features(&self) -> BTreeSet<ItemKind> {
        let mut kinds: BTreeSet<_> = self.items.iter().map(|item| item.kind).collect();
        kinds.remove(&ItemKind::Organic);
        if matches!(self.ai_overview, AiOverview::NotLoaded { .. } | AiOverview::Present(_)) {
            kinds.insert(ItemKind::AiOverview);
        }
        kinds
    }

    /// Returns the best ordinary result of a domain, subdomains included.
    #[must_use]
    pub fn best_of(&self, domain: &str) -> Option<&Item> {
        let domain = domain.trim_start_matches("www.").to_ascii_lowercase();
        let is_own = |host: &str| host == domain || host.strip_suffix(&domain).is_some_and(|rest| rest.ends_with('.'));
        let own = self.of_kind(ItemKind::Organic).filter(|item| item.host.as_deref().is_some_and(is_own));
        own.min_by_key(|item| item.rank.unwrap_or(u32::MAX))
    }
}
