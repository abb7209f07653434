//! Pages that answers cite, and what they have in common.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    input::{Brand, Citation, Sample},
    share::Share,
};

const MOST_PAGES: usize = 100;
const MOST_WORDS: usize = 15;
/// Fewest pages from which anything in common is reported.
const FEWEST_PAGES: usize = 10;
/// Fewest characters of a word.
const SHORTEST: usize = 4;

/// Pages that answers cite.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cited {
    /// Answers that were read.
    pub answers: u32,
    /// Different pages that they cite; of redirects, hosts count.
    pub pages: u32,
    /// Pages of the own website, the most cited first.
    pub own: Vec<CitedPage>,
    /// Pages of other websites, the most cited first.
    pub others: Vec<CitedPage>,
    /// True if there are too few pages to report what they have in common.
    pub is_few: bool,
    /// Kinds of hosts, by pages.
    pub kinds: Vec<HostKindShare>,
    /// Words of titles on at least two hosts, the most frequent first.
    pub title_words: Vec<TitleWord>,
    /// Pages with a title.
    pub titled: u32,
    /// Share of titled pages that name a year.
    pub with_year: Option<Share>,
}

/// A cited page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitedPage {
    /// Normalised URL; `null` if the answers only name the host.
    pub url: Option<String>,
    /// Host.
    pub host: String,
    /// Title.
    pub title: Option<String>,
    /// Answers that cite it.
    pub answers: u32,
    /// Engines whose answers cite it.
    pub engines: Vec<String>,
    /// Kind of the host.
    pub kind: HostKind,
}

/// Kind of a host, by a list of well-known hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum HostKind {
    /// The own website.
    Own,
    /// A rival.
    Rival,
    /// Forums and questions.
    Community,
    /// Encyclopedias.
    Encyclopedia,
    /// Videos.
    Video,
    /// Social networks.
    Social,
    /// Reviews and directories.
    Directory,
    /// Authorities and universities.
    Public,
    /// Any other.
    Other,
}

/// Pages of a kind of host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HostKindShare {
    /// Kind.
    pub kind: HostKind,
    /// Share of the cited pages.
    pub share: Share,
}

/// A word of titles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TitleWord {
    /// Word, in lower case.
    pub word: String,
    /// Share of the titled pages.
    pub share: Share,
}

const KINDS: [(HostKind, &[&str]); 5] = [
    (HostKind::Community, &["reddit.com", "quora.com", "stackexchange.com", "stackoverflow.com"]),
    (HostKind::Encyclopedia, &["wikipedia.org", "britannica.com", "wikihow.com"]),
    (HostKind::Video, &["youtube.com", "youtu.be", "vimeo.com"]),
    (HostKind::Social, &["linkedin.com", "facebook.com", "instagram.com", "x.com", "tiktok.com", "pinterest.com"]),
    (
        HostKind::Directory,
        &[
            "yelp.com",
            "tripadvisor.com",
            "trustpilot.com",
            "g2.com",
            "capterra.com",
            "angi.com",
            "bbb.org",
            "yellowpages.com",
            "thumbtack.com",
            "homeadvisor.com",
        ],
    ),
];

fn kind(host: &str, brands: &[Brand]) -> HostKind {
    if let Some(brand) = brands.iter().find(|brand| brand.owns(host)) {
        return if brand.is_own { HostKind::Own } else { HostKind::Rival };
    }
    let of = |site: &&str| host == *site || host.strip_suffix(*site).is_some_and(|rest| rest.ends_with('.'));
    if let Some((kind, _)) = KINDS.iter().find(|(_, sites)| sites.iter().any(of)) {
        return *kind;
    }
    let is_public = host.split('.').rev().take(2).any(|label| matches!(label, "gov" | "edu" | "mil" | "ac"));
    if is_public { HostKind::Public } else { HostKind::Other }
}

