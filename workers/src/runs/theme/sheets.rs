//! Fetches the style sheets of a page by the same rules as the page. Sheets that cannot be fetched are skipped and
//! listed.

use std::time::{Duration, Instant};

use net::fetch::{self, Fetcher};
use serde::Serialize;
use theme::{MOST_SHEETS, Source, Sources, imports};
use url::Url;

use crate::context::RunContext;

/// Maximum bytes of all sheets.
const MOST_BYTES: usize = 4 << 20;
/// Time limit for all sheets.
const TIME: Duration = Duration::from_secs(40);
/// Range of the run's progress while they are fetched, in percent.
const FROM: usize = 20;
const TO: usize = 65;

/// Sheets in order of precedence.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    pub(super) texts: Vec<String>,
    pub(super) skipped: Vec<Skipped>,
}

/// A skipped sheet.
#[derive(Debug, Serialize)]
pub(super) struct Skipped {
    url: String,
    reason: String,
}

struct Gathering<'a> {
    context: &'a RunContext,
    fetcher: &'a Fetcher,
    until: Instant,
    bytes: usize,
    fetched: usize,
    sheets: Sheets,
}

pub(super) async fn gather(context: &RunContext, fetcher: &Fetcher, page: &Url, sources: Sources) -> Sheets {
    let base = sources.base.and_then(|base| page.join(&base).ok()).unwrap_or_else(|| page.clone());
    let until = Instant::now() + TIME;
    let mut all = Gathering { context, fetcher, until, bytes: 0, fetched: 0, sheets: Sheets::default() };
    for source in sources.sheets {
        match source {
            Source::Inline(css) => all.take(css, &base).await,
            Source::Linked { href, media } => {
                if let Some((url, css)) = all.fetch(&base, &href).await {
                    all.take(Source::for_media(&css, &media), &url).await;
                }
            }
        }
    }
    all.sheets
}

impl Gathering<'_> {
    /// Adds a sheet after the ones that it imports. Nested imports are not followed.
    async fn take(&mut self, css: String, base: &Url) {
        for href in imports(&css) {
            if let Some((_, css)) = self.fetch(base, &href).await {
                self.sheets.texts.push(css);
            }
        }
        self.sheets.texts.push(css);
    }

    async fn fetch(&mut self, base: &Url, href: &str) -> Option<(Url, String)> {
        match self.try_fetch(base, href).await {
            Ok(fetched) => Some(fetched),
            Err(reason) => {
                let url = href.chars().take(200).collect();
                self.sheets.skipped.push(Skipped { url, reason });
                None
            }
        }
    }

    async fn try_fetch(&mut self, base: &Url, href: &str) -> Result<(Url, String), String> {
        let url = base.join(href).map_err(|_| "It is not a URL.".to_owned())?;
        if self.fetched >= MOST_SHEETS || self.bytes >= MOST_BYTES || Instant::now() >= self.until {
            return Err("There are more style sheets than the limit.".to_owned());
        }
        let share = (TO - FROM) * self.fetched / MOST_SHEETS;
        self.context.progress(i32::try_from(FROM + share).unwrap_or(100), "style sheets", url.path());
        self.fetched += 1;
        let fetched = self.fetcher.get(&url, &fetch::SHEET).await.map_err(|error| error.to_string())?;
        self.bytes += fetched.text.len();
        Ok((fetched.url, fetched.text))
    }
}
