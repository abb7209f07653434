//! Reads a check from search results.

use providers::serp::{AiOverview, Item, ItemKind, Serp};
use shared::{
    domain::rank::{CheckedResult, OverviewState, TrackedKeyword},
    store::rank::NewRankCheck,
};
use uuid::Uuid;

use super::ask::Asked;

/// Results that are kept.
const KEPT: u32 = 10;
/// Related questions that are kept, and the characters of each.
const MOST_QUESTIONS: usize = 20;
const QUESTION_CHARS: usize = 300;
/// Pages that are kept of each list.
const MOST_URLS: usize = 20;
/// Longest kept URL or title, in bytes.
const LONGEST: usize = 2_000;

/// Returns the check of a keyword for the website with this host, without its volatility.
pub(super) fn check(keyword: &TrackedKeyword, run_id: Uuid, host: &str, asked: &Asked) -> NewRankCheck {
    let serp = &asked.serp;
    let best = serp.best_of(host);
    let (ai_overview, ai_urls) = overview(serp);
    let is_cited = ai_urls.iter().any(|url| is_own_url(url, host));
    NewRankCheck {
        keyword_id: keyword.id,
        run_id,
        checked_at: asked.at,
        rank: best.and_then(|item| item.rank).and_then(|rank| i32::try_from(rank).ok()),
        absolute_rank: best.and_then(|item| item.absolute_rank).and_then(|rank| i32::try_from(rank).ok()),
        depth: i32::try_from(serp.depth).unwrap_or(i32::MAX),
        url: best.and_then(|item| item.url.as_deref()).map(cut),
        other_urls: other_urls(serp, best, host),
        features: serp.features().into_iter().map(word).collect(),
        owned_features: owned(serp, host, is_cited),
        ai_overview,
        ai_urls,
        is_cited,
        results: results(serp),
        questions: questions(serp),
        provider: serp.provider.key().to_owned(),
        cost_micros: i64::try_from(asked.cost.0).unwrap_or(i64::MAX),
        volatility: shared::ranks::PRIOR,
        alerts: Vec::new(),
        old_rank: keyword.rank,
    }
}

/// Returns the word of a kind, as JSON has it.
fn word(kind: ItemKind) -> String {
    serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

fn cut(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// Returns true for the host itself and its subdomains.
fn is_own(found: &str, host: &str) -> bool {
    found == host || found.strip_suffix(host).is_some_and(|rest| rest.ends_with('.'))
}

fn is_own_url(url: &str, host: &str) -> bool {
    providers::web::host(url).is_some_and(|found| is_own(&found, host))
}

fn overview(serp: &Serp) -> (OverviewState, Vec<String>) {
    match &serp.ai_overview {
        AiOverview::Unknown => (OverviewState::Unknown, Vec::new()),
        AiOverview::Absent => (OverviewState::Absent, Vec::new()),
        AiOverview::NotLoaded { .. } => (OverviewState::NotLoaded, Vec::new()),
        AiOverview::Present(overview) => {
            let urls = overview.references.iter().take(MOST_URLS).map(|reference| cut(&reference.url)).collect();
            (OverviewState::Present, urls)
        }
    }
}

fn other_urls(serp: &Serp, best: Option<&Item>, host: &str) -> Vec<String> {
    let first = best.and_then(|item| item.url.as_deref());
    let own = serp.of_kind(ItemKind::Organic).filter_map(|item| item.url.as_deref());
    let mut urls: Vec<String> =
        own.filter(|url| is_own_url(url, host) && Some(*url) != first).take(MOST_URLS).map(cut).collect();
    urls.dedup();
    urls
}

/// Returns the features in which the website appears.
fn owned(serp: &Serp, host: &str, is_cited: bool) -> Vec<String> {
    let items = serp.items.iter().filter(|item| item.kind != ItemKind::Organic);
    let mut kinds: Vec<ItemKind> = items
        .filter(|item| item.host.as_deref().is_some_and(|found| is_own(found, host)))
        .map(|item| item.kind)
        .collect();
    if is_cited {
        kinds.push(ItemKind::AiOverview);
    }
    kinds.sort_unstable();
    kinds.dedup();
    kinds.into_iter().map(word).collect()
}

/// Returns the related questions, each once.
fn questions(serp: &Serp) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for item in serp.of_kind(ItemKind::PeopleAlsoAsk) {
        let question = item.title.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_kept = !question.is_empty() && question.chars().count() <= QUESTION_CHARS;
        if is_kept && all.len() < MOST_QUESTIONS && !all.contains(&question) {
            all.push(question);
        }
    }
    all
}

fn results(serp: &Serp) -> Vec<CheckedResult> {
    let result = |item: &Item| {
        let (position, url) = (item.rank?, item.url.as_deref()?);
        (position <= KEPT).then(|| CheckedResult {
            position,
            url: cut(url),
            host: item.host.clone().unwrap_or_default(),
            title: cut(&item.title),
        })
    };
    let mut results: Vec<CheckedResult> = serp.of_kind(ItemKind::Organic).filter_map(result).collect();
    results.sort_by_key(|result| result.position);
    results.dedup_by_key(|result| result.position);
    results
}
