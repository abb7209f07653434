//! What the workspace knows of a keyword: position, clicks, volume, results and pages that rank.

use std::collections::BTreeMap;

use engines::{
    content::fixes::{Figure, Mention, PageFacts, SearchFacts, SerpEntry, SerpFacts},
    semantic,
};
use shared::{
    domain::{
        keyword::NewKeyword,
        observation::{SeenPage, SerpResult},
        rank::TrackedKeyword,
    },
    store::{
        import, keyword,
        rank::{self, RankFilter},
        website,
    },
};
use url::Url;
use uuid::Uuid;

use crate::{context::RunContext, error::JobError};

/// Tracked keywords that contain the text.
const MOST_TRACKED: usize = 200;
/// Results that are shown.
const MOST_RESULTS: usize = 10;
/// Top pages that the page is compared with.
const MOST_RIVALS: i64 = 20;
/// Own pages with the keyword that are looked at.
const MOST_MENTIONS: i64 = 50;
/// Days of a month.
const MONTH: f64 = 365.25 / 12.0;
const TRACKER: &str = "Rank tracker";

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) facts: SearchFacts,
    pub(super) rivals: Vec<semantic::Page>,
    pub(super) mentions: Vec<Mention>,
}

/// Loads it for the run's website; nothing for a page of no website.
pub(super) async fn load(context: &RunContext, keyword: &str, page: Option<&PageFacts>) -> Result<Search, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Search::default()) };
    let site = website::find(&context.db, context.run.workspace_id, website_id).await?;
    let Some(site) = site else { return Ok(Search::default()) };
    let mut search = Search::default();
    if let Some(known) = keyword::find(&context.db, context.run.workspace_id, website_id, keyword).await? {
        add_keyword(&mut search.facts, &known.body.0);
    }
    if let Some(tracked) = tracked(context, website_id, keyword).await? {
        add_rank(&mut search.facts, &tracked);
        search.facts.serp = checked(context, &tracked).await?;
    }
    if search.facts.serp.is_none() {
        search.facts.serp = imported(context, website_id, keyword).await?;
    }
    search.rivals = rivals(context, website_id, keyword, &site.host).await?;
    if let Some(page) = page {
        search.mentions = mentions(context, website_id, keyword, (site.host.as_str(), page.url.as_str())).await?;
    }
    Ok(search)
}

/// Adds the figures of the keyword engine.
fn add_keyword(facts: &mut SearchFacts, known: &NewKeyword) {
    let source = match known.source.as_str() {
        "search_console" => "Search Console, by the keyword engine".to_owned(),
        other => format!("Imported keywords ({other}), by the keyword engine"),
    };
    let observed_at = known.observed_to.map(|day| day.to_string());
    let figure = |value: f64| Figure { value, source: source.clone(), observed_at: observed_at.clone() };
    facts.position = known.position.map(figure);
    facts.ranking_url.clone_from(&known.page);
    if let (Some(from), Some(to)) = (known.observed_from, known.observed_to) {
        let days = to.signed_duration_since(from).num_days() + 1;
        let months = f64::from(i32::try_from(days).unwrap_or(i32::MAX)) / MONTH;
        if days > 0 && known.impressions > 0 {
            facts.impressions = Some(figure((count(known.impressions) / months).round()));
            facts.clicks = Some(figure((count(known.clicks) / months).round()));
        }
    }
    let volume_source = known.volume_source.clone().unwrap_or_else(|| "keyword tool".to_owned());
    facts.volume = known.volume.map(|value| Figure {
        value,
        source: format!("Search volume ({}), by the keyword engine", volume_source.replace('_', " ")),
        observed_at: observed_at.clone(),
    });
}

/// Returns the tracked keyword with the latest check.
async fn tracked(context: &RunContext, website_id: Uuid, keyword: &str) -> Result<Option<TrackedKeyword>, JobError> {
    let filter = RankFilter { contains: Some(keyword.to_lowercase()), ..RankFilter::new(website_id) };
    let found = rank::list(&context.db, context.run.workspace_id, &filter, MOST_TRACKED).await?;
    let is_it = |row: &TrackedKeyword| row.query() == keyword.to_lowercase() && row.checked_at.is_some();
    Ok(found.items.into_iter().filter(is_it).max_by_key(|row| row.checked_at))
}

/// Adds the tracked position, which is newer and of one search, not an average.
fn add_rank(facts: &mut SearchFacts, tracked: &TrackedKeyword) {
    let at = tracked.checked_at.map(|at| at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true));
    let place = if tracked.place.is_empty() { &tracked.country } else { &tracked.place };
    let source = format!("{TRACKER} ({place}, {})", tracked.device.as_str());
    let figure = |value: i32| Figure { value: f64::from(value), source: source.clone(), observed_at: at.clone() };
    if tracked.rank.is_some() {
        facts.position = tracked.rank.map(figure);
        facts.ranking_url.clone_from(&tracked.url);
    } else if facts.position.is_none() {
        facts.beyond = tracked.depth.map(figure);
    }
    if facts.volume.is_none() {
        let source = "Search volume, by the keyword engine".to_owned();
        facts.volume = tracked.volume.map(|value| Figure { value, source, observed_at: None });
    }
}

/// Returns the results of the latest check.
async fn checked(context: &RunContext, tracked: &TrackedKeyword) -> Result<Option<SerpFacts>, JobError> {
    let latest = rank::history(&context.db, context.run.workspace_id, tracked.id, 1).await?;
    let Some(check) = latest.into_iter().next() else { return Ok(None) };
    let Some(results) = check.results else { return Ok(None) };
    let entry = |one: shared::domain::rank::CheckedResult| SerpEntry {
        position: one.position,
        url: one.url,
        title: Some(one.title).filter(|title| !title.is_empty()),
    };
    Ok(Some(SerpFacts {
        results: results.0.into_iter().take(MOST_RESULTS).map(entry).collect(),
        features: check.features.0,
        source: format!("{TRACKER}, {}", check.provider),
        observed_at: check.checked_at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true),
    }))
}

