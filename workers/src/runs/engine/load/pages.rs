//! Pages of the website and of those who rank.

use std::collections::BTreeMap;

use engines::command::Body;
use serde_json::{Value, json};
use shared::{
    domain::observation::{Observation, ObservationKind, SeenPage},
    store::import,
};

use super::{as_of, host};
use crate::{context::RunContext, error::JobError};

/// The case of the semantic engine: own pages for overlap and links, one page beside the winners of a search for the
/// others. The search is the caller's, or the one that most of the imported pages were looked at for.
pub(super) async fn semantic(
    context: &RunContext, action: &str, given: &Body, case: &mut Body,
) -> Result<(), JobError> {
    if given.contains_key("a") {
        return Ok(());
    }
    case.insert("asOf".into(), as_of(context));
    let (own, others) = pages(context).await?;
    if matches!(action, "overlap" | "links") {
        // A page that was seen without its text has nothing to compare.
        let own: Vec<Value> = own.iter().filter(|page| has_words(page)).map(page).collect();
        case.insert("pages".into(), json!(own));
        return Ok(());
    }
    let asked = given.get("query").and_then(Value::as_str).map(str::to_owned);
    let Some(query) = asked.or_else(|| commonest(&others)) else { return Ok(()) };
    let winners: Vec<Value> = about(&others, &query).map(page).collect();
    if let Some(mine) = about(&own, &query).next().or_else(|| nearest(&own, &query)) {
        case.insert("page".into(), page(mine));
    }
    case.insert("winners".into(), json!(winners));
    case.insert("query".into(), json!(query));
    Ok(())
}

/// The pages of others that were looked at for the caller's search, as `winners: […]`.
pub(super) async fn winners(context: &RunContext, given: &Body, case: &mut Body) -> Result<(), JobError> {
    let Some(query) = given.get("query").and_then(Value::as_str) else { return Ok(()) };
    let (_, others) = pages(context).await?;
    case.insert("winners".into(), json!(about(&others, query).map(page).collect::<Vec<_>>()));
    Ok(())
}

fn about<'a>(pages: &'a [SeenPage], query: &'a str) -> impl Iterator<Item = &'a SeenPage> {
    pages.iter().filter(move |page| page.query.as_deref().is_some_and(|about| about.eq_ignore_ascii_case(query)))
}

/// Own pages, each once, as last seen.
pub(super) async fn own(context: &RunContext) -> Result<Vec<SeenPage>, JobError> {
    Ok(pages(context).await?.0)
}

/// Own pages and those of others, each once, as last seen.
async fn pages(context: &RunContext) -> Result<(Vec<SeenPage>, Vec<SeenPage>), JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Default::default()) };
    let rows = import::observations(&context.db, context.run.workspace_id, website_id, ObservationKind::Page).await?;
    let rows: Vec<SeenPage> = rows.into_iter().map(Observation::read).collect::<Result<_, _>>()?;
    let seen: BTreeMap<String, SeenPage> = rows
        .into_iter()
        .filter(|page| page.status.is_none_or(|status| status == 200))
        .map(|page| (page.url.clone(), page))
        .collect();
    let own = host(context).await?.unwrap_or_default();
    Ok(seen.into_values().partition(|page| page.host == own))
}

fn has_words(page: &SeenPage) -> bool {
    page.text.as_deref().is_some_and(|text| text.chars().any(char::is_alphanumeric))
}

fn commonest(pages: &[SeenPage]) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for query in pages.iter().filter_map(|page| page.query.as_deref()) {
        *counts.entry(query).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, n)| *n).map(|(query, _)| query.to_owned())
}

/// The page whose title, heading and address share the most words with a search; `None` where none shares any.
fn nearest<'a>(pages: &'a [SeenPage], query: &str) -> Option<&'a SeenPage> {
    let words: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let shared = |page: &SeenPage| {
        let text = [page.title.as_deref(), page.h1.as_deref(), Some(page.url.as_str())];
        let text = text.into_iter().flatten().collect::<Vec<_>>().join(" ").to_lowercase();
        words.iter().filter(|word| text.contains(word.as_str())).count()
    };
    pages.iter().filter(|page| shared(page) > 0).max_by_key(|page| shared(page))
}

/// A page as the engine reads it.
fn page(seen: &SeenPage) -> Value {
    let first = seen.h1.iter().map(|text| json!({"level": 1, "text": text}));
    let further = seen.headings.iter().map(|text| json!({"level": 2, "text": text}));
    let links: Vec<Value> = seen.links.iter().map(|url| json!({"url": url, "anchor": ""})).collect();
    let day = seen.observed_at.as_deref().map(|at| at.chars().take(10).collect::<String>());
    json!({
        "url": seen.url, "title": seen.title, "headings": first.chain(further).collect::<Vec<_>>(),
        "text": seen.text.clone().unwrap_or_default(), "links": links, "observedAt": day,
    })
}