/// Lists the cited pages and what they have in common.
#[must_use]
pub fn cited(brands: &[Brand], answers: &[&Sample]) -> Cited {
    let mut pages: BTreeMap<(&str, Option<&str>), Page<'_>> = BTreeMap::new();
    for answer in answers {
        let mut seen = BTreeSet::new();
        for citation in &answer.citations {
            let key = (citation.host.as_str(), citation.url.as_deref());
            if seen.insert(key) {
                pages.entry(key).or_default().add(citation, &answer.engine);
            }
        }
    }
    let all: Vec<CitedPage> = pages.into_iter().map(|(key, page)| page.finish(key, brands)).collect();
    let mut found = Cited {
        answers: answers.len() as u32,
        pages: all.len() as u32,
        is_few: all.len() < FEWEST_PAGES,
        titled: all.iter().filter(|page| page.title.is_some()).count() as u32,
        ..Cited::default()
    };
    if !found.is_few {
        found.kinds = kinds(&all);
        found.title_words = words(&all, found.titled);
        let years = all.iter().filter(|page| page.title.as_deref().is_some_and(has_year)).count();
        found.with_year = Share::new(years as u32, found.titled);
    }
    let (mut own, mut others): (Vec<_>, Vec<_>) = all.into_iter().partition(|page| page.kind == HostKind::Own);
    for pages in [&mut own, &mut others] {
        pages.sort_by_key(|page| Reverse(page.answers));
        pages.truncate(MOST_PAGES);
    }
    Cited { own, others, ..found }
}

/// Returns the title of a cited page. Some providers, such as Gemini, write the host in its place, which says nothing.
fn title(citation: &Citation) -> Option<&str> {
    let plain = |host: &str| host.trim().to_lowercase().trim_start_matches("www.").to_owned();
    citation.title.as_deref().filter(|title| plain(title) != plain(&citation.host))
}

#[derive(Default)]
struct Page<'a> {
    title: Option<&'a str>,
    answers: u32,
    engines: BTreeSet<&'a str>,
}

impl<'a> Page<'a> {
    fn add(&mut self, citation: &'a Citation, engine: &'a str) {
        self.title = self.title.or(title(citation));
        self.answers += 1;
        self.engines.insert(engine);
    }

    fn finish(self, (host, url): (&str, Option<&str>), brands: &[Brand]) -> CitedPage {
        CitedPage {
            url: url.map(str::to_owned),
            host: host.to_owned(),
            title: self.title.map(str::to_owned),
            answers: self.answers,
            engines: self.engines.into_iter().map(str::to_owned).collect(),
            kind: kind(host, brands),
        }
    }
}

fn kinds(pages: &[CitedPage]) -> Vec<HostKindShare> {
    let mut counts: BTreeMap<HostKind, u32> = BTreeMap::new();
    pages.iter().for_each(|page| *counts.entry(page.kind).or_default() += 1);
    let all = pages.len() as u32;
    let mut found: Vec<HostKindShare> = counts
        .into_iter()
        .filter_map(|(kind, count)| Some(HostKindShare { kind, share: Share::new(count, all)? }))
        .collect();
    found.sort_by_key(|row| Reverse(row.share.count));
    found
}

fn words(pages: &[CitedPage], titled: u32) -> Vec<TitleWord> {
    let mut found: BTreeMap<String, (u32, BTreeSet<&str>)> = BTreeMap::new();
    for page in pages {
        let title = page.title.as_deref().unwrap_or_default().to_lowercase();
        let words: BTreeSet<&str> = title
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().count() >= SHORTEST && !is_year(word))
            .collect();
        for word in words {
            let entry = found.entry(word.to_owned()).or_default();
            entry.0 += 1;
            entry.1.insert(&page.host);
        }
    }
    let mut listed: Vec<TitleWord> = found
        .into_iter()
        .filter(|(_, (_, hosts))| hosts.len() > 1)
        .filter_map(|(word, (count, _))| Some(TitleWord { word, share: Share::new(count, titled)? }))
        .collect();
    listed.sort_by_key(|row| Reverse(row.share.count));
    listed.truncate(MOST_WORDS);
    listed
}

fn has_year(title: &str) -> bool {
    title.split(|c: char| !c.is_alphanumeric()).any(is_year)
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse::<u32>().is_ok_and(|year| (1990..2100).contains(&year))
}
