//! Creates a theme from a page: fetches the page and its style sheets, and parses them.

mod sheets;
mod watched;

use std::time::Duration;

use net::{
    FetchError,
    fetch::{self, Fetcher},
};
use serde::Deserialize;
use serde_json::{Value, json};
use theme::{Page, ThemeError};
use url::Url;

use crate::{context::RunContext, error::JobError, runs::done::Done};
use watched::Watched;

/// Message if the operator has disabled fetching pages.
const OFF: &str = "Theme ripper not implemented yet";
/// Time limit of parsing; only malicious pages take longer.
const READING: Duration = Duration::from_secs(20);

#[derive(Debug, Deserialize)]
struct Asked {
    url: Url,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Asked { url } = context.payload()?;
    if !context.outside.fetches_pages {
        return Err(JobError::permanent("switched-off", OFF));
    }
    let fetcher = Fetcher::new(context.outside.guard.clone()).map_err(|error| fetch_error(&error))?;
    context.progress(5, "fetching", url.host_str().unwrap_or_default());
    let page = fetcher.get(&url, &fetch::PAGE).await.map_err(|error| fetch_error(&error))?;
    let html = page.text.clone();
    let sources = context.compute(move |context| read(&context, |control| theme::sources(&html, control))).await?;
    let sheets = sheets::gather(context, &fetcher, &page.url, sources).await;
    let host = page.url.host_str().unwrap_or_default().to_owned();
    let count = sheets.texts.len();
    let read_page = Page { host: host.clone(), html: page.text, sheets: sheets.texts };
    let proposal = context.compute(move |context| read(&context, |control| theme::read(&read_page, control))).await?;
    let source = json!({"url": page.url, "host": host, "sheets": count, "skipped": sheets.skipped});
    let theme = whole(context, &proposal, &host);
    let result = json!({
        "theme": theme, "palette": proposal.palette, "mended": proposal.mended, "ownSets": proposal.own_sets,
        "source": source,
    });
    Ok(Done { result, effects: Vec::new() })
}

/// Converts the theme to the web app's format. Font size and line height are the product's, because those of a page
/// suit articles, not tables.
fn whole(context: &RunContext, proposal: &theme::Proposal, host: &str) -> Value {
    let now = shared::domain::now();
    let mut theme = json!({
        "id": context.run.id, "name": proposal.name, "category": "imported", "colors": proposal.colors,
        "description": format!("Created from {host}."), "createdAt": now, "updatedAt": now,
    });
    if let Some(typography) = &proposal.typography {
        theme["typography"] = json!({"fontFamily": typography.font_family, "fontSize": "14px", "lineHeight": 1.5});
    }
    theme
}

/// Parses within the time limit.
fn read<T>(context: &RunContext, work: impl FnOnce(&Watched<'_>) -> Result<T, ThemeError>) -> Result<T, JobError> {
    let control = Watched::new(context, READING);
    work(&control).map_err(|error| match error {
        ThemeError::Cancelled if context.is_cancelled() => JobError::Cancelled,
        ThemeError::Cancelled => {
            let detail = format!("Reading the page took longer than {} s; it is too complex.", READING.as_secs());
            JobError::permanent("too-large", detail)
        }
        other => JobError::permanent(other.kind(), sentence(&other.to_string())),
    })
}

fn fetch_error(error: &FetchError) -> JobError {
    let (kind, detail) = (error.kind(), error.to_string());
    if error.is_transient() { JobError::transient(kind, detail) } else { JobError::permanent(kind, detail) }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}