/// Returns the latest imported results.
async fn imported(context: &RunContext, website_id: Uuid, keyword: &str) -> Result<Option<SerpFacts>, JobError> {
    let workspace_id = context.run.workspace_id;
    let found = import::results_of_query(&context.db, workspace_id, website_id, keyword, 200).await?;
    let Some(latest) = found.first().cloned() else { return Ok(None) };
    let is_same = |one: &SerpResult| {
        (&one.observed_at, &one.location, &one.device) == (&latest.observed_at, &latest.location, &latest.device)
    };
    let by_position: BTreeMap<u32, SerpResult> =
        found.into_iter().rev().filter(is_same).map(|one| (one.position, one)).collect();
    let entry = |one: SerpResult| SerpEntry { position: one.position, url: one.url, title: one.title };
    Ok(Some(SerpFacts {
        results: by_position.into_values().take(MOST_RESULTS).map(entry).collect(),
        features: latest.features,
        source: "Imported search results".to_owned(),
        observed_at: latest.observed_at,
    }))
}

/// Returns the texts of pages that rank for the keyword, without own ones.
async fn rivals(
    context: &RunContext, website_id: Uuid, keyword: &str, host: &str,
) -> Result<Vec<semantic::Page>, JobError> {
    let workspace_id = context.run.workspace_id;
    let found = import::pages_of_query(&context.db, workspace_id, website_id, keyword, MOST_RIVALS).await?;
    let has_words = |seen: &SeenPage| seen.text.as_deref().is_some_and(|text| text.chars().any(char::is_alphanumeric));
    let is_other = |seen: &SeenPage| seen.host != host && seen.status.is_none_or(|status| status == 200);
    // Of an address that was imported twice, the later version counts.
    let latest: BTreeMap<String, SeenPage> = found
        .into_iter()
        .rev()
        .filter(|seen| is_other(seen) && has_words(seen))
        .map(|seen| (seen.url.clone(), seen))
        .collect();
    let page = |seen: SeenPage| semantic::Page {
        url: seen.url,
        title: seen.title,
        text: seen.text.unwrap_or_default(),
        ..semantic::Page::default()
    };
    Ok(latest.into_values().map(page).collect())
}

/// Returns own pages whose text has the keyword and that do not link to the page.
async fn mentions(
    context: &RunContext, website_id: Uuid, keyword: &str, (host, page_url): (&str, &str),
) -> Result<Vec<Mention>, JobError> {
    let workspace_id = context.run.workspace_id;
    let found = import::pages_with_text(&context.db, workspace_id, website_id, keyword, MOST_MENTIONS).await?;
    let mut known: BTreeMap<String, Mention> = BTreeMap::new();
    for seen in found {
        let is_own = seen.host == host && seen.status.is_none_or(|status| status == 200);
        let is_linked = seen.links.iter().any(|link| is_same(link, page_url));
        if !is_own || is_linked || is_same(&seen.url, page_url) || known.contains_key(&seen.url) {
            continue;
        }
        if let Some(anchor) = seen.text.as_deref().and_then(|text| written(text, keyword)) {
            known.insert(seen.url.clone(), Mention { url: seen.url, anchor });
        }
    }
    Ok(known.into_values().collect())
}

/// Returns the keyword as the text writes it, where it stands as whole words.
fn written(text: &str, keyword: &str) -> Option<String> {
    let wanted = keyword.to_lowercase();
    let starts = text.char_indices().map(|(at, _)| at);
    let is_edge = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    starts.filter(|at| is_edge(text[..*at].chars().next_back())).find_map(|at| {
        let rest = &text[at..];
        let end = rest.char_indices().nth(wanted.chars().count()).map_or(rest.len(), |(end, _)| end);
        let words = &rest[..end];
        (words.to_lowercase() == wanted && is_edge(rest[end..].chars().next())).then(|| words.to_owned())
    })
}

/// Returns whether two addresses name one page; scheme, `www.`, fragment and a closing slash do not count.
fn is_same(left: &str, right: &str) -> bool {
    let bare = |url: &str| {
        let url = Url::parse(url).ok()?;
        let host = url.host_str()?.trim_start_matches("www.").to_owned();
        Some((host, url.path().trim_end_matches('/').to_owned(), url.query().map(str::to_owned)))
    };
    bare(left).is_some_and(|left| Some(left) == bare(right))
}

#[expect(clippy::cast_precision_loss, reason = "counts of clicks stay far below 2^53")]
fn count(n: i64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_finds_whole_words_in_their_spelling() {
        let text = "Plumbers know. Our Emergency Plumber comes; emergency plumbers do not.";
        assert_eq!(written(text, "emergency plumber").as_deref(), Some("Emergency Plumber"));
        assert_eq!(written("emergency plumbers only", "emergency plumber"), None);
        assert_eq!(written("", "emergency plumber"), None);
        assert_eq!(written("Nothing of it", "emergency plumber"), None);
    }

    #[test]
    fn is_same_ignores_scheme_www_and_slash() {
        assert!(is_same("https://www.example.com/a/", "http://example.com/a#top"));
        assert!(!is_same("https://example.com/a?x=1", "https://example.com/a"));
        assert!(!is_same("nonsense", "nonsense"));
    }
}
